import { Button, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconBuildingBank, IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { FactorForm } from '../../entities/session/factors/factor-form.tsx';
import { answerPasskey, canUsePasskeys } from '../../entities/session/factors/passkey.ts';
import { staysKnown, wishKnown } from '../../entities/session/known-browser.ts';
import { type FactorRequired, giveFactor, signIn } from '../../entities/session/session.ts';
import { leaveForSso } from '../../entities/session/sso/sso.ts';
import { useSsoWords } from '../../entities/session/sso/sso-button.tsx';
import { PasswordField } from '../../forms/password/password-field.tsx';
import { VisitorCard, VisitorForm } from '../../forms/password/visitor-card.tsx';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { failureText } from '../../ui/states/failure.ts';
import { Problem } from '../../ui/states/problem.tsx';

/**
 * Sign-in in one or two steps. Once signed in the routes change, and their redirect leads back to the last
 * screen.
 */
export default function LoginScreen() {
  const [secondFactor, setSecondFactor] = useState<FactorRequired['second_factor'] | null>(null);
  return secondFactor === null ? (
    <FirstStep onSecondFactor={setSecondFactor} />
  ) : (
    <SecondStep secondFactor={secondFactor} onBack={() => setSecondFactor(null)} />
  );
}

function SecondStep({
  secondFactor,
  onBack,
}: {
  secondFactor: FactorRequired['second_factor'];
  onBack: () => void;
}) {
  const t = useText('auth');
  return (
    <VisitorCard title={t('second.title')}>
      <Stack gap="md">
        <div>
          <Title order={1}>{t('second.title')}</Title>
          <Text c="dimmed" mt={6}>
            {t('second.text')}
          </Text>
        </div>
        <FactorForm
          methods={secondFactor.methods}
          passkey={secondFactor.passkey}
          give={(factor) => giveFactor({ challenge: secondFactor.challenge, ...factor })}
        >
          <Button variant="default" onClick={onBack}>
            {t('second.back')}
          </Button>
        </FactorForm>
      </Stack>
    </VisitorCard>
  );
}

interface FirstStepProps {
  onSecondFactor: (secondFactor: FactorRequired['second_factor']) => void;
}

/** E-mail and password: sent together; the failing field gets the focus. */
function usePassword({ onSecondFactor }: FirstStepProps, setProblem: (problem: string | null) => void) {
  const t = useText('auth');
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState({ email: false, password: false });
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    // Read from the fields: a password manager may have filled them without an event.
    const typed = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    setMissing({ email: typed.email === '', password: typed.password === '' });
    setProblem(null);
    if (typed.email === '') return email.current?.focus();
    if (typed.password === '') return password.current?.focus();
    setBusy(true);
    const result = await signIn(typed.email, typed.password);
    if (result.ok)
      return 'second_factor' in result.data ? onSecondFactor(result.data.second_factor) : undefined;
    setBusy(false);
    setProblem(
      result.status === 400 || result.status === 401 ? t('login.failed') : failureText(result).advice,
    );
    password.current?.focus();
    password.current?.select();
  };
  return { email, password, missing, busy, submit };
}

function FirstStep(props: FirstStepProps) {
  const t = useText('auth');
  const common = useText('common');
  const [problem, setProblem] = useState<string | null>(null);
  const { email, password, missing, busy, submit } = usePassword(props, setProblem);
  return (
    <VisitorForm
      title={t('login.title')}
      text={t('login.welcome')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Problem text={problem} />
      <TextInput
        ref={email}
        label={t('login.email')}
        type="email"
        name="username"
        autoComplete="username"
        autoFocus
        error={missing.email ? common('form.required') : undefined}
      />
      <PasswordField
        ref={password}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        error={missing.password ? common('form.required') : undefined}
      />
      <StayKnown />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {t('login.submit')}
      </Button>
      <OtherWays onProblem={setProblem} />
      <Stack gap={4} align="center">
        <TextLink to={paths.resetPassword()}>{t('login.forgot')}</TextLink>
        <TextLink to={paths.privacy()} c="dimmed">
          {t('login.privacy')}
        </TextLink>
      </Stack>
    </VisitorForm>
  );
}

/** Stored at once, because signing in at a provider leaves this page. */
function StayKnown() {
  const t = useText('auth');
  const [wanted, setWanted] = useState(staysKnown);
  return (
    <Checkbox
      label={t('login.stay_known')}
      description={t('login.stay_known_help')}
      checked={wanted}
      onChange={(event) => {
        wishKnown(event.currentTarget.checked);
        setWanted(event.currentTarget.checked);
      }}
    />
  );
}

/** By passkey alone, or at the OpenID provider. */
function OtherWays({ onProblem }: { onProblem: (problem: string | null) => void }) {
  const t = useText('auth');
  const [readPasskeyOptions] = useMutation('passkeyOptionsEndpoint');
  const sso = useSsoWords();
  const from: unknown = (useLocation().state as { from?: unknown } | null)?.from;
  const byPasskey = async (): Promise<void> => {
    onProblem(null);
    const options = await readPasskeyOptions();
    if (!options.ok) return onProblem(failureText(options).advice);
    const { challenge, passkey } = options.data;
    const answer = await answerPasskey(passkey);
    if (answer === null) return onProblem(t('second.passkey_failed'));
    const result = await giveFactor({ challenge, passkey: answer });
    if (!result.ok)
      onProblem(result.status === 400 ? t('second.passkey_unknown') : failureText(result).advice);
  };
  const bySso = async (): Promise<void> => {
    onProblem(null);
    const failure = await leaveForSso(typeof from === 'string' ? from : null);
    if (failure !== null) onProblem(failure.detail ?? failureText(failure).advice);
  };
  return (
    <>
      {canUsePasskeys(null) && window.isSecureContext && (
        <WideButton icon={<IconFingerprint size={18} aria-hidden />} onClick={() => void byPasskey()}>
          {t('login.passkey')}
        </WideButton>
      )}
      {sso !== null && (
        <WideButton icon={<IconBuildingBank size={18} aria-hidden />} onClick={() => void bySso()}>
          {sso}
        </WideButton>
      )}
    </>
  );
}

/** As wide as the form; long words go on a second line. */
function WideButton({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="default"
      fullWidth
      h="auto"
      mih={36}
      py={6}
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.35 } }}
      leftSection={icon}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
