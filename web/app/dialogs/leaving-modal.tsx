import { Button, Group, Modal, Text } from '@mantine/core';
import { isUnsent } from '../../lib/offline/queue.ts';
import { useQueue } from '../../lib/offline/use-queue.ts';
import { useText } from '../../lib/text.ts';
import { leaving } from './dialogs.ts';

/** Signing out deletes what waits on this device: the user is told how much that is. */
export default function LeavingModal() {
  const t = useText('common');
  const count = useQueue().entries.filter(isUnsent).length;
  return (
    <Modal opened={leaving.useIsOpen()} onClose={() => leaving.answer(false)} title={t('leaving.title')}>
      <Text size="md">{t('leaving.text', { count })}</Text>
      <Group justify="flex-end" mt="lg">
        <Button color="red" variant="light" onClick={() => leaving.answer(true)}>
          {t('leaving.go')}
        </Button>
        <Button data-autofocus onClick={() => leaving.answer(false)}>
          {t('leaving.stay')}
        </Button>
      </Group>
    </Modal>
  );
}
