import { Button, Text, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { VisitorForm, VisitorNews } from '../../forms/password/visitor-card.tsx';
import type { Failure } from '../../lib/api/result.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';

/** Asks for the e-mail address, checks that it is known, sends the link and confirms it. */
export default function ResetPasswordScreen() {
  const t = useText('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null) return <AskForm onSent={setSentTo} />;
  return (
    <VisitorNews title={t('reset.sent_title')} icon={<IconMailCheck size={44} stroke={1.5} aria-hidden />}>
      <Text size="md">{t('reset.sent', { email: sentTo })}</Text>
      <TextLink size="md" to={paths.login()}>
        {t('reset.back')}
      </TextLink>
    </VisitorNews>
  );
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useText('auth');
  const common = useText('common');
  const [checkEmail] = useMutation('checkEmail');
  const [resetPassword] = useMutation('resetPassword');
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const body = { email: email.trim() };
    setFailure(null);
    setError(body.email === '' ? common('form.required') : null);
    if (body.email === '') return;
    setBusy(true);
    const known = await checkEmail({ body });
    const result = known.ok ? await resetPassword({ body }) : known;
    setBusy(false);
    if (result.ok) onSent(body.email);
    // The server's own sentence: "This email does not exist."
    else if (result.status === 404) setError(result.detail);
    else if (Array.isArray(result.errors.email)) setError(result.errors.email.join(' '));
    else setFailure(result);
  };
  return (
    <VisitorForm
      title={t('reset.title')}
      text={t('reset.explain')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      {failure !== null && <FailureAlert failure={failure} title={t('reset.failed')} />}
      <TextInput
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={error}
      />
      <Button type="submit" size="md" loading={busy}>
        {t('reset.submit')}
      </Button>
      <TextLink to={paths.login()} ta="center">
        {t('reset.back')}
      </TextLink>
    </VisitorForm>
  );
}
