import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { TextAreaField } from '../../forms/text-field.tsx';
import { ALERTS_AT_ONCE, inParts } from '../../lib/query/in-parts.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toast } from '../../ui/toast.ts';

interface Props {
  /** Alerts to mark; the dialog is open while there are some. */
  ids: readonly number[];
  onClose: () => void;
  onDone?: () => void;
}

/** Marks alerts as seen, which archives them, with a comment. */
export function SeenDialog({ ids, onClose, onDone }: Props) {
  const t = useText('alerts');
  const [comment, setComment] = useState('');
  const [archiveAlerts, busy] = useMutation('alertsArchive', t('seen.error'));
  const confirm = async () => {
    const text = comment.trim();
    const shared = text === '' ? {} : { comment: text };
    const send = (part: number[]) => archiveAlerts({ body: { ids: part, ...shared } });
    const result = await inParts(ids, send, ALERTS_AT_ONCE);
    if (!result.ok) return;
    // Somebody else may have archived some meanwhile.
    const archived = result.data.reduce((sum, part) => sum + part.archived, 0);
    toast.success(t('seen.done', { count: archived }));
    setComment('');
    onClose();
    onDone?.();
  };
  return (
    <Modal opened={ids.length > 0} onClose={onClose} title={t('seen.title', { count: ids.length })}>
      <Stack>
        <TextAreaField
          label={t('column.comment')}
          description={t('seen.commentHelp')}
          minRows={3}
          max={TEXT_LENGTHS.alert.comment}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          data-autofocus
        />
        <DialogButtons onCancel={onClose} act={t('seen.action')} loading={busy} onAct={confirm} />
      </Stack>
    </Modal>
  );
}
