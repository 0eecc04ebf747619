import type { Aero } from '@aerowatch/contracts/api/aeros';
import { DAY, MINUTE } from '@aerowatch/domain/durations';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { chartHeight } from '../../../charts/panels/chart-height.ts';
import type { ChartRange } from '../../../charts/types.ts';
import { CurveView } from '../../../entities/curves/curve-view.tsx';
import { useCurveMarks } from '../../../entities/curves/marks.ts';
import { useCurves } from '../../../entities/curves/use-curves.ts';
import { NoteDialog, type NoteTarget } from '../../../entities/notes/note-dialog.tsx';
import { useCurveNotes } from '../../../entities/notes/use-curve-notes.tsx';
import { type NotesOfRange, useNotes } from '../../../entities/notes/use-notes.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/relative-time.tsx';
import { RefreshButton } from '../box-actions.tsx';
import type { Refresh } from '../use-refresh.ts';
import { useAlertsOfBox } from './use-aero-states.ts';

const DAYS = ['1', '7', '30', '90'] as const;
const METRICS: readonly MetricKey[] = ['stroke', 'pressure', 'temperature', 'battery_voltage'];
const HEIGHT = 170;
/** Reserved height of the curves with their heading and button, px. */
export const CURVES_HEIGHT = chartHeight(METRICS.length, HEIGHT) + 120;
/** The range moves on only by whole points of its resolution, to avoid needless reloading. */
const POINTS = 1000;
const stepOf = (days: number): number => Math.max(1, Math.round((days * DAY) / POINTS / MINUTE)) * MINUTE;

/** Curves with their notes; on a phone with the tools for the pole above, and the follow-up work below. */
export function AeroCurves({
  aero,
  narrow,
  refresh,
  children,
}: {
  aero: Aero;
  narrow: boolean;
  refresh: Refresh;
  children: ReactNode;
}) {
  const t = useText('box');
  const { days, setDays, zoom, setZoom, range } = useCurveRange();
  const ids = useMemo(() => [aero.id], [aero.id]);
  const { curves, failure, refetch } = useCurves({ aeros: ids, metrics: METRICS, range, expected: true });
  const found = useNotes(ids, range);
  const open = useAlertsOfBox(aero.box);
  const marks = useCurveMarks(ids, range, found.notes, { open });
  const notes = useCurveNotes(ids, found);
  return (
    <>
      {narrow ? <AtThePole aeros={ids} found={found} refresh={refresh} /> : null}
      {narrow ? children : null}
      <Panel
        title={t('aero.curves')}
        aside={
          <SegmentedControl
            className="aw-no-print"
            aria-label={t('aero.range')}
            value={zoom ? '' : days}
            data={DAYS.map((count) => ({ value: count, label: t('aero.days', { count: Number(count) }) }))}
            onChange={setDays}
          />
        }
      >
        {notes.hint}
        <CurveView
          curves={curves}
          failure={failure}
          onRetry={refetch}
          metrics={METRICS}
          mode="split"
          range={range}
          marks={marks}
          height={HEIGHT}
          onRange={setZoom}
          onReset={() => setZoom(null)}
          {...notes.props}
        />
        <Group justify="flex-end" mt="xs">
          {notes.button}
        </Group>
        {notes.list}
      </Panel>
    </>
  );
}

/** The days up to now shown by the curves, or the part that the user zoomed into. */
function useCurveRange() {
  const [days, setDays] = useState<string>('7');
  const [zoom, setZoom] = useState<ChartRange | null>(null);
  const now = useNow();
  const step = stepOf(Number(days));
  const until = Math.ceil(now / step) * step;
  const range = useMemo(() => zoom ?? { from: until - Number(days) * DAY, to: until }, [zoom, days, until]);
  const choose = (next: string): void => {
    setZoom(null);
    setDays(next);
  };
  return { days, setDays: choose, zoom, setZoom, range };
}

/** Actions of a technician at the pole: adding a note, and asking the box to report. */
function AtThePole({
  aeros,
  found,
  refresh,
}: {
  aeros: readonly number[];
  found: NotesOfRange;
  refresh: Refresh;
}) {
  const t = useText('box');
  const member = useGrants('member');
  const [target, setTarget] = useState<NoteTarget | null>(null);
  if (!member) return null;
  return (
    <Group gap="xs" grow preventGrowOverflow={false} className="aw-no-print">
      <Button px={8} onClick={() => setTarget({ at: Date.now() })}>
        {t('action.note')}
      </Button>
      <RefreshButton refresh={refresh} plain />
      <NoteDialog target={target} aeros={aeros} onClose={() => setTarget(null)} onDone={found.refetch} />
    </Group>
  );
}
