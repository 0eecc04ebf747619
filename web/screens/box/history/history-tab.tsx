import type { Box } from '@aerowatch/contracts/api/boxes';
import { Button, Chip, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { NoteDialog, type NoteTarget } from '../../../entities/notes/note-dialog.tsx';
import { ForMembers } from '../../../entities/session/for-members.tsx';
import { useAddress } from '../../../lib/hooks/use-address.ts';
import { useText } from '../../../lib/text.ts';
import { ErrorLine, LoadingLines } from '../../../ui/states/states.tsx';
import { HardwarePanel } from '../hardware/hardware-panel.tsx';
import classes from './history.module.css';
import { NewEntry } from './new-entry.tsx';
import { ENTRY_KINDS, type EntryKind, kindsOf, type NoteRow } from './timeline.ts';
import { TimelineRow } from './timeline-row.tsx';
import { MAX_ENTRIES, useTimeline } from './use-timeline.ts';

const FIRST = 30;
const STEP = 50;
const NO_AEROS: readonly number[] = [];

/** All events of a box, newest first: alerts, SAMI, notes, work orders, firmware, configuration. */
export function HistoryTab({ box }: { box: Box }) {
  const [search, setAddress] = useAddress();
  const kinds = kindsOf(search.get('tab'), search.get('kind'));
  return (
    <Stack>
      <ForMembers>
        <NewEntry box={box} />
      </ForMembers>
      <HardwarePanel box={box} />
      <Paper p="md">
        <Kinds chosen={kinds} onChange={(next) => setAddress({ tab: 'history', kind: next.join(',') })} />
        <Timeline key={kinds.join()} box={box} kinds={kinds} />
      </Paper>
    </Stack>
  );
}

function Kinds({ chosen, onChange }: { chosen: EntryKind[]; onChange: (kinds: string[]) => void }) {
  const t = useText('box');
  return (
    <Chip.Group multiple value={chosen} onChange={onChange}>
      <Group gap={6} mb="sm" role="group" aria-label={t('history.only')} className="aw-no-print">
        {ENTRY_KINDS.map((kind) => (
          <Chip key={kind} value={kind} size="sm">
            {t(`history.kind.${kind}`)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

function Timeline({ box, kinds }: { box: Box; kinds: readonly EntryKind[] }) {
  const t = useText('box');
  const [limit, setLimit] = useState(FIRST);
  const [target, setTarget] = useState<NoteTarget | null>(null);
  const { entries, more, failure, isFetching, refetch } = useTimeline(box, kinds, limit);
  return (
    <>
      {failure ? <ErrorLine failure={failure} onRetry={refetch} /> : null}
      {entries === undefined ? <LoadingLines lines={6} /> : null}
      {entries?.length === 0 && failure === undefined ? <Text c="dimmed">{t('history.none')}</Text> : null}
      <ol className={classes.timeline} aria-label={t('tab.history')}>
        {entries?.map((entry) => (
          <TimelineRow
            key={entry.key}
            entry={entry}
            box={box}
            onEdit={(note: NoteRow) => setTarget({ note })}
          />
        ))}
      </ol>
      {more ? (
        <Button
          variant="default"
          mt="sm"
          loading={isFetching}
          onClick={() => setLimit(Math.min(MAX_ENTRIES, limit + STEP))}
        >
          {t('history.earlier')}
        </Button>
      ) : null}
      <NoteDialog target={target} aeros={NO_AEROS} onClose={() => setTarget(null)} onDone={() => undefined} />
    </>
  );
}
