import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isSafe, useRecord } from '../../entities/offline/use-record.ts';
import { WaitingBadge } from '../../entities/offline/waiting-badge.tsx';
import type { Order } from '../../entities/work/work-words.ts';
import { TextAreaField } from '../../forms/text-field.tsx';
import { useFormats } from '../../lib/format.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { isWaiting } from '../../lib/offline/with-entries.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';

/** The comments of an order. */
export function Comments({ order, edits, onDone }: { order: Order; edits: boolean; onDone: () => void }) {
  const t = useText('work');
  const common = useText('common');
  const formats = useFormats();
  const [text, setText] = useState('');
  const record = useRecord(common('error.creating'));
  const [busy, during] = useBusy();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const body = { comment: text };
    const outcome = await during(record({ kind: 'comment', order: order.id, about: order.title, body }));
    if (!isSafe(outcome)) return;
    setText('');
    onDone();
  };
  return (
    <Panel title={t('comments.title')} mb="md" region gap="sm">
      <Stack gap="sm">
        {order.comments.length === 0 ? <Text c="dimmed">{t('comments.none')}</Text> : null}
        {order.comments.map((comment) => (
          <div key={comment.id}>
            <SmallText>
              {isWaiting(comment) ? <WaitingBadge /> : (comment.user_name ?? t('comments.system'))} ·{' '}
              {formats.dateTime(comment.at)}
            </SmallText>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{comment.text}</Text>
          </div>
        ))}
        {edits ? (
          <form onSubmit={send} className="aw-no-print">
            <TextAreaField
              aria-label={t('comments.write')}
              placeholder={t('comments.write')}
              max={TEXT_LENGTHS.work_order.comment}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Group justify="flex-end" mt="xs">
              <Button type="submit" size="xs" loading={busy} disabled={text.trim() === ''}>
                {common('action.send')}
              </Button>
            </Group>
          </form>
        ) : null}
      </Stack>
    </Panel>
  );
}
