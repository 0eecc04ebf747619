import { HOUR } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import type { Curve, Curves } from '../../entities/curves/types.ts';
import { type Failure, noAnswer } from '../../lib/api/result.ts';

/** A very long name, and one without a place to break it. */
export const NAMES = ['AW-00022', 'Gare de Saint-Germain-en-Laye-Bel-Air-Fourqueux', 'X'.repeat(60)] as const;

/** A fixed time, so that screenshots of the gallery are the same on any day. */
export const NOW = Date.UTC(2026, 6, 15, 12);
const HOURS = 7 * 24;
export const RANGE = { from: NOW - HOURS * HOUR, to: NOW };

/** A week of an AERO: day and night, drifting a little further out. */
export function sampleCurve(aero: number, silent = false): Curve {
  const all = Array.from({ length: HOURS }, (_, index) => RANGE.from + index * HOUR);
  const time = silent ? all.filter((_, index) => index < 60 || index > 90) : all;
  const wave = time.map((at) => Math.sin(((at / HOUR) % 24) * (Math.PI / 12)));
  const column = (values: number[], spread: number) => ({
    mean: values,
    min: values.map((value) => value - spread),
    max: values.map((value) => value + spread),
  });
  return {
    aero,
    time,
    count: time.map(() => 6),
    metrics: {
      stroke: column(
        wave.map((value, index) => 300 + aero * 22 + value * 40 + Math.cos(index / 9) * 6),
        5,
      ),
      temperature: column(
        wave.map((value) => 16 + value * 8),
        1,
      ),
    },
    expected: wave.map((value) => 300 + aero * 22 + value * 40),
  };
}

export const curvesOf = (count: number, silent = false): Curves => ({
  resolution: 3600,
  series: Array.from({ length: count }, (_, index) => sampleCurve(index + 1, silent)),
});
export const NO_CURVES: Curves = {
  resolution: 'raw',
  series: [
    {
      aero: 1,
      time: [],
      count: [],
      metrics: Object.fromEntries(METRIC_KEYS.map((metric) => [metric, { min: [], max: [], mean: [] }])),
    },
  ],
};

/** One failure of each kind that has its own wording. */
export const FAILURES: readonly Failure[] = [
  noAnswer(),
  ...[403, 404, 429, 500].map((status) => ({ ...noAnswer(), status, requestId: 'a1b2c3d4' })),
];
