import { Alert, Button, Group, Modal, Select, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ShownCredentials, useNewCredentials } from './credentials.tsx';

interface Props {
  /** The dialog is open while there is one. */
  box: { id: number; serial_number: string } | null;
  onClose: () => void;
}

/** Creates a new device password and shows it once. */
export function CredentialsDialog({ box, onClose }: Props) {
  const t = useText('boxes');
  return (
    <Modal
      opened={box !== null}
      onClose={onClose}
      title={t('credentials.title', { name: box?.serial_number ?? '' })}
      // Shown only once: a click beside the dialog must not close it.
      closeOnClickOutside={false}
    >
      {box === null ? null : <Content box={box} onClose={onClose} />}
    </Modal>
  );
}

/** Hours that the old password stays valid. */
const OVERLAPS = [0, 24, 72, 168] as const;

function Content({ box, onClose }: { box: { id: number }; onClose: () => void }) {
  const t = useText('boxes');
  const { made, make, busy } = useNewCredentials(box.id);
  const [hours, setHours] = useState('0');
  if (made !== null)
    return (
      <Stack>
        <ShownCredentials made={made} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('credentials.done')}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack>
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
      <DialogButtons
        onCancel={onClose}
        act={t('credentials.make')}
        loading={busy}
        onAct={() => make(Number(hours))}
      />
    </Stack>
  );
}
