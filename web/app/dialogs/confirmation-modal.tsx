import { Button, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { FactorForm } from '../../entities/session/factors/factor-form.tsx';
import { SsoInWindow } from '../../entities/session/sso/sso-button.tsx';
import { PasswordField } from '../../forms/password/password-field.tsx';
import type { Answer, Body } from '../../lib/api/contract.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { failureText } from '../../ui/states/failure.ts';
import { Problem } from '../../ui/states/problem.tsx';
import { confirmation } from './dialogs.ts';

/** Asks for the password again before a sensitive action; the call is repeated once the password was right. */
export default function ConfirmationModal() {
  const t = useText('auth');
  const opened = confirmation.useIsOpen();
  return (
    <Modal
      opened={opened}
      onClose={() => confirmation.answer(false)}
      closeOnClickOutside={false}
      title={t('confirm.title')}
      zIndex={1000}
    >
      {opened && <Confirm />}
    </Modal>
  );
}

const FACTORS = ['totp', 'passkey', 'recovery'] as const;
type Options = Answer<'confirmOptions'>;

/** Ways in which the user may confirm; null until loaded. */
function useConfirmOptions(): Options | null {
  const [options, setOptions] = useState<Options | null>(null);
  useEffect(() => {
    void fetchOnce('confirmOptions').then((result) => {
      if (result.ok) setOptions(result.data);
    });
  }, []);
  return options;
}

/** Sends a proof of identity; the dialog closes once it is accepted. */
function useProof() {
  const [confirmAgain, busy] = useMutation('confirm');
  const give = async (proof: Body<'confirm'>) => {
    const result = await confirmAgain({ body: proof });
    if (result.ok) confirmation.answer(true);
    return result;
  };
  return { give, busy };
}

/** Passwords first; a second factor for users who have one. */
function Confirm() {
  const t = useText('auth');
  const options = useConfirmOptions();
  const [prefersFactor, setPrefersFactor] = useState(false);
  const factors = FACTORS.filter((method) => options?.methods.includes(method));
  const hasPassword = options === null || options.methods.includes('password');
  const bySso = options?.methods.includes('sso') === true && <BySso />;
  if (options !== null && factors.length > 0 && (prefersFactor || !hasPassword))
    return (
      <Stack>
        <ByFactor options={options} factors={factors} onPassword={() => setPrefersFactor(false)} />
        {bySso}
      </Stack>
    );
  // Users with neither signed in by single sign-on.
  if (!hasPassword)
    return (
      <Stack>
        <Text>{t('confirm.text')}</Text>
        {bySso}
      </Stack>
    );
  return (
    <Stack>
      <ByPassword />
      {bySso}
      {factors.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setPrefersFactor(true)}>
          {t('confirm.by_factor')}
        </Button>
      )}
    </Stack>
  );
}

function BySso() {
  const { give } = useProof();
  return <SsoInWindow begin="ssoConfirmBegin" give={(sso) => give({ sso })} />;
}

function ByFactor({
  options,
  factors,
  onPassword,
}: {
  options: Options;
  factors: readonly (typeof FACTORS)[number][];
  onPassword: () => void;
}) {
  const t = useText('auth');
  const { give } = useProof();
  return (
    <FactorForm
      methods={factors}
      passkey={options.passkey}
      give={(factor) => give({ challenge: options.challenge, ...factor })}
    >
      {options.methods.includes('password') && (
        <Button variant="subtle" onClick={onPassword}>
          {t('confirm.by_password')}
        </Button>
      )}
    </FactorForm>
  );
}

function ByPassword() {
  const t = useText('auth');
  const profile = useProfile();
  const [password, setPassword] = useState('');
  const { give, busy } = useProof();
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The dialog is inside the React tree of the screen's forms, which must not receive its submit.
    event.stopPropagation();
    const result = await give({ password });
    if (!result.ok)
      setProblem(result.status === 400 ? t('confirm.wrong_password') : failureText(result).advice);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text>{t('confirm.text')}</Text>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={profile?.email ?? ''} readOnly hidden />
        <PasswordField
          data-autofocus
          label={`${t('login.password')} (${profile?.email ?? ''})`}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Problem text={problem} />
        <DialogButtons
          onCancel={() => confirmation.answer(false)}
          act={t('second.submit')}
          loading={busy}
          disabled={password === ''}
        />
      </Stack>
    </form>
  );
}
