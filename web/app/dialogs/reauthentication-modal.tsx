import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FactorForm } from '../../entities/session/factors/factor-form.tsx';
import { type FactorRequired, giveFactor, signIn, signOut } from '../../entities/session/session.ts';
import { finishSso } from '../../entities/session/sso/sso.ts';
import { SsoInWindow } from '../../entities/session/sso/sso-button.tsx';
import { PasswordField } from '../../forms/password/password-field.tsx';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { failureText } from '../../ui/states/failure.ts';
import { Problem } from '../../ui/states/problem.tsx';
import { reauthentication } from './dialogs.ts';

type Challenge = FactorRequired['second_factor'];

/** The session ended during work: the user signs in here, and what they typed stays. */
export default function ReauthenticationModal() {
  const t = useText('common');
  const opened = reauthentication.useIsOpen();
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('session.again_title')}
      zIndex={1000}
    >
      {opened && <SignInAgain />}
    </Modal>
  );
}

/** Leaves this session for the sign-in screen. */
function ElsewhereButton() {
  const t = useText('common');
  const leave = async (): Promise<void> => {
    reauthentication.answer(false);
    await signOut();
  };
  return (
    <Button variant="subtle" px="xs" onClick={() => void leave()}>
      {t('session.again_elsewhere')}
    </Button>
  );
}

function SignInAgain() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  if (challenge === null) return <ByPassword onFactor={setChallenge} />;
  return (
    <FactorForm
      methods={challenge.methods}
      passkey={challenge.passkey}
      give={async (factor) => {
        const result = await giveFactor({ challenge: challenge.challenge, ...factor });
        if (result.ok) reauthentication.answer(true);
        return result;
      }}
    >
      <ElsewhereButton />
    </FactorForm>
  );
}

function ByPassword({ onFactor }: { onFactor: (challenge: Challenge) => void }) {
  const t = useText('common');
  const auth = useText('auth');
  const profile = useProfile();
  const [password, setPassword] = useState('');
  const [busy, during] = useBusy();
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The dialog is inside the React tree of the screen's forms, which must not receive its submit.
    event.stopPropagation();
    const result = await during(signIn(profile?.email ?? '', password));
    if (result.ok && 'second_factor' in result.data) return onFactor(result.data.second_factor);
    if (result.ok) return reauthentication.answer(true);
    setProblem(result.status === 400 ? auth('login.failed') : failureText(result).advice);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text>{t('session.again_text')}</Text>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={profile?.email ?? ''} readOnly hidden />
        <PasswordField
          data-autofocus
          label={`${auth('login.password')} (${profile?.email ?? ''})`}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Problem text={problem} />
        {/* The main action comes first, both for Tab and where buttons are stacked. */}
        <Group justify="space-between" style={{ flexDirection: 'row-reverse' }}>
          <Button type="submit" loading={busy} disabled={password === ''}>
            {auth('login.submit')}
          </Button>
          <ElsewhereButton />
        </Group>
        <BySso />
      </Stack>
    </form>
  );
}

/** By single sign-on; another user's identity is refused, because typed text stays on the screen. */
function BySso() {
  const auth = useText('auth');
  const profile = useProfile();
  return (
    <SsoInWindow
      begin="ssoBegin"
      give={async ({ challenge, ...returned }) => {
        const result = await finishSso(challenge, returned, {
          id: profile?.id,
          otherwise: auth('sso.other_person'),
        });
        if (result.ok) reauthentication.answer(true);
        return result;
      }}
    />
  );
}
