import { Button, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { FactorForm } from '../../entities/session/factors/factor-form.tsx';
import { SsoInWindow } from '../../entities/session/sso/sso-button.tsx';
import { PasswordField } from '../../forms/password/password-field.tsx';
import type { Answer } from '../../lib/api/contract.ts';
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

/** By password first; by a second factor for people who have one. */
function Confirm() {
  const t = useText('auth');
  const [confirmAgain] = useMutation('confirm');
  const [options, setOptions] = useState<Options | null>(null);
  const [byFactor, setByFactor] = useState(false);
  useEffect(() => {
    void fetchOnce('confirmOptions').then((result) => {
      if (!result.ok) return;
      setOptions(result.data);
      setByFactor(!result.data.methods.includes('password'));
    });
  }, []);
  const methods = FACTORS.filter((method) => options?.methods.includes(method));
  const bySso = options?.methods.includes('sso') === true && (
    <SsoInWindow
      begin="ssoConfirmBegin"
      give={async (sso) => {
        const result = await confirmAgain({ body: { sso } });
        if (result.ok) confirmation.answer(true);
        return result;
      }}
    />
  );
  if (options !== null && byFactor && methods.length > 0)
    return (
      <Stack>
        <FactorForm
          methods={methods}
          passkey={options.passkey}
          give={async (factor) => {
            const result = await confirmAgain({ body: { challenge: options.challenge, ...factor } });
            if (result.ok) confirmation.answer(true);
            return result;
          }}
        >
          {options.methods.includes('password') && (
            <Button variant="subtle" onClick={() => setByFactor(false)}>
              {t('confirm.by_password')}
            </Button>
          )}
        </FactorForm>
        {bySso}
      </Stack>
    );
  // People with neither signed in by single sign-on.
  if (options !== null && !options.methods.includes('password'))
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
      {methods.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setByFactor(true)}>
          {t('confirm.by_factor')}
        </Button>
      )}
    </Stack>
  );
}

function ByPassword() {
  const t = useText('auth');
  const profile = useProfile();
  const [password, setPassword] = useState('');
  const [confirmAgain, busy] = useMutation('confirm');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The dialog lies in the React tree of the screen's forms: its submit must not reach them.
    event.stopPropagation();
    const result = await confirmAgain({ body: { password } });
    if (result.ok) return confirmation.answer(true);
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
