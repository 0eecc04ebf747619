import { type Invitation, type User, usersCreate, usersPatch } from '@aerowatch/contracts/api/users';
import { LANGUAGE_KEYS, LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { Button, Fieldset, MultiSelect, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { adoptProfile } from '../../entities/session/session.ts';
import { NewPicture } from '../../entities/users/avatar/new-picture.tsx';
import { sendPicture } from '../../entities/users/avatar/send-picture.ts';
import { groupName } from '../../entities/users/group-name.ts';
import { PersonFields, phoneOf } from '../../entities/users/person-fields.tsx';
import { FormFrame } from '../../forms/form-screen.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { changedOnly } from '../../lib/changed.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useCollectionState } from '../../lib/query/collection-state.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { useFailureText } from '../../ui/states/failure.ts';
import { toast } from '../../ui/toast.ts';
import { HowInvited, InvitationDialog, InviteAgain } from './invitation.tsx';

/** Initial values; only administrators set client and administrator rights. */
function valuesOf(user: User | undefined, language: Language) {
  return {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    email: user?.email ?? '',
    phone: user?.phone ?? '',
    language: user?.language ?? language,
    groups: user?.groups ?? [2],
    client: user?.client ?? null,
    is_active: user?.is_active ?? true,
    is_staff: user?.is_staff ?? false,
    is_superuser: user?.is_superuser ?? false,
  };
}
type Values = ReturnType<typeof valuesOf>;

interface Props {
  /** Absent for a new one. */
  user?: User;
  etag?: string;
}
function useUserForm({ user, etag }: Props) {
  const t = useText('users');
  const common = useText('common');
  const [createUser] = useMutation('usersCreate');
  const [patchUser] = useMutation('usersPatch');
  const navigate = useNavigate();
  const isAdmin = useGrants('admin');
  const me = useProfile();
  const { language } = useFormats();
  const isNew = user === undefined;
  const isMe = user?.id === me?.id;
  const toBody = (values: Values): Record<string, unknown> => {
    const { client, is_staff, is_superuser, phone, ...rest } = values;
    const whole = {
      ...rest,
      phone: phoneOf(phone),
      ...(isAdmin ? { client, is_staff, is_superuser } : {}),
    };
    return isNew ? whole : changedOnly({ ...user }, whole);
  };
  const [invited, setInvited] = useState<{ invitation: Invitation; email: string } | null>(null);
  const [picture, setPicture] = useState<Blob | null>(null);
  const form = useContractForm({
    // Invited users are usually colleagues with the same language.
    initial: valuesOf(user, language),
    schema: isNew ? usersCreate.body : usersPatch.body,
    toBody,
    submit: (body: never) =>
      isNew ? createUser({ body }) : patchUser({ params: { id: user.id }, body, etag }),
    onSuccess: async ({ invitation, ...saved }: User & { invitation?: Invitation | undefined }) => {
      if (isMe) adoptProfile(saved);
      // The user is created whatever happens to the picture, which can be chosen again on their page.
      const sent = picture === null ? null : await sendPicture(picture, saved.id);
      if (sent !== null && !sent.ok) toast.failure(sent, t('picture_failed'));
      const name = `${saved.first_name} ${saved.last_name}`;
      toast.success(common(isNew ? 'success.created' : 'success.updated', { name }));
      // A link that cannot be sent by e-mail is shown here, once.
      if (invitation?.link) setInvited({ invitation, email: saved.email });
      else void navigate(paths.users());
    },
  });
  return { ...form, isNew, isMe, isAdmin, invited, picture, setPicture };
}
type Form = ReturnType<typeof useUserForm>['form'];

export function UserForm(props: Props) {
  const t = useText('users');
  const common = useText('common');
  const { form, busy, failure, onSubmit, isNew, isMe, isAdmin, invited, picture, setPicture } =
    useUserForm(props);
  const navigate = useNavigate();
  return (
    <>
      <FormFrame
        onSubmit={onSubmit}
        busy={busy}
        failure={failure}
        failureTitle={common(isNew ? 'error.creating' : 'error.updating')}
        submitLabel={isNew ? t('invite.create') : undefined}
        cancelTo={paths.users()}
      >
        {isNew ? <NewPicture value={picture} onChange={setPicture} /> : null}
        <PersonFields form={form} />
        {isNew ? <HowInvited /> : null}
        <RoleAndLanguage form={form} />
        {isAdmin && <Administration form={form} isMe={isMe} />}
        <Switch
          label={t('is_active')}
          description={t('is_active_help')}
          disabled={isMe}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
      </FormFrame>
      {isNew || isMe ? null : <InviteAgain user={props.user} />}
      <InvitationDialog invited={invited} onClose={() => void navigate(paths.users())} />
    </>
  );
}

function RoleAndLanguage({ form }: { form: Form }) {
  const t = useText('users');
  const domain = useText('domain');
  const common = useText('common');
  const groups = useCollection('groups');
  const { isLoading, failure, refetch } = useCollectionState('groups');
  const why = useFailureText();
  // Without the roles none can be chosen: shows the reason instead of an empty field.
  const missing = groups.length === 0 ? failure : undefined;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <div>
        <MultiSelect
          label={t('role')}
          description={t('role_help')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: groupName(name, domain) }))}
          // A role must not appear as a number while its name is loading.
          value={groups.length === 0 ? [] : form.values.groups.map(String)}
          disabled={groups.length === 0}
          placeholder={isLoading ? common('state.loading') : undefined}
          onChange={(value) => form.setFieldValue('groups', value.map(Number))}
          error={missing ? why(missing).title : form.errors.groups}
        />
        {missing && (
          <Button size="compact-sm" variant="light" mt="xs" onClick={refetch}>
            {common('action.retry')}
          </Button>
        )}
      </div>
      <Select
        label={t('language')}
        description={t('language_help')}
        allowDeselect={false}
        data={LANGUAGE_KEYS.map((value) => ({ value, label: LANGUAGES[value].name }))}
        {...form.getInputProps('language')}
      />
    </SimpleGrid>
  );
}

/** Fields that only administrators change; nobody can revoke their own administrator rights. */
function Administration({ form, isMe }: { form: Form; isMe: boolean }) {
  const t = useText('users');
  return (
    <Fieldset legend={t('administration')}>
      <Stack>
        <ClientSelect
          clearable
          description={t('client_help')}
          value={form.values.client}
          onChange={(value) => form.setFieldValue('client', value)}
          error={form.errors.client}
        />
        {(['is_staff', 'is_superuser'] as const).map((name) => (
          <Switch
            key={name}
            label={t(name)}
            description={t('is_staff_help')}
            disabled={isMe}
            {...form.getInputProps(name, { type: 'checkbox' })}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
