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

/** The reader's passkeys; where passkeys cannot be created, the reason. */
export function PasskeyList({
  origin,
  onChange,
}: {
  origin: string | null;
  onChange: (codes: string[]) => void;
}) {
  const t = useText('profile');
  const [deletePasskey] = useMutation('passkeysDelete');
  const formats = useFormats();
  const read = useQuery('passkeysList', {});
  const [name, setName] = useState('');
  const [busy, during] = useBusy();
  const add = async (): Promise<void> => {
    const kept = await during(addPasskey(name.trim() || t('security.passkey_default')));
    if (kept === null) return toast.info(t('security.passkey_not_made'));
    if (!kept.ok) return toast.failure(kept);
    setName('');
    toast.success(t('security.passkey_added'));
    onChange('recovery_codes' in kept.data ? kept.data.recovery_codes : []);
  };
  const remove = async (id: number): Promise<void> => {
    const result = await deletePasskey({ params: { id } });
    if (!result.ok) return toast.failure(result);
    onChange([]);
  };
  const possible = origin !== null && canUsePasskeys(origin);
  return (
    <Stack gap="sm">
      {(read.data?.results ?? []).map((key) => (
        <Group key={key.id} justify="space-between" wrap="nowrap">
          <div>
            <Text fw={600}>{key.name}</Text>
            <SmallText>{t('security.passkey_since', { when: formats.date(key.created_at) })}</SmallText>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('security.remove')}: ${key.name}`}
            onClick={() => void remove(key.id)}
          >
            {t('security.remove')}
          </Button>
        </Group>
      ))}
      {possible ? (
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
      ) : (
        <Text c="dimmed">
          {origin === null ? t('security.passkey_none') : t('security.passkey_elsewhere', { origin })}
        </Text>
      )}
    </Stack>
  );
}
