import { newPassword } from '@aerowatch/contracts/api/password';
import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { call } from '../../lib/api/client.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { setScreenTitle } from '../../ui/screen-title.ts';

/** The link of the e-mail: a new password with its confirmation; then the way to log in. */
export default function NewPasswordScreen() {
  const t = useText('auth');
  const { uid = '', token = '' } = useParams();
  const [done, setDone] = useState(false);
  const title = t('reset.new_title');
  useEffect(() => setScreenTitle(title), [title]);
  return (
    <Paper p={{ base: 'lg', sm: 40 }} w="100%" maw={440} m="auto">
      {done ? (
        <Stack gap="md" role="status">
          <IconCircleCheck size={44} stroke={1.5} aria-hidden />
          <Title order={1}>{t('reset.done_title')}</Title>
          <Text>{t('reset.done')}</Text>
          <LinkButton to="/login">{t('login.submit')}</LinkButton>
        </Stack>
      ) : (
        <NewPasswordForm uid={uid} token={token} onDone={() => setDone(true)} />
      )}
    </Paper>
  );
}

function NewPasswordForm({ uid, token, onDone }: { uid: string; token: string; onDone: () => void }) {
  const t = useText('auth');
  const { form, busy, failure, onSubmit } = useContractForm({
    initial: { new_password: '', confirmation: '' },
    guard: false,
    check: ({ new_password, confirmation }) => ({
      confirmation: new_password === confirmation ? null : t('reset.mismatch'),
    }),
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
    submit: (_body, values) =>
      call('resetPassword', { body: { uid, token, new_password: values.new_password } }),
    onSuccess: onDone,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <div>
          <Title order={1}>{t('reset.new_title')}</Title>
          <Text c="dimmed" size="sm" mt={6}>
            {t('reset.new_explain')}
          </Text>
        </div>
        {(failure !== null || form.errors.token !== undefined || form.errors.uid !== undefined) && (
          <>
            {failure !== null && <FailureAlert failure={failure} title={t('reset.failed')} />}
            <Anchor component={Link} to="/reset-password" size="sm">
              {t('reset.again')}
            </Anchor>
          </>
        )}
        <PasswordField
          label={t('reset.new_password')}
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps('new_password')}
        />
        <PasswordField
          label={t('reset.confirmation')}
          autoComplete="new-password"
          {...form.getInputProps('confirmation')}
        />
        <Button type="submit" size="md" loading={busy}>
          {t('reset.new_submit')}
        </Button>
      </Stack>
    </form>
  );
}
