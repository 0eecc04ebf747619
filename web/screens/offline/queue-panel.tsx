import { Button, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import type { Queued } from '../../lib/offline/entry.ts';
import { isUnsent, retry } from '../../lib/offline/queue.ts';
import { useQueue } from '../../lib/offline/use-queue.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { QueueEntry } from './queue-entry.tsx';

/** The outgoing queue: what waits and since when, what was refused and why, how much was sent. */
export function QueuePanel() {
  const t = useText('offline');
  const { entries, isSending, isRead } = useQueue();
  const unsent = entries.filter(isUnsent);
  const sent = entries.length - unsent.length;
  return (
    <Panel
      title={t('queue.title')}
      mb="md"
      region
      gap="sm"
      aside={
        unsent.length === 0 ? null : (
          <Button
            size="sm"
            loading={isSending}
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => void retry()}
          >
            {t('queue.retry_all')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {isRead ? <Standing entries={unsent} /> : null}
        {unsent.map((entry) => (
          <QueueEntry key={entry.id} entry={entry} />
        ))}
        {sent > 0 ? <Text c="dimmed">{t('queue.sent', { count: sent })}</Text> : null}
      </Stack>
    </Panel>
  );
}

function Standing({ entries }: { entries: readonly Queued[] }) {
  const t = useText('offline');
  const formats = useFormats();
  if (entries.length === 0) return <Text c="dimmed">{t('queue.none')}</Text>;
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const refused = entries.length - waiting.length;
  const [first] = waiting.toSorted((a, b) => a.at - b.at);
  const since = first === undefined ? '' : formats.relative(first.at);
  const size = formats.bytes(waiting.reduce((sum, entry) => sum + entry.size, 0));
  return (
    <Text role="status">
      {[
        waiting.length > 0 ? t('queue.waiting', { count: waiting.length, since, size }) : '',
        refused > 0 ? t('queue.refused', { count: refused }) : '',
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  );
}
