import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { orderOf, type Queued, textOfEntry } from '../../lib/offline/entry.ts';
import { isUnsent, remove, retry } from '../../lib/offline/queue.ts';
import { useQueue } from '../../lib/offline/use-queue.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';

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
          <Entry key={entry.id} entry={entry} />
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

function Entry({ entry }: { entry: Queued }) {
  const t = useText('offline');
  const formats = useFormats();
  const { written, state, problem, attempts } = entry;
  const order = orderOf(entry);
  const said = written === null ? t('queue.unreadable') : textOfEntry(written);
  const facts = [
    t('queue.written', { when: formats.dateTime(entry.at) }),
    formats.bytes(entry.size),
    attempts === 0 ? '' : t('queue.attempts', { count: attempts }),
  ];
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <Stack gap={2} flex="1 1 220px" miw={0}>
        <Group gap="xs">
          <Badge size="sm" color={state === 'refused' ? 'red' : 'amber'}>
            {t(state === 'refused' ? 'refused_badge' : 'waiting_badge')}
          </Badge>
          <Text fw={600}>{t(`kind.${entry.kind}`)}</Text>
          {order === null ? (
            <Text>{written?.about}</Text>
          ) : (
            <TextLink to={paths.workOrder(order)}>{written?.about || t('queue.order')}</TextLink>
          )}
        </Group>
        {said === '' ? null : (
          <Text lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {said}
          </Text>
        )}
        <SmallText>{facts.filter(Boolean).join(' · ')}</SmallText>
        {problem === null ? null : (
          <Text c={state === 'refused' ? 'red' : 'dimmed'}>
            {problem.lost === undefined ? problem.text : t(`queue.lost.${problem.lost}`)}
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        <Button size="sm" variant="default" onClick={() => void retry(entry.id)}>
          {t('queue.retry')}
        </Button>
        <RemoveButton id={entry.id} />
      </Group>
    </Group>
  );
}

/** Asks again in place: what is deleted here is nowhere else. */
function RemoveButton({ id }: { id: string }) {
  const t = useText('offline');
  const [sure, setSure] = useState(false);
  return (
    <Button
      key={sure ? 'sure' : 'ask'}
      size="sm"
      color="red"
      autoFocus={sure}
      variant={sure ? 'filled' : 'light'}
      onClick={() => (sure ? void remove(id) : setSure(true))}
    >
      {t(sure ? 'queue.remove_sure' : 'queue.remove')}
    </Button>
  );
}
