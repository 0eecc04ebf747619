import { mePassword } from '@aerowatch/contracts/api/users';
import { Title } from '@mantine/core';
import { FormFrame } from '../../../forms/form-screen.tsx';
import { NewPasswordFields, useSameTwice } from '../../../forms/password/new-password-fields.tsx';
import { PasswordField } from '../../../forms/password/password-field.tsx';
import { useContractForm } from '../../../forms/use-contract-form.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';

import { useProfile } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../ui/toast.ts';

const EMPTY = { old_password: '', new_password: '', confirmation: '' };

/** Changing the password signs out all other sessions. */
export function PasswordForm({ email, onChanged }: { email: string; onChanged?: () => void }) {
  const profile = useProfile();
  const t = useText('profile');
  const common = useText('common');
  const [changePassword] = useMutation('mePassword');
  const { form, ...frame } = useContractForm({
    initial: EMPTY,
    schema: mePassword.body,
    toBody: ({ old_password, new_password }) => ({ old_password, new_password }),
    check: useSameTwice(),
    submit: (body: never) => changePassword({ body }),
    onSuccess: () => {
      form.setValues(EMPTY);
      form.resetDirty(EMPTY);
      toast.success(t('password_saved'));
      onChanged?.();
    },
  });
  return (
    <FormFrame
      {...frame}
      failureTitle={common('error.updating')}
      submitLabel={t('password_submit')}
      disabled={!form.isDirty()}
    >
      <Title order={2}>{t('password')}</Title>
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('old_password')}
        autoComplete="current-password"
        {...form.getInputProps('old_password')}
      />
      <NewPasswordFields
        form={form}
        own={[email, profile?.first_name ?? '', profile?.last_name ?? '']}
        explained
      />
    </FormFrame>
  );
}
