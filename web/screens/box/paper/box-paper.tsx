import type { Box } from '@aerowatch/contracts/api/boxes';
import { DAY } from '@aerowatch/domain/durations';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { Button, Group, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartRange } from '../../../charts/types.ts';
import { CurveView } from '../../../entities/curves/curve-view.tsx';
import { useCurves } from '../../../entities/curves/use-curves.ts';
import type { CurveRead } from '../../../entities/diagnostics/finding-chart.tsx';
import { type FleetRow, standing } from '../../../entities/diagnostics/finding-value.ts';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { type Query, useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { LinkButton } from '../../../ui/links/link-button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { LoadingLines } from '../../../ui/states/states.tsx';
import { BoxFactList } from '../box-facts.tsx';
import classes from './box-paper.module.css';
import { PaperAero } from './paper-aero.tsx';
import { PaperAlerts, PaperLog } from './paper-lists.tsx';
import { joined, type PaperRead, stateOfPaper } from './paper-reads.ts';

const DAYS = 30;
const METRICS: readonly MetricKey[] = ['stroke', 'pressure', 'temperature'];
/** Time for drawing curves once all data is loaded, ms. */
const DRAWING = 600;

const asPaper = <T, U>({ data, failure, refetch }: Query<T>, of: (data: T) => U): PaperRead<U> => ({
  data: data === undefined ? undefined : of(data),
  failure,
  onRetry: refetch,
});
const same = <T,>(data: T): T => data;

/** All data of the paper, and whether all of it is loaded. */
function usePaperReads(box: Box, range: ChartRange) {
  const ids = useMemo(() => box.aeros.map(({ id }) => id), [box.aeros]);
  const diagnoses = useQuery(
    'diagnosticsList',
    { query: { box: [box.id], evidence: true } },
    { skip: ids.length === 0 },
  );
  const { curves, failure, refetch } = useCurves({
    aeros: ids,
    metrics: METRICS,
    range,
    live: false,
    points: 400,
  });
  const alerts = useQuery('alertsOpened', { query: { box: [box.id], limit: 100 } });
  const archived = useQuery('alertsArchived', { query: { box: [box.id], limit: 100 } });
  const log = useQuery('notesList', { query: { box: [box.id], page_size: 200, ordering: '-at' } });
  const findings = useFindingCurves(diagnoses.data?.results ?? []);
  const state = stateOfPaper([
    ...(ids.length === 0 ? [] : [diagnoses, { data: curves, failure }]),
    ...[alerts, archived, log],
    ...findings.reads,
  ]);
  return {
    state,
    diagnoses,
    curves: { curves, failure, onRetry: refetch },
    alerts: joined(asPaper(alerts, same), asPaper(archived, same)),
    log: asPaper(log, ({ results }) => results),
    onCurve: findings.onCurve,
  };
}

/** The whole box on two sheets: properties, both AEROs with their findings, then curves, alerts and log. */
export default function BoxPaper({ box }: { box: Box }) {
  const t = useText('box');
  const formats = useFormats();
  const to = useRef(Math.ceil(Date.now() / 60_000) * 60_000).current;
  const range = useMemo(() => ({ from: to - DAYS * DAY, to }), [to]);
  const { state, diagnoses, curves, alerts, log, onCurve } = usePaperReads(box, range);
  usePrintOnce(state === 'whole');
  return (
    <div className={classes.paper}>
      <Group className="aw-no-print" mb="md">
        <LinkButton to={paths.box(box.id)} variant="default">
          {t('paper.back')}
        </LinkButton>
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={state === 'waiting'}
          onClick={() => window.print()}
        >
          {t('action.print')}
        </Button>
      </Group>
      <PageHeader
        title={t('title', { name: box.serial_number })}
        description={t('paper.printed', { when: formats.dateTime(to) })}
        compact
      />
      {state === 'waiting' ? <LoadingLines lines={6} /> : null}
      <BoxFactList box={box} paper />
      {box.aeros.map((aero) => (
        <PaperAero
          key={aero.id}
          aero={aero}
          box={box}
          onCurve={onCurve}
          read={asPaper(diagnoses, ({ results }) => results.find((one) => one.aero === aero.id))}
        />
      ))}
      {box.aeros.length === 0 ? null : (
        <section className={classes.part}>
          <Title order={2} size="h4">
            {t('paper.curves', { count: DAYS })}
          </Title>
          <CurveView {...curves} metrics={METRICS} mode="split" range={range} height={95} />
        </section>
      )}
      <PaperAlerts box={box} read={alerts} />
      <PaperLog read={log} />
      <SmallText>{t('paper.rest')}</SmallText>
    </div>
  );
}

const WAITING: CurveRead = { data: undefined, failure: undefined };

/** The loading states of the curves of the first findings, for each AERO that has one. */
function useFindingCurves(rows: readonly FleetRow[]) {
  const [reads, setReads] = useState<ReadonlyMap<number, CurveRead>>(new Map());
  const onCurve = useCallback(
    (aero: number, read: CurveRead) => setReads((before) => new Map(before).set(aero, read)),
    [],
  );
  const drawn = rows.filter((row) => standing(row)[0]?.evidence);
  return { onCurve, reads: drawn.map(({ aero }) => reads.get(aero) ?? WAITING) };
}

/** Opens the browser's print dialog once everything is drawn; not if something is missing. */
function usePrintOnce(ready: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (!ready || done.current) return;
    const drawn = setTimeout(() => {
      done.current = true;
      window.print();
    }, DRAWING);
    return () => clearTimeout(drawn);
  }, [ready]);
}
