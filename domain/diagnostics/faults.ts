/** Faults that show as a pattern: a ram that is held, a wire that let go, a sensor that repeats itself. */
import type { Measure } from '../metrics.ts';
import { absolutePressure } from '../physics/gas.ts';
import { median, quantile, weightedLine } from '../physics/statistics.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import { loopOf, WHOLE_LOOP } from './loop.ts';
import { DAY, type FullPoint, HOUR } from './points.ts';

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

/** °C of a day that the dead band of the allowed friction may take up. */
const WIDE_BAND = 8;

/**
 * Travel of the last day with 6 °C of span as a share of what a free ram would do, in %: under a quarter
 * on two days running is seized. The pressure of a fixed volume (over 0.2 % per °C) confirms it. While
 * the temperature has not yet left the friction loop a held ram proves nothing: watch, until it has.
 */
export function seized(context: DiagnosticContext): Finding {
  const slope = freeSlope(context);
  if (slope === null) return notEvaluable('seized', '%', 'no_length');
  const days = lastDays(context, 15)
    .map((day) => day.clean)
    .filter((list) => list.length >= 12);
  const telling = days.filter((list) => share(list, slope).span >= 6);
  const [before, newest] = telling.slice(-2).map((list) => share(list, slope).share);
  if (before === undefined || newest === undefined)
    return notEvaluable('seized', '%', context.hours.length === 0 ? 'no_data' : 'temperature_span_too_small');
  const last = telling.at(-1)!;
  const gas = pressureSlope(last);
  const details = { day_before: before, pressure_per_degree: gas === null ? null : 100 * gas };
  if (new Set(last.map((point) => point.stroke)).size === 1 && (gas === null || gas < 0.002))
    return notEvaluable('seized', '%', 'sensor_stuck');
  const held = Math.max(before, newest);
  // Where the friction that is allowed holds the ram for a whole day, only what is proven counts.
  const unproven = (context.allowedBand ?? 0) > WIDE_BAND ? 'good' : 'watch';
  if (held >= 25)
    return found('seized', newest, '%', held < 50 ? unproven : 'good', { ...details, confirmed: null });
  // The loop as it was before the ram stopped: one that is held looks like an endless one.
  const { edge, now, travel } = context;
  const loop = edge && loopOf(context.days, { b: Math.sign(edge.b) * slope }, now - 10 * DAY, travel);
  const proven = [2, 3, 4, 5, 6, 7].some((count) => {
    const whole = share(days.slice(-count).flat(), slope);
    return whole.share < 25 && whole.free > 1.5 * WHOLE_LOOP * (loop?.depth ?? 0);
  });
  return found('seized', newest, '%', proven ? 'bad' : unproven, {
    ...details,
    confirmed: gas !== null && gas > 0.002 ? 'by_pressure' : null,
  });
}

/** Samples before and after a jump that say from where to where it went. */
const STAYS = 3;

/** A jump between two samples within an hour, over 150 mm or 12 °C's worth, that stays: break or slip. */
export function wireBreak(context: DiagnosticContext): Finding {
  const recent = lastDays(context, 8)
    .flatMap((day) => day.clean)
    .filter((point) => point.time > context.now - 7 * DAY);
  if (recent.length < 4)
    return notEvaluable('break', 'mm', recent.length === 0 ? 'no_data' : 'too_few_points');
  const limit = Math.min(150, 12 * (freeSlope(context) ?? 12.5));
  let worst = { jump: 0, time: 0 };
  for (let i = STAYS; i < recent.length; i++) {
    // Most samples are done with here.
    if (Math.abs(recent[i]!.stroke - recent[i - 1]!.stroke) <= limit) continue;
    if (recent[i]!.time - recent[i - 1]!.time > HOUR) continue;
    // Five, so that two spikes side by side are no level.
    const before = median(recent.slice(Math.max(0, i - 5), i).map((point) => point.stroke));
    const next = recent.slice(i, i + 6);
    if (next.length < STAYS) break;
    const jump = median(next.map((point) => point.stroke)) - before;
    if (Math.abs(jump) > limit && Math.abs(jump) > Math.abs(worst.jump))
      worst = { jump, time: recent[i]!.time };
  }
  return found('break', worst.jump, 'mm', worst.time === 0 ? 'good' : 'bad', {
    limit,
    at: worst.time || null,
  });
}

