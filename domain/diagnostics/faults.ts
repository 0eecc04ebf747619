/** Faults that show as a pattern: a ram that is held, a wire that let go, a sensor that repeats itself. */
import { absolutePressure } from '../physics/gas.ts';
import { median, quantile, weightedLine } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import { byDay, DAY, type FullPoint, HOUR } from './days.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import { loopWidth } from './loop.ts';

/** mm/°C a free ram would move: by theory, else by its own past. */
function freeSlope({ theorySlope, model }: DiagnosticContext): number | null {
  if (theorySlope !== null) return theorySlope;
  return typeof model === 'string' || Math.abs(model.b) < 0.1 ? null : Math.abs(model.b);
}

/** Relative change of the absolute pressure per °C; +0.00347 is a gas in a fixed volume. */
export function pressureSlope(points: readonly FullPoint[]): number | null {
  const pressed = points.filter((point) => point.pressure !== null);
  if (pressed.length < 12) return null;
  const line = weightedLine(
    pressed.map((point) => point.temperature),
    pressed.map((point) => Math.log(absolutePressure(point.pressure!))),
    new Float64Array(pressed.length).fill(1),
  );
  return line?.b ?? null;
}

/** Robust range: what lies between the 2nd and the 98th percentile. */
function range(values: readonly number[]): number {
  return quantile(values, 0.98) - quantile(values, 0.02);
}

/** Travel as a share of what a free ram would do, in %, and that free travel in mm. */
function share(points: readonly FullPoint[], slope: number): { share: number; free: number; span: number } {
  const span = range(points.map((point) => point.temperature));
  const free = slope * span;
  return { share: (100 * range(points.map((point) => point.stroke))) / free, free, span };
}

/**
 * Travel of the last day with 6 °C of span as a share of what a free ram would do, in %: under a quarter
 * on two days running is seized. The pressure of a fixed volume (over 0.2 % per °C) confirms it. While
 * the temperature has not yet left the friction loop a held ram proves nothing: watch, until it has.
 */
export function seized(context: DiagnosticContext): Finding {
  const slope = freeSlope(context);
  if (slope === null) return notEvaluable('seized', '%', 'no_length');
  const days = [...byDay(context.clean)].filter(
    ([day, list]) => day > context.now - 15 * DAY && list.length >= 12,
  );
  const telling = days.filter(([, list]) => share(list, slope).span >= 6);
  const [before, newest] = telling.slice(-2).map(([, list]) => share(list, slope).share);
  if (before === undefined || newest === undefined)
    return notEvaluable('seized', '%', context.clean.length === 0 ? 'no_data' : 'temperature_span_too_small');
  const last = telling.at(-1)![1];
  const gas = pressureSlope(last);
  const details = { day_before: before, pressure_per_degree: gas === null ? null : 100 * gas };
  if (new Set(last.map((point) => point.stroke)).size === 1 && (gas === null || gas < 0.002))
    return notEvaluable('seized', '%', 'sensor_stuck');
  const held = Math.max(before, newest);
  if (held >= 25)
    return found('seized', newest, '%', held < 50 ? 'watch' : 'good', { ...details, confirmed: null });
  // The loop as it was before the ram stopped: one that is held looks like an endless one.
  const { model, theorySlope, now } = context;
  const loop =
    typeof model === 'string' ? null : loopWidth(context.clean, model.b, theorySlope, now - 10 * DAY);
  const proven = [2, 3, 4, 5, 6, 7].some((count) => {
    const whole = share(
      days.slice(-count).flatMap(([, list]) => list),
      slope,
    );
    return whole.share < 25 && whole.free > 1.5 * (loop ?? 0);
  });
  return found('seized', newest, '%', proven ? 'bad' : 'watch', {
    ...details,
    confirmed: gas !== null && gas > 0.002 ? 'by_pressure' : null,
  });
}

/** A jump between two samples within an hour, over 150 mm or 12 °C's worth, that stays: break or slip. */
export function wireBreak(context: DiagnosticContext): Finding {
  const recent = context.clean.filter((point) => point.time > context.now - 7 * DAY);
  if (recent.length < 4)
    return notEvaluable('break', 'mm', recent.length === 0 ? 'no_data' : 'too_few_points');
  const limit = Math.max(150, 12 * (freeSlope(context) ?? 0));
  let worst = { jump: 0, time: 0 };
  for (let i = 2; i + 1 < recent.length; i++) {
    if (recent[i]!.time - recent[i - 1]!.time > HOUR) continue;
    const before = median([recent[i - 2]!.stroke, recent[i - 1]!.stroke]);
    const after = median(recent.slice(i, i + 6).map((point) => point.stroke));
    const jump = after - before;
    if (
      Math.abs(recent[i]!.stroke - recent[i - 1]!.stroke) > limit &&
      Math.abs(jump) > limit &&
      Math.abs(jump) > Math.abs(worst.jump)
    )
      worst = { jump, time: recent[i]!.time };
  }
  return found('break', worst.jump, 'mm', worst.time === 0 ? 'good' : 'bad', {
    limit,
    at: worst.time || null,
  });
}

const SENSORS = ['stroke', 'pressure', 'temperature'] as const;

/**
 * Hours for which a sensor has been repeating one raw value to the last digit while others move. 24 hours
 * are a stuck sensor, unless the pressure shows a ram that is really held.
 */
export function stuckSensor({ points, clean, now }: DiagnosticContext): Finding {
  if (points.length < 12)
    return notEvaluable('stuck_sensor', 'h', points.length === 0 ? 'no_data' : 'too_few_points');
  let worst = { hours: 0, sensor: null as string | null };
  for (const sensor of SENSORS) {
    const present = points.filter((point) => point[sensor] !== null);
    const value = present.at(-1)?.[sensor];
    let first = present.length - 1;
    while (first > 0 && present[first - 1]![sensor] === value) first--;
    const run = present.slice(Math.max(0, first));
    if (run.length < 12) continue;
    const moves = SENSORS.some((other) => {
      const values = run.flatMap((point) =>
        other === sensor || point[other] === null ? [] : [point[other]],
      );
      const needed = { temperature: 3, stroke: 20, pressure: 3 }[other];
      return values.length >= 12 && quantile(values, 0.98) - quantile(values, 0.02) > needed;
    });
    const begin = run[0]!.time;
    const held =
      sensor === 'stroke' && (pressureSlope(clean.filter((point) => point.time >= begin)) ?? 0) > 0.002;
    const hours = (now - begin) / HOUR;
    if (moves && !held && hours > worst.hours) worst = { hours, sensor };
  }
  return found('stuck_sensor', worst.hours, 'h', graded(worst.hours, 12, 24), { sensor: worst.sensor });
}
