import { Alert, Button, CopyButton, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { IconButton } from '../../ui/links/link-button.tsx';
import { toast } from '../../ui/toast.ts';

interface Props {
  /** The dialog is open while there is one. */
  box: { id: number; serial_number: string } | null;
  /** The box is new: there is no old password to speak of. */
  first?: boolean;
  onClose: () => void;
}

/** Creates a new device password and shows it once. */
export function CredentialsDialog({ box, first = false, onClose }: Props) {
  const t = useText('boxes');
  return (
    <Modal
      opened={box !== null}
      onClose={onClose}
      title={t(first ? 'credentials.title_first' : 'credentials.title', { name: box?.serial_number ?? '' })}
      // Shown once: a click beside the dialog must not lose it.
      closeOnClickOutside={false}
    >
      {box === null ? null : <Content box={box} first={first} onClose={onClose} />}
    </Modal>
  );
}

/** Hours that the old password stays valid. */
const OVERLAPS = [0, 24, 72, 168] as const;

function Content({ box, first, onClose }: { box: { id: number }; first: boolean; onClose: () => void }) {
  const t = useText('boxes');
  const common = useText('common');
  const [made, setMade] = useState<Answer<'boxesCredentials'> | null>(null);
  const [hours, setHours] = useState('0');
  const [renewCredentials, busy] = useMutation('boxesCredentials');
  const make = async (): Promise<void> => {
    const result = await renewCredentials({
      params: { id: box.id },
      body: { overlap_hours: Number(hours) },
    });
    if (result.ok) setMade(result.data);
    else toast.failure(result, common('error.creating'));
  };
  if (made === null)
    return (
      <Stack>
        {first ? (
          <Text>{t('credentials.first')}</Text>
        ) : (
          <>
            <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
              {t(hours === '0' ? 'credentials.warning' : 'credentials.overlaps')}
            </Alert>
            <Select
              label={t('credentials.overlap')}
              data={OVERLAPS.map((count) => ({
                value: String(count),
                label: count === 0 ? t('credentials.at_once') : t('credentials.hours', { count }),
              }))}
              value={hours}
              onChange={(value) => setHours(value ?? '0')}
              allowDeselect={false}
            />
          </>
        )}
        <DialogButtons
          onCancel={onClose}
          act={t(first ? 'credentials.make_first' : 'credentials.make')}
          loading={busy}
          onAct={make}
        />
      </Stack>
    );
  return (
    <Stack>
      <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} role="status">
        {t('credentials.once')}
      </Alert>
      {made.external_broker ? (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
          {t('credentials.external')}
        </Alert>
      ) : null}
      <Shown label={t('credentials.username')} value={made.username} />
      <Shown label={t('credentials.password')} value={made.password} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('credentials.done')}</Button>
      </Group>
    </Stack>
  );
}

function Shown({ label, value }: { label: string; value: string }) {
  const t = useText('boxes');
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <IconButton
              label={copied ? t('credentials.copied') : t('credentials.copy', { what: label })}
              onClick={copy}
              icon={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            />
          )}
        </CopyButton>
      }
    />
  );
}
