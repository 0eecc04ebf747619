import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { useCallback, useMemo, useState } from 'react';
import type { ChartRange } from '../../charts/types.ts';
import { useLiveMeasures } from '../../lib/query/live-events.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { withMeasures } from './append.ts';
import type { Curve, Curves } from './types.ts';

export interface CurveChoice {
  aeros: readonly number[];
  metrics: readonly MetricKey[];
  range: ChartRange;
  /** One point per this many seconds, every raw measure, or as many points as the screen can show. */
  every?: number | 'raw' | null;
  points?: number;
  expected?: boolean;
  /** Whether the curves grow with new measures. */
  live?: boolean;
  pollingInterval?: number;
  skip?: boolean;
}

const DEFAULT_POINTS = 1000;
const NOTHING: ReadonlyMap<number, ApiMeasure[]> = new Map();

/** Curves of a selection of AEROs, with live updates. */
export function useCurves(choice: CurveChoice) {
  const { aeros, metrics, range, every, points = DEFAULT_POINTS, expected, live = true, skip } = choice;
  const query = {
    aero: aeros,
    metrics,
    from: Math.round(range.from),
    to: Math.round(range.to),
    ...(every ? { every } : { points }),
    ...(expected ? { expected: true } : {}),
  };
  const idle = skip || aeros.length === 0 || metrics.length === 0;
  const read = useQuery('measuresSeries', { query }, { skip: idle, pollingInterval: choice.pollingInterval });
  const [arrived, setArrived] = useState<ReadonlyMap<number, ApiMeasure[]>>(NOTHING);
  const onMeasures = useCallback((aero: number, measures: ApiMeasure[]) => {
    setArrived((before) => new Map(before).set(aero, [...(before.get(aero) ?? []), ...measures]));
  }, []);
  // Measures missed while events were disconnected leave a hole that no later event fills.
  useLiveMeasures(live && !idle ? aeros : [], onMeasures, read.refetch);

  const curves = useMemo<Curves | undefined>(() => {
    if (!read.data) return undefined;
    const series = (read.data.series as Curve[]).map((curve) => {
      const fresh = (arrived.get(curve.aero) ?? []).filter(
        (measure) => Date.parse(measure.date) >= range.from,
      );
      return fresh.length === 0 ? curve : withMeasures(curve, fresh);
    });
    return { resolution: read.data.resolution, series };
  }, [read.data, arrived, range.from]);
  return {
    curves,
    failure: read.failure,
    isLoading: read.isLoading,
    isFetching: read.isFetching,
    refetch: read.refetch,
  };
}
