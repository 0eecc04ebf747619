import type { ScimToken } from '@aerowatch/contracts/api/scim';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ClientSelect } from '../../../entities/clients/client-select.tsx';
import { TextField } from '../../../forms/text-field.tsx';
import { focusFirstError } from '../../../forms/use-contract-form.ts';
import { flatErrors } from '../../../lib/api/result.ts';
import { BASE } from '../../../lib/base.ts';
import { useFormats } from '../../../lib/format.ts';
import { useBusy } from '../../../lib/hooks/use-busy.ts';
import { useTable } from '../../../lib/query/use-collection.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { Copy } from '../../../ui/copy.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { OnceValue } from '../once-value.tsx';
import { Section } from '../section.tsx';

/** Directories that create and deactivate people (SCIM): their address, and their tokens. */
export function Directories() {
  const t = useText('settings');
  const [opened, setOpened] = useState(false);
  const read = useQuery('scimTokensList', { query: { page_size: 100, ordering: 'name' } });
  const address = `${location.origin}${BASE}/scim/v2`;
  return (
    <Section title={t('directories.title')} text={t('directories.text')}>
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
          <Copy value={address} />
        </Group>
        {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
        {read.isLoading ? <LoadingLines lines={2} /> : null}
        {read.data?.results.length === 0 ? <Text>{t('directories.none')}</Text> : null}
        {(read.data?.results ?? []).map((token) => (
          <TokenRow key={token.id} token={token} onRevoked={() => void read.refetch()} />
        ))}
        <Group>
          <Button variant="light" onClick={() => setOpened(true)}>
            {t('directories.create')}
          </Button>
        </Group>
      </Stack>
      <TokenDialog opened={opened} onClose={() => setOpened(false)} onDone={() => void read.refetch()} />
    </Section>
  );
}

function TokenRow({ token, onRevoked }: { token: ScimToken; onRevoked: () => void }) {
  const t = useText('settings');
  const common = useText('common');
  const formats = useFormats();
  const clients = useTable('clients');
  const [revokeToken] = useMutation('scimTokensDelete');
  const revoke = async (): Promise<void> => {
    const result = await revokeToken({ params: { id: token.id } });
    if (!result.ok) return toast.failure(result);
    toast.success(t('keys.was_revoked', { name: token.name }));
    onRevoked();
  };
  const reach = token.client === null ? t('directories.everybody') : (clients[token.client]?.name ?? '–');
  const used =
    token.last_used_at === null
      ? t('directories.unused')
      : t('directories.used', { when: formats.dateTime(token.last_used_at) });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={600}>
          {token.name} <Code>{token.prefix}…</Code>
        </Text>
        <SmallText>
          {reach} · {used}
        </SmallText>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={common('labelled', { label: t('keys.revoke'), value: token.name })}
        onClick={() => void revoke()}
      >
        {t('keys.revoke')}
      </Button>
    </Group>
  );
}

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Creates a token, which is shown once. */
function TokenDialog({ opened, onClose, onDone }: DialogProps) {
  const t = useText('settings');
  const [value, setValue] = useState<string | null>(null);
  const close = (): void => {
    setValue(null);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={t('directories.create')} size="lg">
      {value === null ? null : <OnceValue value={value} use={t('directories.use')} onClose={close} />}
      {opened && value === null ? (
        <TokenForm
          onClose={close}
          onMade={(made) => {
            setValue(made);
            onDone();
          }}
        />
      ) : null}
    </Modal>
  );
}

function TokenForm({ onClose, onMade }: { onClose: () => void; onMade: (value: string) => void }) {
  const t = useText('settings');
  const common = useText('common');
  const domain = useText('domain');
  const [createToken] = useMutation('scimTokensCreate');
  const [name, setName] = useState('');
  const [client, setClient] = useState<number | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, during] = useBusy();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setErrors({});
    const result = await during(createToken({ body: { name, client } }));
    if (result.ok) return onMade(result.data.value);
    setErrors(flatErrors(result.errors ?? {}));
    focusFirstError(null);
    toast.failure(result, common('error.creating'));
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextField
          label={domain('field.name')}
          description={t('directories.name_help')}
          withAsterisk
          data-autofocus
          max={TEXT_LENGTHS.key.name}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ClientSelect
          description={t('directories.client_help')}
          clearable
          placeholder={t('directories.everybody')}
          value={client}
          onChange={setClient}
          error={errors.client}
        />
        <DialogButtons onCancel={onClose} act={common('action.create')} loading={busy} />
      </Stack>
    </form>
  );
}
