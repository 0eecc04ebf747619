import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField } from '../../../forms/text-field.tsx';
import type { Answer } from '../../../lib/api/contract.ts';
import type { Result } from '../../../lib/api/result.ts';
import { useFormats } from '../../../lib/format.ts';
import { useBusy } from '../../../lib/hooks/use-busy.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { write } from '../../../lib/query/write.ts';
import { useText } from '../../../lib/text.ts';
import { SmallText } from '../../../ui/small-text.ts';
import { toast } from '../../../ui/toast.ts';
import { canUsePasskeys, makePasskey } from './passkey.ts';

/** Creates a passkey and stores it; null when the reader cancelled. */
async function addPasskey(name: string): Promise<Result<Answer<'passkeysCreate'>> | null> {
  const begun = await write('passkeysCreate');
  if (!begun.ok || !('options' in begun.data)) return begun;
  const response = await makePasskey(begun.data.options);
  if (response === null) return null;
  return write('passkeysCreate', { body: { challenge: begun.data.challenge, name, response } });
}

type Passkey = Answer<'passkeysList'>['results'][number];

/** The reader's passkeys; where passkeys cannot be created, the reason. */
export function PasskeyList({
  origin,
  onChange,
}: {
  origin: string | null;
  onChange: (codes: string[]) => void;
}) {
  const t = useText('profile');
  const read = useQuery('passkeysList', {});
  return (
    <Stack gap="sm">
      {(read.data?.results ?? []).map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={() => onChange([])} />
      ))}
      {origin !== null && canUsePasskeys(origin) ? (
        <NewPasskey onAdded={onChange} />
      ) : (
        <Text c="dimmed">
          {origin === null ? t('security.passkey_none') : t('security.passkey_elsewhere', { origin })}
        </Text>
      )}
    </Stack>
  );
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const t = useText('profile');
  const common = useText('common');
  const formats = useFormats();
  const [deletePasskey] = useMutation('passkeysDelete');
  const remove = async (): Promise<void> => {
    const result = await deletePasskey({ params: { id: passkey.id } });
    if (!result.ok) return toast.failure(result);
    onRemoved();
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={600}>{passkey.name}</Text>
        <SmallText>{t('security.passkey_since', { when: formats.date(passkey.created_at) })}</SmallText>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={common('labelled', { label: t('security.remove'), value: passkey.name })}
        onClick={() => void remove()}
      >
        {t('security.remove')}
      </Button>
    </Group>
  );
}

/** Its name, and the button that creates it. The first factor also brings recovery codes. */
function NewPasskey({ onAdded }: { onAdded: (codes: string[]) => void }) {
  const t = useText('profile');
  const [name, setName] = useState('');
  const [busy, during] = useBusy();
  const add = async (): Promise<void> => {
    const result = await during(addPasskey(name.trim() || t('security.passkey_default')));
    if (result === null) return toast.info(t('security.passkey_not_made'));
    if (!result.ok) return toast.failure(result);
    setName('');
    toast.success(t('security.passkey_added'));
    onAdded('recovery_codes' in result.data ? result.data.recovery_codes : []);
  };
  return (
    <Group align="flex-end">
      <TextField
        label={t('security.passkey_name')}
        max={TEXT_LENGTHS.passkey.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void add()}
      >
        {t('security.passkey_add')}
      </Button>
    </Group>
  );
}
