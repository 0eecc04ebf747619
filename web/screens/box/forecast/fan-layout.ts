import type { ForecastAnswer } from '@aerowatch/contracts/api/forecast';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { solarOffset } from '@aerowatch/domain/forecast/extremes';
import { halfOf } from '@aerowatch/domain/forecast/spread';
import type { Travel } from '@aerowatch/domain/forecast/standing/travel';

/** A forecast day, with its times (ms) and the strokes (mm) between which its band is drawn. */
export interface FanDay {
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly low: { readonly p05: number; readonly p25: number; readonly p50: number };
  readonly high: { readonly p50: number; readonly p75: number; readonly p95: number };
}

/** Forecast days with numbers, in local solar time. */
export function fanDays(rows: readonly ForecastAnswer[], longitude: number | null): FanDay[] {
  const shift = solarOffset(longitude) * HOUR;
  return rows.flatMap(({ day, stroke }) => {
    if (stroke === null) return [];
    const from = Date.parse(day) - shift;
    const { p25 } = halfOf(stroke.min);
    const { p75 } = halfOf(stroke.max);
    return [
      {
        day,
        from,
        to: from + DAY,
        low: { p05: stroke.min.p05, p25, p50: stroke.min.p50 },
        high: { p50: stroke.max.p50, p75, p95: stroke.max.p95 },
      },
    ];
  });
}

/** A mean stroke with its minimum and maximum, at a time in ms. */
export interface Measured {
  readonly at: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}
const GAP_MS = 3 * HOUR;

/**
 * Measures as runs without a gap, across which no line is drawn. A gap is longer than three hours, and than
 * three times the usual step, because some boxes log every six hours.
 */
export function runsOf(measured: readonly Measured[]): Measured[][] {
  const steps = measured.slice(1).map(({ at }, i) => at - measured[i]!.at);
  const usual = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0;
  const most = Math.max(GAP_MS, 3 * usual);
  const runs: Measured[][] = [];
  measured.forEach((one, i) => {
    if (i === 0 || steps[i - 1]! > most) runs.push([]);
    runs.at(-1)!.push(one);
  });
  return runs;
}

/** The means of each run as a line, with minimum to maximum at each, so that a short peak is visible. */
export function measuredPath(
  measured: readonly Measured[],
  x: (time: number) => number,
  y: (stroke: number) => number,
): string {
  const point = (time: number, stroke: number) => `${x(time).toFixed(1)},${y(stroke).toFixed(1)}`;
  const lines = runsOf(measured).map((run) => `M${run.map(({ at, mean }) => point(at, mean)).join('L')}`);
  const spans = measured.map(({ at, min, max }) => `M${point(at, min)}L${point(at, max)}`);
  return [...lines, ...spans].join('');
}

/** The range of strokes drawn: from stop to stop, else the drawn values with a margin of a tenth. */
export function fanReach(
  travel: Travel | null,
  days: readonly FanDay[],
  measured: readonly number[],
): [number, number] {
  if (travel !== null) return [0, travel.stroke];
  const all = [...measured, ...days.flatMap(({ low, high }) => [low.p05, high.p95])];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const room = Math.max(10, (most - least) / 10);
  return [least - room, most + room];
}

/**
 * The outline of a band over days, with one step per day, because a day's extremes do not belong to its noon.
 */
export function bandPath(
  days: readonly FanDay[],
  lower: (day: FanDay) => number,
  upper: (day: FanDay) => number,
  x: (time: number) => number,
  y: (stroke: number) => number,
): string {
  const point = (time: number, stroke: number) => `${x(time).toFixed(1)},${y(stroke).toFixed(1)}`;
  const there = days.flatMap((day) => [point(day.from, upper(day)), point(day.to, upper(day))]);
  const back = days.toReversed().flatMap((day) => [point(day.to, lower(day)), point(day.from, lower(day))]);
  return there.length === 0 ? '' : `M${[...there, ...back].join('L')}Z`;
}
