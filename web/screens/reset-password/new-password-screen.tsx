import { newPassword } from '@aerowatch/contracts/api/password';
import { Button, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { NewPasswordFields, useSameTwice } from '../../forms/password/new-password-fields.tsx';
import { VisitorForm, VisitorNews } from '../../forms/password/visitor-card.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';

/** Opened by the link in the e-mail: a new password, typed twice; then a link to sign in. */
export default function NewPasswordScreen() {
  const t = useText('auth');
  const { uid = '', token = '' } = useParams();
  const [done, setDone] = useState(false);
  if (!done) return <NewPasswordForm uid={uid} token={token} onDone={() => setDone(true)} />;
  return (
    <VisitorNews title={t('reset.done_title')} icon={<IconCircleCheck size={44} stroke={1.5} aria-hidden />}>
      <Text size="md">{t('reset.done')}</Text>
      <LinkButton to={paths.login()}>{t('login.submit')}</LinkButton>
    </VisitorNews>
  );
}

function NewPasswordForm({ uid, token, onDone }: { uid: string; token: string; onDone: () => void }) {
  const t = useText('auth');
  const [resetPassword] = useMutation('resetPassword');
  const { form, busy, failure, onSubmit } = useContractForm({
    initial: { new_password: '', confirmation: '' },
    guard: false,
    check: useSameTwice(),
    schema: {
      safeParse: ({ new_password }: { new_password: string }) => {
        const parsed = newPassword.safeParse(new_password);
        return parsed.success
          ? { success: true, data: parsed.data }
          : {
              success: false,
              error: {
                issues: parsed.error.issues.map(({ message }) => ({ path: ['new_password'], message })),
              },
            };
      },
    },
    submit: (_body, values) => resetPassword({ body: { uid, token, new_password: values.new_password } }),
    onSuccess: onDone,
  });
  return (
    <VisitorForm title={t('reset.new_title')} text={t('reset.new_explain')} onSubmit={onSubmit}>
      {(failure !== null || form.errors.token !== undefined || form.errors.uid !== undefined) && (
        <>
          {failure !== null && <FailureAlert failure={failure} title={t('reset.failed')} />}
          <TextLink to={paths.resetPassword()}>{t('reset.again')}</TextLink>
        </>
      )}
      <NewPasswordFields form={form} autoFocus />
      <Button type="submit" size="md" loading={busy}>
        {t('reset.new_submit')}
      </Button>
    </VisitorForm>
  );
}
