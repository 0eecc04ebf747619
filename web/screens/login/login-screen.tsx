import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { signIn } from '../../entities/session/session.ts';
import { PasswordField } from '../../forms/password-field.tsx';
import { VisitorForm } from '../../forms/visitor-card.tsx';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { failureText } from '../../ui/failure.ts';

/** Sign-in. Once signed in the routes change, and the redirect there knows where the reader was. */
export default function LoginScreen() {
  const t = useText('auth');
  const common = useText('common');
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState({ email: false, password: false });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (): Promise<void> => {
    // Read from the fields: a password manager may have filled them without an event.
    const typed = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    setMissing({ email: typed.email === '', password: typed.password === '' });
    setProblem(null);
    if (typed.email === '') return email.current?.focus();
    if (typed.password === '') return password.current?.focus();
    setBusy(true);
    const result = await signIn(typed.email, typed.password);
    if (result.ok) return;
    setBusy(false);
    setProblem(
      result.status === 400 || result.status === 401 ? t('login.failed') : failureText(result).advice,
    );
    password.current?.focus();
    password.current?.select();
  };
  return (
    <VisitorForm
      title={t('login.title')}
      text={t('login.welcome')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
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
      <Button type="submit" size="md" loading={busy} fullWidth>
        {t('login.submit')}
      </Button>
      <Stack gap={4} align="center">
        <Anchor component={Link} to={paths.resetPassword()} size="sm">
          {t('login.forgot')}
        </Anchor>
        <Anchor component={Link} to={paths.privacy()} size="sm" c="dimmed">
          {t('login.privacy')}
        </Anchor>
      </Stack>
    </VisitorForm>
  );
}
