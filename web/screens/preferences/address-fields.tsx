import type { OwnChannel } from '@aerowatch/domain/notifications/channels';
import type { OwnAddress } from '@aerowatch/domain/notifications/own-addresses';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../../lib/text.ts';
import { addressOf, type PreferenceProps } from './preference.ts';

interface AddressProps extends PreferenceProps {
  channel: OwnChannel;
  own: OwnAddress;
}
/** The input typed and chosen over the stored address; `submit` saves the differences. */
function useAddress({ channel, own: { formats }, profile, save }: AddressProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const stored = addressOf(profile, channel) ?? '';
  const fields: Readonly<Record<string, unknown>> = { ...profile };
  const storedFormat = fields[`${channel}_format`] as string | null | undefined;
  const address = typed ?? stored;
  // The previous address's format says nothing about another.
  const format = chosen ?? formats?.recognized(address) ?? (address === stored ? storedFormat : null) ?? null;
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
  const changed = address !== stored || (chosen !== null && chosen !== storedFormat);
  return { address, format, changed, setTyped, setChosen, submit };
}

/**
 * The user's address at a channel with its own addresses, and its format; the stored one is masked and
 * replaced as a whole.
 */
export function AddressFields(props: AddressProps) {
  const { channel, own, errors } = props;
  const { formats, called } = own;
  const t = useText('preferences');
  const channels = useText('channels');
  const common = useText('common');
  const { address, format, changed, setTyped, setChosen, submit } = useAddress(props);
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={channels(`${channel}.address.label`)}
          description={channels(`${channel}.address.help`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="text"
          inputMode={called ? 'url' : 'text'}
          autoComplete="off"
          spellCheck={false}
          style={{ flex: '1 1 280px' }}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={errors[`${channel}_address`]}
        />
        {formats !== null && (
          <Select
            label={t('address_format')}
            w={180}
            allowDeselect={false}
            placeholder={t('address_choose')}
            data={formats.keys.map((value) => ({ value, label: formats.nameOf(value) }))}
            value={format}
            onChange={(value) => setChosen(value)}
            error={errors[`${channel}_format`]}
          />
        )}
      </Group>
      {changed && (
        <Button type="submit" size="xs" mt="xs">
          {common('action.save')}
        </Button>
      )}
    </form>
  );
}
