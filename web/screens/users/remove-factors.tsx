import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toast } from '../../ui/toast.ts';

/** Removes the second factors of somebody who lost them; both people are notified. */
export function RemoveFactors({ user }: { user: { id: number; name: string } }) {
  const t = useText('users');
  const [open, setOpen] = useState(false);
  const [removeFactors, busy] = useMutation('usersRemoveFactors');
  const remove = async (): Promise<void> => {
    const result = await removeFactors({ params: { id: user.id } });
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
          <DialogButtons
            onCancel={() => setOpen(false)}
            act={t('factors.submit')}
            color="red"
            loading={busy}
            onAct={remove}
          />
        </Stack>
      </Modal>
    </>
  );
}
