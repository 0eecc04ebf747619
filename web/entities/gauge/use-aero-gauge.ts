import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { HOUR } from '@aerowatch/domain/durations';
import { freeStrokeAt } from '@aerowatch/domain/forecast/standing/standing';
import { travelOf } from '@aerowatch/domain/forecast/standing/travel';
import { useMemo } from 'react';
import { useQuery } from '../../lib/query/use-query.ts';
import { useNow } from '../../ui/relative-time.tsx';
import { useBoxLatest } from '../box-map/use-box-latest.ts';
import type { GaugeFacts } from './gauge-layout.ts';

const DAYS = 30;

/**
 * The data of an AERO's gauge: its latest measure, its last 30 days, and its own line against temperature.
 */
export function useAeroGauge(aero: Aero, box: Box): GaugeFacts {
  const { measures, known, failure } = useBoxLatest(box.id);
  const measure = measures[aero.id];
  const absent = known ? 'no_measure' : failure ? 'measure_failed' : 'measure_loading';
  const until = Math.ceil(useNow() / HOUR) * HOUR;
  const strokes = useQuery('measuresSeries', {
    query: {
      aero: [aero.id],
      metrics: ['stroke'],
      from: until - DAYS * 24 * HOUR,
      to: until,
      every: 24 * 3600,
    },
  });
  const series = strokes.data?.series[0];
  const { hottest } = box.extremes;
  const standing = useQuery('aerosAt', { query: { aero: [aero.id], temperature: String(hottest) } });
  const stands = standing.data?.results[0];
  const unavailable = stands?.unavailable ?? null;
  const line = useExpectedLine(aero.id, until, unavailable === null);
  const waiting = strokes.isLoading || standing.isLoading || absent === 'measure_loading';
  return useMemo(() => {
    const model = stands?.model ?? null;
    const at = (temperature: number | null | undefined) =>
      model === null || temperature === null || temperature === undefined
        ? null
        : freeStrokeAt(model, temperature).p50;
    const extreme = (temperature: number) => {
      const stroke = at(temperature);
      return stroke === null ? null : { temperature, stroke };
    };
    const extremes = [...(series?.metrics.stroke?.min ?? []), ...(series?.metrics.stroke?.max ?? [])].filter(
      (value) => value !== null,
    );
    return {
      travel: travelOf(aero),
      now: measure?.stroke ?? null,
      absent,
      // What cannot be told beforehand (a seized ram) has the expectation that the curve draws.
      expected: at(measure?.temperature) ?? onLine(line, measure?.temperature),
      range: extremes.length === 0 ? null : [Math.min(...extremes), Math.max(...extremes)],
      cold: extreme(box.extremes.coldest),
      hot: extreme(hottest),
      waiting,
      unavailable,
    };
  }, [series, stands, measure, absent, waiting, aero, box.extremes.coldest, hottest, line, unavailable]);
}

function onLine(
  line: { readonly a: number; readonly b: number } | null,
  temperature: number | null | undefined,
): number | null {
  return line === null || temperature == null ? null : line.a + line.b * temperature;
}

/** The line of stroke against temperature that the curve draws as expected; null without one. */
function useExpectedLine(aero: number, until: number, skip: boolean) {
  const query = {
    aero: [aero],
    metrics: ['stroke' as const],
    from: until - 24 * HOUR,
    to: until,
    every: 24 * 3600,
    expected: true,
  };
  const read = useQuery('measuresSeries', { query }, { skip });
  return read.data?.series[0]?.model ?? null;
}
