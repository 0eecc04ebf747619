import { Button, Group, Modal, Text } from '@mantine/core';
import { useText } from '../../lib/text.ts';
import { unsaved } from './dialogs.ts';

export default function UnsavedModal() {
  const t = useText('common');
  return (
    <Modal opened={unsaved.useIsOpen()} onClose={() => unsaved.answer(false)} title={t('form.unsaved_title')}>
      <Text size="md">{t('form.unsaved_text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => unsaved.answer(true)}>
          {t('form.unsaved_leave')}
        </Button>
        <Button data-autofocus onClick={() => unsaved.answer(false)}>
          {t('form.unsaved_stay')}
        </Button>
      </Group>
    </Modal>
  );
}
