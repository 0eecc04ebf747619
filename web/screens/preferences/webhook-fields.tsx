import type { ChannelKey } from '@aerowatch/domain/channels';
import {
  recognizedFormat,
  WEBHOOK_FORMAT_KEYS,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from '@aerowatch/domain/webhook-formats';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../../lib/text.ts';
import { addressOf, type PreferenceProps } from './preference.ts';

/** Address and format of the reader's webhook; the stored address is masked and replaced as a whole. */
export function WebhookFields({ channel, profile, errors, save }: PreferenceProps & { channel: ChannelKey }) {
  const t = useText('preferences');
  const common = useText('common');
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<WebhookFormat | null>(null);
  const stored = addressOf(profile, channel) ?? '';
  const storedFormat = ({ ...profile } as Record<string, unknown>)[`${channel}_format`] as
    | WebhookFormat
    | null
    | undefined;
  const address = typed ?? stored;
  // The previous address's format says nothing about another.
  const format = chosen ?? recognizedFormat(address) ?? (address === stored ? storedFormat : null) ?? null;
  const changed = address !== stored || (chosen !== null && chosen !== storedFormat);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const changes = {
      ...(address === stored ? {} : { [`${channel}_address`]: address.trim() || null }),
      ...(address.trim() === '' || format === null ? {} : { [`${channel}_format`]: format }),
    };
    if (!(await save(changes))) return;
    setTyped(null);
    setChosen(null);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={t('webhook')}
          description={t('webhook_help')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          style={{ flex: '1 1 280px' }}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={errors[`${channel}_address`]}
        />
        <Select
          label={t('webhook_format')}
          w={180}
          allowDeselect={false}
          placeholder={t('webhook_choose')}
          data={WEBHOOK_FORMAT_KEYS.map((value) => ({ value, label: WEBHOOK_FORMATS[value].name }))}
          value={format}
          onChange={(value) => setChosen(value as WebhookFormat)}
          error={errors[`${channel}_format`]}
        />
      </Group>
      {changed && (
        <Button type="submit" size="xs" mt="xs">
          {common('action.save')}
        </Button>
      )}
    </form>
  );
}
