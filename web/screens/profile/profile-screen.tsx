import { mePatch, type User } from '@aerowatch/contracts/api/users';
import { levelOf } from '@aerowatch/domain/access';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { PasswordForm } from '../../entities/session/factors/password-form.tsx';
import { SecondFactors } from '../../entities/session/factors/second-factors.tsx';
import { adoptProfile } from '../../entities/session/session.ts';
import { AvatarEditor } from '../../entities/users/avatar/avatar-editor.tsx';
import { PersonFields, phoneOf } from '../../entities/users/person-fields.tsx';
import { FormFrame } from '../../forms/form-screen.tsx';
import { PasswordField } from '../../forms/password/password-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { saveBlob } from '../../lib/api/download.ts';
import { changedOnly } from '../../lib/changed.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { paths } from '../../lib/paths.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingScreen } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';
import { EmailPending, useEmailPending } from './email-pending.tsx';
import { Sessions } from './sessions.tsx';

export default function ProfileScreen() {
  const t = useText('profile');
  const common = useText('common');
  const domain = useText('domain');
  const profile = useProfile();
  const clients = useTable('clients');
  if (profile === null) return <LoadingScreen />;
  const client = profile.client === null ? null : clients[profile.client]?.name;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={[domain(`level.${levelOf(profile)}`), client].filter(Boolean).join(' · ')}
        actions={
          <LinkButton to={paths.preferences()} variant="default">
            {common('nav.preferences')}
          </LinkButton>
        }
      />
      <Stack gap="lg">
        <AvatarEditor profile={profile} />
        <IdentityForm key={profile.id} profile={profile} />
        <PasswordForm email={profile.email} />
        <SecondFactors />
        <Sessions />
        <OwnData />
      </Stack>
    </>
  );
}

function IdentityForm({ profile }: { profile: User }) {
  const t = useText('profile');
  const common = useText('common');
  const [patchMe] = useMutation('mePatch');
  const [pending, setPending] = useEmailPending();
  const { form, busy, failure, onSubmit } = useContractForm({
    initial: {
      first_name: profile.first_name,
      last_name: profile.last_name,
      email: profile.email,
      phone: profile.phone ?? '',
      password: '',
    },
    schema: mePatch.body,
    toBody: ({ phone, password, ...rest }) => ({
      ...changedOnly({ ...profile }, { ...rest, phone: phoneOf(phone) }),
      ...(rest.email !== profile.email && password !== '' ? { password } : {}),
    }),
    submit: (body: never) => patchMe({ body }),
    onSuccess: (saved) => {
      adoptProfile(saved);
      setPending(saved.email_pending ?? null);
      const shown = { ...form.getValues(), email: saved.email, password: '' };
      form.setValues(shown);
      form.resetDirty(shown);
      toast.success(t('saved'));
    },
  });
  const asksForEmail = form.getValues().email !== profile.email;
  return (
    <FormFrame
      onSubmit={onSubmit}
      busy={busy}
      failure={failure}
      failureTitle={common('error.updating')}
      disabled={!form.isDirty()}
    >
      <Title order={2}>{t('identity')}</Title>
      <PersonFields form={form} own />
      {asksForEmail && (
        <PasswordField
          label={t('email_password')}
          description={t('email_password_help')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      )}
      {pending !== null && (
        <EmailPending email={pending} present={profile.email} onKept={() => setPending(null)} />
      )}
    </FormFrame>
  );
}

/** Everything stored about the user, as a file. */
function OwnData() {
  const t = useText('profile');
  const [busy, during] = useBusy();
  const fetchData = async (): Promise<void> => {
    const result = await during(fetchOnce('meData'));
    if (!result.ok) return toast.failure(result);
    saveBlob(
      new Blob([JSON.stringify(result.data, null, 2)], { type: 'application/json' }),
      'aerowatch-my-data.json',
    );
  };
  return (
    <Group justify="space-between" maw={760} gap="md">
      <Text c="dimmed" maw={520}>
        {t('data_help')}
      </Text>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void fetchData()}
      >
        {t('data')}
      </Button>
    </Group>
  );
}
