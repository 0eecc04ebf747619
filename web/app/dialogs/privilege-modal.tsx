import { Button, Group, Modal, Text } from '@mantine/core';
import { useText } from '../../lib/text.ts';
import { privilege } from './dialogs.ts';

export default function PrivilegeModal() {
  const t = useText('common');
  const close = () => privilege.answer();
  return (
    <Modal opened={privilege.useIsOpen()} onClose={close} title={t('privileges.title')}>
      <Text size="md">{t('privileges.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={close} data-autofocus>
          {t('action.close')}
        </Button>
      </Group>
    </Modal>
  );
}
