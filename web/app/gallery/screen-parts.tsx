import { Group, SimpleGrid, Tabs } from '@mantine/core';
import { useMemo, useState } from 'react';
import { AlertFinding } from '../../screens/alert/alert-finding.tsx';
import { useAlertColumns } from '../../screens/alerts/columns.tsx';
import { AeroTabLabel } from '../../screens/box/aero/aero-tab-label.tsx';
import { LatestMeasure } from '../../screens/box/aero/latest-measure.tsx';
import { MutedNotice } from '../../screens/box/aero/muted-notice.tsx';
import { ChangeBadge, ChangeProgress } from '../../screens/configuration-changes/change-parts.tsx';
import { EvolutionChart } from '../../screens/dashboard/evolution/evolution-chart.tsx';
import { LineLegend } from '../../screens/line/line-legend.tsx';
import { LineCanvas } from '../../screens/line/picture/line-canvas.tsx';
import { layoutOf } from '../../screens/line/picture/track-layout.ts';
import type { ForecastLayer } from '../../screens/map/forecast-layer.ts';
import { ForecastLegend } from '../../screens/map/forecast-legend.tsx';
import { AuditChanges } from '../../screens/settings/audit/audit-changes.tsx';
import type { AuditWords } from '../../screens/settings/audit/audit-words.ts';
import { Section } from '../../screens/settings/section.tsx';
import { Comments } from '../../screens/work-order/comments.tsx';
import { OrderCard } from '../../screens/work-orders/board.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { DIAGNOSES, FINDINGS, SHOWN, sampleAero } from './entity-samples.ts';
import type { Part } from './part.ts';
import { FAILURES, NAMES } from './samples.ts';
import { ALERTS, at, ON_LINE, ORDERS, sampleAlert, sampleOrder } from './screen-samples.ts';

const nothing = (): void => {};
const OTHER = [sampleAlert(9, { aero: SHOWN.failed, box: SHOWN.failed })];

function AlertRows({ archived }: { archived: boolean }) {
  const columns = useAlertColumns(archived, ({ id }) => (id === 1 ? OTHER : []));
  const shared = { columns, rowId: (row: { id: number }) => row.id, rowName: () => NAMES[0] };
  const name = archived ? 'archived' : 'open';
  return (
    <>
      <DataTable {...shared} label={name} urlPrefix={name} rows={ALERTS} empty={null} />
      <DataTable {...shared} label={`${name}, none`} urlPrefix={`${name}1`} rows={[]} empty={NAMES[1]} />
      <DataTable
        {...shared}
        label={`${name}, loading`}
        urlPrefix={`${name}2`}
        rows={[]}
        isLoading
        empty={null}
      />
      <DataTable
        {...shared}
        label={`${name}, failed`}
        urlPrefix={`${name}3`}
        rows={[]}
        failure={FAILURES[0]!}
        onRetry={nothing}
        empty={null}
      />
    </>
  );
}

function Lanes() {
  const layout = useMemo(() => layoutOf(ON_LINE, () => 'calm'), []);
  const [view, setView] = useState({ from: layout.from, to: layout.to });
  const [selected, setSelected] = useState<number | null>(3);
  return (
    <>
      <LineCanvas
        layout={layout}
        view={view}
        onView={setView}
        stations={() => [{ km: 103, name: NAMES[1] }]}
        shown={({ aero }) => ({ stroke: aero.stroke, expected: aero.stroke === null ? null : 430 })}
        selected={selected}
        onSelect={setSelected}
        onOpen={nothing}
      />
      <LineLegend />
    </>
  );
}

const standing = (position: number, alerts: number, key: keyof typeof DIAGNOSES) => ({
  aero: { ...sampleAero(SHOWN.full), position },
  row: DIAGNOSES[key],
  verdict: DIAGNOSES[key].verdict,
  alerts,
});

