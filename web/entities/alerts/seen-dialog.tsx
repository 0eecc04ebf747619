import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/api/client.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { removed } from '../entities-slice.ts';
import { useAppDispatch } from '../store.ts';

interface Props {
  /** Alerts to mark; the dialog is open while there are some. */
  ids: readonly number[];
  onClose: () => void;
  onDone?: () => void;
}

/** Marks alerts as seen, which archives them, with a comment. */
export function SeenDialog({ ids, onClose, onDone }: Props) {
  const t = useText('alerts');
  const common = useText('common');
  const dispatch = useAppDispatch();
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const text = comment.trim();
    const result = await call('alertsArchive', {
      body: { ids: [...ids], ...(text === '' ? {} : { comment: text }) },
    });
    setBusy(false);
    if (!result.ok) return toast.failure(result, t('seen.error'));
    dispatch(removed({ collection: 'alerts', ids: [...ids] }));
    toast.success(t('seen.done', { count: ids.length }));
    setComment('');
    onClose();
    onDone?.();
  };
  return (
    <Modal opened={ids.length > 0} onClose={onClose} title={t('seen.title', { count: ids.length })}>
      <Stack>
        <Textarea
          label={t('seen.comment')}
          description={t('seen.commentHelp')}
          minRows={3}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void confirm()}>
            {t('seen.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
