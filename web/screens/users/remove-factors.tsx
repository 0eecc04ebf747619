import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/api/client.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/** Removes the second factors of somebody who lost them; both people are notified. */
export function RemoveFactors({ user }: { user: { id: number; name: string } }) {
  const t = useText('users');
  const common = useText('common');
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const result = await call('usersRemoveFactors', { params: { id: user.id } });
    setBusy(false);
    if (!result.ok) return toast.failure(result);
    toast.success(t('factors.removed', { name: user.name }));
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldOff size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('factors.remove')}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t('factors.remove')}>
        <Stack>
          <Text>{t('factors.explain', { name: user.name })}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {common('action.cancel')}
            </Button>
            <Button color="red" loading={busy} onClick={() => void remove()}>
              {t('factors.submit')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