/** Days a repeated value is followed back. */
const STUCK_DAYS = 15;
const SENSORS = ['stroke', 'pressure', 'temperature'] as const;

/**
 * Hours for which a sensor has been repeating one raw value to the last digit while others move. 24 hours
 * are a stuck sensor, unless the pressure shows a ram that is really held.
 */
export function stuckSensor({ days, now }: DiagnosticContext): Finding {
  // Enough to tell how long it has been so; what is older does not change the verdict.
  const recent = days.slice(-STUCK_DAYS);
  if (recent.reduce((sum, day) => sum + day.points.length, 0) < 12)
    return notEvaluable('stuck_sensor', 'h', days.length === 0 ? 'no_data' : 'too_few_points');
  let worst = { hours: 0, sensor: null as string | null };
  for (const sensor of SENSORS) {
    const run = repeated(recent, sensor);
    if (run.length < 12) continue;
    const moves = SENSORS.some((other) => {
      const values = run.flatMap((point) =>
        other === sensor || point[other] === null ? [] : [point[other]],
      );
      const needed = { temperature: 3, stroke: 20, pressure: 3 }[other];
      return values.length >= 12 && range(values) > needed;
    });
    const begin = run[0]!.time;
    const since = recent.flatMap((day) => day.clean.filter((point) => point.time >= begin));
    const held = sensor === 'stroke' && (pressureSlope(since) ?? 0) > 0.002;
    const hours = (now - begin) / HOUR;
    if (moves && !held && hours > worst.hours) worst = { hours, sensor };
  }
  return found('stuck_sensor', worst.hours, 'h', graded(worst.hours, 12, 24), { sensor: worst.sensor });
}

/** The newest measures that all have the newest value of a sensor, oldest first. */
function repeated(days: readonly Day[], sensor: (typeof SENSORS)[number]): Measure[] {
  const run: Measure[] = [];
  for (const { points } of days.toReversed())
    for (let i = points.length - 1; i >= 0; i--) {
      const point = points[i]!;
      if (point[sensor] === null) continue;
      if (run.length > 0 && point[sensor] !== run[0]![sensor]) return run.reverse();
      run.push(point);
    }
  return run.reverse();
}

/** Days over which spikes are counted, the fewer for what is bad soon, and how many of them are no chance any more. */
const COUNTED = [14, 30] as const;
const SEVERAL = 3;

/**
 * Lone outliers of the last 14 or 30 days, and measures without a stroke or pressure the sensor should have given:
 * a loose connector or a disturbed line makes many.
 */
export function spike(context: DiagnosticContext): Finding {
  const [fortnight, month] = COUNTED.map((count) => countOf(lastDays(context, count))) as [Count, Count];
  if (month.samples < 5 || !month.seen)
    return notEvaluable('spike', null, month.samples === 0 ? 'no_data' : 'too_few_points');
  const verdictOf = ({ count, samples }: Count) =>
    count < SEVERAL ? 'good' : graded(count / samples, 0.0005, 0.01);
  const recent = verdictOf(fortnight);
  const verdict = recent === 'good' ? verdictOf(month) : recent;
  const { count, samples, missing, last } = recent === 'good' && verdict !== 'good' ? month : fortnight;
  return found('spike', count, null, verdict, { samples, missing, last_at: last });
}

interface Count {
  readonly count: number;
  readonly samples: number;
  readonly missing: number;
  /** A stroke among them. */
  readonly seen: boolean;
  readonly last: number | null;
}

function countOf(days: readonly Day[]): Count {
  let [samples, missing, seen] = [0, 0, false];
  for (const { points } of days)
    for (const point of points) {
      if (point.temperature === null) continue;
      samples++;
      if (point.stroke === null) missing++;
      else seen = true;
    }
  const spikes = days.flatMap((day) => day.spikes);
  return { count: spikes.length + missing, samples, missing, seen, last: spikes.at(-1) ?? null };
}
