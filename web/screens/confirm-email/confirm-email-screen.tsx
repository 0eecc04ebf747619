import { Button, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { adoptProfile } from '../../entities/session/session.ts';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { VisitorForm, VisitorNews } from '../../forms/password/visitor-card.tsx';
import type { Failure } from '../../lib/api/result.ts';
import { paths } from '../../lib/paths.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';

/**
 * The link in the e-mail to a new address: confirmed with the button, by whoever reads that mail, signed in
 * or not. It needs a button because mail scanners open links too.
 */
export default function ConfirmEmailScreen() {
  const t = useText('auth');
  const { uid = '', token = '' } = useParams();
  const profile = useProfile();
  const [email, setEmail] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [confirmEmail, busy] = useMutation('confirmEmail');
  const confirm = async (): Promise<void> => {
    const result = await confirmEmail({ body: { uid, token } });
    if (!result.ok) return setFailure(result);
    setEmail(result.data.email);
    const fresh = profile === null ? null : await fetchOnce('meGet');
    if (fresh?.ok === true) adoptProfile(fresh.data);
  };
  const onwards =
    profile === null ? (
      <LinkButton to={paths.login()}>{t('login.submit')}</LinkButton>
    ) : (
      <LinkButton to={paths.profile()}>{t('email.profile')}</LinkButton>
    );
  if (email !== null)
    return (
      <VisitorNews title={t('email.done_title')} icon={<IconMailCheck size={44} stroke={1.5} aria-hidden />}>
        <Text size="md">{t('email.done', { email })}</Text>
        {onwards}
      </VisitorNews>
    );
  return (
    <VisitorForm
      title={t('email.title')}
      text={t('email.explain')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void confirm();
      }}
    >
      {failure !== null && (
        <>
          <FailureAlert failure={failure} title={t('email.failed')} />
          {onwards}
        </>
      )}
      {failure === null && (
        <Button type="submit" size="md" loading={busy}>
          {t('email.submit')}
        </Button>
      )}
    </VisitorForm>
  );
}
