import type { Silence } from '@aerowatch/contracts/api/silences';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconBellOff, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { wordsOfRule } from '../../entities/silences/draft.ts';
import { SilenceDialog } from '../../entities/silences/silence-dialog.tsx';
import { useTimeWords } from '../../entities/silences/use-time-words.ts';
import { useFormats } from '../../lib/format.ts';
import { useCollectionState } from '../../lib/query/collection-state.ts';
import { useItem, useTable } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';

const NONE: readonly number[] = [];

/** Silences: current and future ones. */
export default function SilencesScreen() {
  const t = useText('silences');
  const may = useGrants('member');
  const [making, setMaking] = useState(false);
  const [changed, setChanged] = useState<Silence | undefined>();
  const read = useQuery('silencesList', { query: { page_size: 1000 } }, { live: ['silences', 'alerts'] });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          may ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
              {t('create')}
            </Button>
          ) : undefined
        }
      />
      {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
      {read.isLoading ? <LoadingLines /> : null}
      {read.data?.results.length === 0 ? <EmptyState title={t('empty')} icon={IconBellOff} /> : null}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {read.data?.results.map((silence) => (
          <li key={silence.id}>
            <Row silence={silence} onChange={may ? () => setChanged(silence) : undefined} />
          </li>
        ))}
      </Stack>
      <SilenceDialog boxes={making ? NONE : null} onClose={() => setMaking(false)} />
      <SilenceDialog
        boxes={changed === undefined ? null : NONE}
        silence={changed}
        onClose={() => setChanged(undefined)}
      />
    </>
  );
}

/** Serial number of a box, also of one that is not loaded. */
function useSerial(id: number | undefined): string {
  const known = useItem('boxes', id ?? null);
  const { isLoading } = useCollectionState('boxes');
  const skip = id === undefined || known !== undefined || isLoading;
  const read = useQuery('boxesGet', { params: { id: id ?? 0 }, query: { secrets: 'masked' } }, { skip });
  const unknown = isLoading || read.isLoading ? '…' : `#${id}`;
  return (known ?? read.data)?.serial_number ?? unknown;
}

/** The scope of a silence: its boxes by the name of the first, a tag, or a range of a line. */
function useWhat({ boxes, tag, line, from_km, to_km, track }: Silence): string {
  const t = useText('silences');
  const formats = useFormats();
  const tags = useTable('tags');
  const serial = useSerial(boxes?.[0]);
  if (boxes !== null) {
    const others = boxes.length - 1;
    return others > 0 ? t('boxes', { name: serial, count: others }) : t('box', { name: serial });
  }
  if (tag !== null) return t('tag', { name: tags[tag]?.name ?? `#${tag}` });
  const name = track === null ? (line ?? '') : t('onTrack', { line: line ?? '', track });
  if (from_km === null && to_km === null) return t('line', { name });
  return t('stretch', { name, from: formats.kilometerPoint(from_km), to: formats.kilometerPoint(to_km) });
}

/** Read-only without `onChange`. */
function Row({ silence, onChange }: { silence: Silence; onChange: (() => void) | undefined }) {
  return (
    <Paper p="md">
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Said silence={silence} />
        </div>
        {onChange === undefined ? null : <Acts silence={silence} onChange={onChange} />}
      </Group>
    </Paper>
  );
}

function Acts({ silence, onChange }: { silence: Silence; onChange: () => void }) {
  const t = useText('silences');
  const common = useText('common');
  const [endSilence, busy] = useMutation('silencesEnd');
  const end = async () => {
    const result = await endSilence({ params: { id: silence.id } });
    if (!result.ok) return toast.failure(result);
    toast.success(t('ended'));
  };
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={onChange}>
        {common('action.edit')}
      </Button>
      <Button variant="default" size="xs" loading={busy} onClick={() => void end()}>
        {t('end')}
      </Button>
    </Group>
  );
}

/** The scope, period, repetition, boxes, reason and author of a silence. */
function Said({ silence }: { silence: Silence }) {
  const t = useText('silences');
  const formats = useFormats();
  const times = useTimeWords();
  const what = useWhat(silence);
  const { times_left: left, rrule } = silence;
  return (
    <>
      <Group gap="xs">
        <Text size="md" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {what}
        </Text>
        <Badge color={silence.active ? 'blue' : 'gray'}>{t(silence.active ? 'now' : 'later')}</Badge>
        <Text c="dimmed">{t('covers', { count: silence.covered })}</Text>
        {silence.alerts > 0 ? <Text c="dimmed">{t('alerts', { count: silence.alerts })}</Text> : null}
      </Group>
      <Text>{`${formats.dateTime(silence.window_from)} – ${formats.dateTime(silence.window_to)}`}</Text>
      {left > 1 ? (
        <>
          <Text>{times.summary(left, silence.last_to)}</Text>
          <SmallText>{t('next', { times: times.starts(silence.next) })}</SmallText>
        </>
      ) : null}
      <Text style={{ overflowWrap: 'anywhere' }}>{silence.reason}</Text>
      <SmallText>
        {[
          silence.user_name === null ? '' : t('by', { name: silence.user_name }),
          rrule === null ? '' : t('repeats', { rule: wordsOfRule(rrule, { t, day: formats.day }) }),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </SmallText>
    </>
  );
}
