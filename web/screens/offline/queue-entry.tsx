import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { saveBlob } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { orderOf, type Queued, textOfEntry, type Written } from '../../lib/offline/entry.ts';
import { remove, retry } from '../../lib/offline/queue.ts';
import { pictureOf } from '../../lib/offline/store-queue.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { Copy } from '../../ui/copy.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { toast } from '../../ui/toast.ts';

/** One entry of the queue: what was written, what became of it, and what can be done with it. */
export function QueueEntry({ entry }: { entry: Queued }) {
  const t = useText('offline');
  const formats = useFormats();
  const { written, state, problem, attempts } = entry;
  const order = orderOf(entry);
  const textOf = useEntryText();
  const said = written === null ? t('queue.unreadable') : textOf(written);
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
        {written === null ? null : <TakeOut entry={entry} text={`${written.about}\n${said}`} />}
        <RemoveButton id={entry.id} />
      </Group>
    </Group>
  );
}

/** What was written leaves the queue as a text or a file, for whatever the server does not take. */
function TakeOut({ entry, text }: { entry: Queued; text: string }) {
  const t = useText('offline');
  const content = entry.written?.content;
  if (content?.kind !== 'photo')
    return (
      <Copy value={text} size="sm" variant="default">
        {t('queue.copy')}
      </Copy>
    );
  if (entry.problem?.lost !== undefined) return null;
  const save = async (): Promise<void> => {
    const picture = await pictureOf(entry).catch(() => null);
    if (picture === null) toast.error(t('queue.lost.picture'));
    else saveBlob(picture, content.body.name);
  };
  return (
    <Button size="sm" variant="default" onClick={() => void save()}>
      {t('queue.save_picture')}
    </Button>
  );
}

/** The text of an entry, in words. A closing says its verdict and acts. */
function useEntryText(): (written: Written) => string {
  const work = useText('work');
  return (written) => {
    const { content } = written;
    const closing = content.kind === 'closing' ? content.body.closing : undefined;
    const { verdict, acts = [] } = closing ?? {};
    const words = [
      verdict == null ? '' : work(`verdict_plain.${verdict}`),
      acts.map((act) => work(`act.${act}`)).join(', '),
      textOfEntry(written),
    ];
    return words.filter(Boolean).join(' · ');
  };
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
