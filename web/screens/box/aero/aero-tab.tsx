import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { DAY, MINUTE } from '@aerowatch/domain/durations';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { Button, Grid, Group, Paper, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { chartHeight } from '../../../charts/panels/chart-height.ts';
import type { ChartRange } from '../../../charts/types.ts';
import { CurveView } from '../../../entities/curves/curve-view.tsx';
import { useCurveMarks } from '../../../entities/curves/marks.ts';
import { useCurves } from '../../../entities/curves/use-curves.ts';
import type { FleetRow } from '../../../entities/diagnostics/finding-value.ts';
import { AeroGauge } from '../../../entities/gauge/aero-gauge.tsx';
import { NoteDialog, type NoteTarget } from '../../../entities/notes/note-dialog.tsx';
import { useCurveNotes } from '../../../entities/notes/use-curve-notes.tsx';
import { type NotesOfRange, useNotes } from '../../../entities/notes/use-notes.ts';
import { ForMembers } from '../../../entities/session/for-members.tsx';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { SamiBadge } from '../../../ui/badges/sami-mark.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/relative-time.tsx';
import { RefreshButton } from '../box-actions.tsx';
import { AeroWeek } from '../forecast/week-table.tsx';
import { Later } from '../later.tsx';
import type { Refresh } from '../use-refresh.ts';
import { AeroFacts } from './aero-facts.tsx';
import { Diagnosis, DiagnosisActs, WholeDiagnosis } from './diagnosis.tsx';
import { LatestMeasure } from './latest-measure.tsx';
import { MutedNotice } from './muted-notice.tsx';
import { SamiDialog } from './sami-dialog.tsx';
import { useAeroGauge } from './use-aero-gauge.ts';

const DAYS = ['1', '7', '30', '90'] as const;
const METRICS: readonly MetricKey[] = ['stroke', 'pressure', 'temperature', 'battery_voltage'];

interface Props {
  aero: Aero;
  diagnosis: FleetRow | undefined;
  /** What stands for a diagnosis that has not loaded, or could not be read. */
  missing: ReactNode;
  box: Box;
  /** A phone: what is needed at the pole comes first, the rest below. */
  narrow: boolean;
  refresh: Refresh;
}

const HEIGHT = 170;
/** The room of the curves with their heading and button, px. */
const CURVES_HEIGHT = chartHeight(METRICS.length, HEIGHT) + 120;
/** Curves move on by what their range has in a point, so that they are not read again for less. */
const POINTS = 1000;
const stepOf = (days: number): number => Math.max(1, Math.round((days * DAY) / POINTS / MINUTE)) * MINUTE;

/** One AERO: verdict, stroke of its ram, latest measure, live curves, properties. */
export function AeroTab({ aero, diagnosis, missing, box, narrow, refresh }: Props) {
  const t = useText('box');
  const [changing, setChanging] = useState(false);
  const gauge = useAeroGauge(aero, box);
  const drawing = <AeroGauge facts={gauge} />;
  const verdict = diagnosis ? (
    <Diagnosis
      aero={aero}
      row={diagnosis}
      compact={narrow}
      drawing={drawing}
      onChange={() => setChanging(true)}
    />
  ) : (
    <Paper p={narrow ? 'sm' : 'md'}>
      <Stack gap="sm">
        {missing}
        {drawing}
      </Stack>
    </Paper>
  );
  const latest = <LatestMeasure aero={aero.id} box={box.id} narrow={narrow} />;
  const curves = (
    <AeroCurves key={aero.id} aero={aero} narrow={narrow} refresh={refresh}>
      <MutedNotice aero={aero} />
      {diagnosis ? <DiagnosisActs aero={aero} row={diagnosis} onChange={() => setChanging(true)} /> : null}
    </AeroCurves>
  );
  const known = (
    <Paper p="md">
      <Group justify="space-between" mb="xs">
        <SamiBadge level={aero.sami} />
        <ForMembers>
          <Button size="compact-sm" variant="light" onClick={() => setChanging(true)} className="aw-no-print">
            {t('aero.change')}
          </Button>
        </ForMembers>
      </Group>
      <AeroFacts aero={aero} />
    </Paper>
  );
  return (
    <>
      {narrow ? (
        <Stack gap="xs">
          {verdict}
          {latest}
          {curves}
          <Later>
            <AeroWeek aero={aero} box={box} />
          </Later>
          {known}
          {diagnosis ? <WholeDiagnosis row={diagnosis} /> : null}
        </Stack>
      ) : (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Stack gap="md">
              {verdict}
              <Later minHeight={CURVES_HEIGHT}>
                {curves}
                <AeroWeek aero={aero} box={box} />
              </Later>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Later>
              <Stack gap="md">
                {latest}
                {known}
              </Stack>
            </Later>
          </Grid.Col>
        </Grid>
      )}
      <SamiDialog aero={aero} opened={changing} onClose={() => setChanging(false)} />
    </>
  );
}

/** Curves with their notes; on a phone with the tools for the pole above, and the follow-up work below. */
function AeroCurves({
  aero,
  narrow,
  refresh,
  children,
}: Omit<Props, 'box' | 'diagnosis' | 'missing'> & { children: ReactNode }) {
  const t = useText('box');
  const [days, setDays] = useState<string>('7');
  const [zoom, setZoom] = useState<ChartRange | null>(null);
  const now = useNow();
  const step = stepOf(Number(days));
  const until = Math.ceil(now / step) * step;
  const range = useMemo(() => zoom ?? { from: until - Number(days) * DAY, to: until }, [zoom, days, until]);
  const ids = useMemo(() => [aero.id], [aero.id]);
  const { curves, failure, refetch } = useCurves({ aeros: ids, metrics: METRICS, range, expected: true });
  const found = useNotes(ids, range);
  const marks = useCurveMarks(ids, range, found.notes);
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
            onChange={(next) => {
              setZoom(null);
              setDays(next);
            }}
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

/** What a technician does at the pole: note what they see, and ask the box to report. */
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
