import { type User, usersCreate, usersPatch } from '@aerowatch/contracts/api/users';
import { LANGUAGE_KEYS, LANGUAGES } from '@aerowatch/domain/languages';
import { Fieldset, MultiSelect, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useNavigate } from 'react-router';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { upserted } from '../../entities/entities-slice.ts';
import { adoptProfile } from '../../entities/session/session.ts';
import { useAppDispatch } from '../../entities/store.ts';
import { useCollection } from '../../entities/use-collection.ts';
import { groupName } from '../../entities/users/group-name.ts';
import { PersonFields, phoneOf } from '../../entities/users/person-fields.tsx';
import { FormFrame } from '../../forms/form-screen.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { call } from '../../lib/api/client.ts';
import { changedOnly } from '../../lib/changed.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/** What a person of this level may be made of; admins alone set client and administrators. */
function valuesOf(user: User | undefined) {
  return {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    email: user?.email ?? '',
    password: '',
    phone: user?.phone ?? '',
    language: user?.language ?? 'en',
    groups: user?.groups ?? [2],
    client: user?.client ?? null,
    is_active: user?.is_active ?? true,
    is_staff: user?.is_staff ?? false,
    is_superuser: user?.is_superuser ?? false,
  };
}
type Values = ReturnType<typeof valuesOf>;

export function UserForm({ user, etag }: { user?: User; etag?: string }) {
  const t = useText('users');
  const common = useText('common');
  const domain = useText('domain');
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const isAdmin = useGrants('admin');
  const me = useProfile();
  const groups = useCollection('groups');
  const isMe = user !== undefined && user.id === me?.id;

  const toBody = (values: Values): Record<string, unknown> => {
    const { client, is_staff, is_superuser, password, phone, ...rest } = values;
    const whole = {
      ...rest,
      phone: phoneOf(phone),
      ...(password === '' && user !== undefined ? {} : { password }),
      ...(isAdmin ? { client, is_staff, is_superuser } : {}),
    };
    return user === undefined ? whole : changedOnly({ ...user }, whole);
  };
  const { form, busy, failure, onSubmit } = useContractForm({
    initial: valuesOf(user),
    schema: user === undefined ? usersCreate.body : usersPatch.body,
    toBody,
    submit: (body: never) =>
      user === undefined
        ? call('usersCreate', { body })
        : call('usersPatch', { params: { id: user.id }, body, etag }),
    onSuccess: (saved) => {
      dispatch(upserted({ collection: 'users', items: [saved] }));
      if (isMe) adoptProfile(saved);
      const name = `${saved.first_name} ${saved.last_name}`;
      toast.success(common(user === undefined ? 'success.created' : 'success.updated', { name }));
      void navigate(paths.users());
    },
  });
  return (
    <FormFrame
      onSubmit={onSubmit}
      busy={busy}
      failure={failure}
      failureTitle={common(user === undefined ? 'error.creating' : 'error.updating')}
      submitLabel={user === undefined ? common('action.create') : undefined}
      cancelTo={paths.users()}
    >
      <PersonFields form={form} />
      <PasswordField
        label={t(user === undefined ? 'password' : 'new_password')}
        description={t(user === undefined ? 'password_help' : 'new_password_help')}
        withAsterisk={user === undefined}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MultiSelect
          label={t('role')}
          description={t('role_help')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: groupName(name, domain) }))}
          value={form.values.groups.map(String)}
          onChange={(value) => form.setFieldValue('groups', value.map(Number))}
          error={form.errors.groups}
        />
        <Select
          label={t('language')}
          description={t('language_help')}
          allowDeselect={false}
          data={LANGUAGE_KEYS.map((value) => ({ value, label: LANGUAGES[value].name }))}
          {...form.getInputProps('language')}
        />
      </SimpleGrid>
      {isAdmin && (
        <Fieldset legend={t('administration')}>
          <Stack>
            <ClientSelect
              clearable
              description={t('client_help')}
              value={form.values.client}
              onChange={(value) => form.setFieldValue('client', value)}
              error={form.errors.client}
            />
            <Switch
              label={t('is_staff')}
              description={t('is_staff_help')}
              disabled={isMe}
              {...form.getInputProps('is_staff', { type: 'checkbox' })}
            />
            <Switch
              label={t('is_superuser')}
              description={t('is_staff_help')}
              disabled={isMe}
              {...form.getInputProps('is_superuser', { type: 'checkbox' })}
            />
          </Stack>
        </Fieldset>
      )}
      <Switch
        label={t('is_active')}
        description={t('is_active_help')}
        disabled={isMe}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </FormFrame>
  );
}