const COMMENTED = sampleOrder(1, {
  comments: [{ id: 1, text: NAMES[2], at: at(-1), user: 1, user_name: NAMES[1] }],
});
const LAYER: ForecastLayer = {
  state: 'known',
  retry: nothing,
  shows: 'week',
  kinds: (['circle', 'triangle', 'diamond', 'square'] as const).map((shape, index) => ({
    color: '#5c7a0a',
    ink: '#ffffff',
    letter: '',
    shape,
    label: NAMES[index % 2]!,
  })),
  points: { id: [], longitude: [], latitude: [], kind: [], alerts: [] },
  counts: [12_345, 7, 1, 0],
  days: [],
};
const DAYS = Array.from({ length: 30 }, (_, index) => ({
  day: at(index - 30).slice(0, 10),
  count: index === 12 ? 0 : 4000 + 900 * Math.sin(index),
}));
const changesOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`field_${index}`, { from: index, to: NAMES[2] }]),
  );
const SPOKEN: AuditWords = { name: (path) => path.join(' '), value: (_, value) => String(value) };

/** Components defined by screens. */
export const SCREEN_PARTS: readonly Part[] = [
  {
    name: 'alerts: rows of the list, in each state; none, loading, failed',
    show: () => <AlertRows archived={false} />,
  },
  { name: 'alerts: rows of the archive', show: () => <AlertRows archived /> },
  {
    name: 'alert: its finding could not be read',
    show: () => <AlertFinding alert={sampleAlert(1, { aero: SHOWN.failed, finding: FINDINGS.bad })} />,
  },
  {
    name: 'work orders: OrderCard, in each state',
    show: () => (
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        {ORDERS.map((order) => (
          <OrderCard key={order.id} order={order} onMoved={nothing} />
        ))}
      </SimpleGrid>
    ),
  },
  {
    name: 'work order: Comments: with and without, by somebody who only reads',
    show: () =>
      [true, false].map((edits) => (
        <Comments key={String(edits)} order={edits ? COMMENTED : ORDERS[0]!} edits={edits} onDone={nothing} />
      )),
  },
  {
    name: 'map: ForecastLegend: known, loading, failed',
    show: () =>
      (['known', 'loading', 'failed'] as const).map((state) => (
        <ForecastLegend key={state} layer={{ ...LAYER, state }} />
      )),
  },
  {
    name: 'configuration changes: ChangeProgress, ChangeBadge',
    show: () => (
      <>
        <ChangeProgress counts={{ total: 40, applied: 21, pending: 9, refused: 7, replaced: 3, held: 0 }} />
        <Group gap="xs">
          {(['applied', 'pending', 'refused', 'replaced', 'held'] as const).map((state) => (
            <ChangeBadge key={state} state={state} />
          ))}
        </Group>
      </>
    ),
  },
  {
    name: 'dashboard: EvolutionChart: a month, nothing at all',
    show: () => (
      <>
        <EvolutionChart days={DAYS} label={NAMES[1]} />
        <EvolutionChart days={DAYS.map(({ day }) => ({ day, count: 0 }))} label={NAMES[1]} />
      </>
    ),
  },
  {
    name: 'settings: Section, AuditChanges: few, many',
    show: () => (
      <Section title={NAMES[1]} text={NAMES[2]}>
        {[2, 14].map((count) => (
          <AuditChanges key={count} changes={changesOf(count)} words={SPOKEN} />
        ))}
      </Section>
    ),
  },
  { name: 'line: lanes with each state, two at one place; legend', show: () => <Lanes /> },
  {
    name: 'box: AeroTabLabel: bad with alerts, good, unknown',
    show: () => (
      <Tabs value="1">
        <Tabs.List>
          {(['wrong', 'fine', 'unknown'] as const).map((key, index) => (
            <Tabs.Tab key={key} value={String(index + 1)}>
              <AeroTabLabel state={standing(index + 1, index === 0 ? 3 : 0, key)} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    ),
  },
  {
    name: 'box: LatestMeasure: full, loading, failed; on a phone',
    show: () =>
      [SHOWN.full, SHOWN.loading, SHOWN.failed].flatMap((id) =>
        [false, true].map((narrow) => (
          <LatestMeasure key={`${id} ${narrow}`} aero={id} box={id} narrow={narrow} />
        )),
      ),
  },
  {
    name: 'box: MutedNotice',
    show: () => <MutedNotice aero={{ ...sampleAero(SHOWN.full), sami: 'unsatisfactory' }} />,
  },
];
