import { keysCreate } from '@aerowatch/contracts/api/keys';
import { KEY_DAYS, KEY_SCOPES, type KeyScope } from '@aerowatch/domain/access';
import { Alert, Checkbox, Code, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { FormFrame } from '../../forms/form-screen.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { BASE } from '../../lib/base.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { Copy } from '../../ui/copy.tsx';
import { BackLink } from '../../ui/links/back-link.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

type NewKey = Answer<'keysCreate'>;

export default function KeyCreateScreen() {
  const t = useText('settings');
  const [made, setMade] = useState<NewKey | null>(null);
  return (
    <>
      <PageHeader
        title={t('keys.create')}
        breadcrumbs={<BackLink to={paths.settings({ tab: 'keys' })}>{t('tab.keys')}</BackLink>}
      />
      {made === null ? <KeyForm onMade={setMade} /> : <KeyValue made={made} />}
    </>
  );
}

/** Lifetimes to choose from, in days, with their texts. */
const LIVES = [
  [30, 'days', 30],
  [90, 'days', 90],
  [KEY_DAYS.usual, 'years', 1],
  [730, 'years', 2],
  [1825, 'years', 5],
] as const;
const endAfter = (days: string): Date => new Date(Date.now() + Number(days) * 86_400_000);

/** An administrator chooses the client; keys of other users belong to their own client. */
function useKeyForm(isAdmin: boolean, onMade: (key: NewKey) => void) {
  const common = useText('common');
  const [createKey] = useMutation('keysCreate');
  const own = useProfile()?.client ?? null;
  return useContractForm({
    initial: { name: '', client: own, scopes: ['read'] as KeyScope[], days: String(KEY_DAYS.usual) },
    schema: keysCreate.body,
    toBody: ({ name, client, scopes, days }) => ({
      name,
      scopes,
      expires_at: endAfter(days).toISOString(),
      ...(isAdmin && client !== null ? { client } : {}),
    }),
    check: ({ client }) => ({ client: isAdmin && client === null ? common('form.required') : null }),
    submit: (body: never) => createKey({ body }),
    onSuccess: onMade,
  });
}

function KeyForm({ onMade }: { onMade: (key: NewKey) => void }) {
  const t = useText('settings');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  const isAdmin = useGrants('admin');
  const { form, ...frame } = useKeyForm(isAdmin, onMade);
  return (
    <FormFrame
      {...frame}
      failureTitle={common('error.creating')}
      submitLabel={common('action.create')}
      cancelTo={paths.settings({ tab: 'keys' })}
    >
      <TextInput
        label={domain('field.name')}
        description={t('keys.name_help')}
        withAsterisk
        autoFocus
        {...form.getInputProps('name')}
      />
      {isAdmin && (
        <ClientSelect
          withAsterisk
          value={form.values.client}
          onChange={(value) => form.setFieldValue('client', value)}
          error={form.errors.client}
        />
      )}
      <Checkbox.Group
        label={t('keys.scopes')}
        description={t('keys.scope')}
        withAsterisk
        {...form.getInputProps('scopes')}
      >
        <Stack gap="xs" mt="xs">
          {KEY_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`keys.scopes_word.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('keys.expires_in')}
        description={t('keys.expires_on', { date: formats.date(endAfter(form.values.days)) })}
        data={LIVES.map(([days, unit, count]) => ({
          value: String(days),
          label: t(`keys.${unit}`, { count }),
        }))}
        allowDeselect={false}
        {...form.getInputProps('days')}
        error={form.errors.expires_at}
      />
    </FormFrame>
  );
}

/** The value is only in this answer; it is stored nowhere in clear. */
function KeyValue({ made }: { made: NewKey }) {
  const t = useText('settings');
  return (
    <Paper p={{ base: 'md', sm: 'xl' }} maw={760}>
      <Stack>
        <Title order={2}>{t('keys.made', { name: made.name })}</Title>
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
          {t('keys.once')}
        </Alert>
        <Group wrap="nowrap" align="stretch">
          <Code
            block
            style={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
            data-testid="key-value"
          >
            {made.value}
          </Code>
          <Copy value={made.value} />
        </Group>
        <Text>{t('keys.use')}</Text>
        <Code
          tabIndex={0}
          block
        >{`curl -H "Authorization: Api-Key ${made.value}" ${location.origin}${BASE}/api/boxes/`}</Code>
        <Group justify="flex-end">
          <LinkButton to={paths.settings({ tab: 'keys' })}>{t('keys.kept')}</LinkButton>
        </Group>
      </Stack>
    </Paper>
  );
}
