/** The cables of a box's two AEROs exchanged: each speaks as the other did. */
import { MODEL_STROKES } from '../box-configuration.ts';
import { DAY, HOUR } from '../durations.ts';
import { median, robustDeviation, weightedLine } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, notEvaluable } from './finding.ts';
import type { FullPoint } from './points.ts';

/** Days of a line before, hours of it at most, and hours at least. */
const BEFORE = 16;
const MAX_HOURS = 300;
const MIN_HOURS = 20;
/** Days ago before which it may have been done. */
const AGO = [2, 5, 12, 24] as const;
/** Hours that an exchange must have lasted, and samples. */
const LASTS = 12;
const SAMPLES = 3.3;
/** mm and bar by which each is off its own, and a share of that within which it is on the other's. */
const APART = 20;
const PRESSURE_APART = 1.2;
const THERE = 0.4;
/** mm and bar from which one of the two is enough. */
const PLAIN = 60;
const PRESSURE_PLAIN = 3;

interface Speaks {
  /** Line of its stroke in its temperature before, its scatter (mm), and the level of its pressure. */
  readonly a: number;
  readonly b: number;
  readonly scatter: number;
  readonly pressure: number;
}

function speaks(days: readonly Day[], from: number, to: number): Speaks | null {
  const hours = days
    .flatMap((day) => (day.start >= from && day.start < to ? day.hours : []))
    .slice(-MAX_HOURS);
  if (hours.length < MIN_HOURS) return null;
  const line = weightedLine(
    hours.map(({ temperature }) => temperature),
    hours.map(({ stroke }) => stroke),
    new Float64Array(hours.length).fill(1),
  );
  if (!line) return null;
  const rests = hours.map(({ stroke, temperature }) => stroke - line.a - line.b * temperature);
  const pressed = hours.flatMap(({ pressure }) => pressure ?? []);
  const pressure = pressed.length === 0 ? Number.NaN : median(pressed);
  return { ...line, scatter: robustDeviation(rests), pressure };
}

interface Off {
  readonly stroke: number;
  readonly pressure: number;
}

/** How far the newest hours of one stand off the line and the level of another. */
function off(newest: readonly FullPoint[], { a, b, pressure }: Speaks): Off {
  const pressed = newest.flatMap((hour) => hour.pressure ?? []);
  return {
    stroke: median(newest.map(({ stroke, temperature }) => stroke - a - b * temperature)),
    pressure: pressed.length === 0 ? Number.NaN : median(pressed) - pressure,
  };
}

/** 1: off its own and on the other's; 0: the two do not differ; −1: neither. */
function moved(own: number, as: number, least: number): number {
  if (Number.isNaN(own)) return 0;
  if (Math.abs(own) > least) return Math.abs(as) < THERE * Math.abs(own) ? 1 : -1;
  return 0;
}

function exchanged(own: Off, as: Off, noise: number): number {
  const stroke = moved(own.stroke, as.stroke, Math.max(APART, 3 * noise));
  const pressure = moved(own.pressure, as.pressure, PRESSURE_APART);
  return stroke < 0 || pressure < 0 ? -1 : stroke + pressure;
}

const plain = ({ stroke, pressure }: Off, noise: number) =>
  Math.abs(stroke) > Math.max(PLAIN, 6 * noise) || Math.abs(pressure) > PRESSURE_PLAIN;

/**
 * Since some moment each AERO's stroke and pressure stand where the other's did, by the lines both had before: a
 * wire that slips, a leak or a sensor that steps do that to one of them at most.
 */
export function swapped({ input, now, days, interval }: DiagnosticContext): Finding {
  const { twin } = input;
  if (!twin) return notEvaluable('swapped', null, 'no_twin');
  const good = found('swapped', 0, null, 'good');
  if (MODEL_STROKES[twin.aero.model_type] !== MODEL_STROKES[input.aero.model_type]) return good;
  const lasts = Math.max(LASTS * HOUR, SAMPLES * 1000 * (interval ?? 600));
  const newest = (list: readonly Day[]) =>
    list.slice(-3).flatMap(({ hours }) => hours.filter(({ time }) => time > now - lasts));
  const [mine, theirs] = [newest(days), newest(twin.days)];
  if (mine.length < 3 || theirs.length < 3) return notEvaluable('swapped', null, 'too_few_points');
  for (const ago of AGO) {
    const until = now - ago * DAY;
    const own = speaks(days, until - BEFORE * DAY, until);
    const other = speaks(twin.days, until - BEFORE * DAY, until);
    if (!own || !other) continue;
    const noise = Math.max(own.scatter, other.scatter);
    const at = off(mine, own);
    const first = exchanged(at, off(mine, other), noise);
    const second = exchanged(off(theirs, other), off(theirs, own), noise);
    // In stroke and pressure both, or in one so plainly that nothing else does it.
    if (first < 1 || second < 1 || (first + second < 4 && !plain(at, noise))) continue;
    return found(
      'swapped',
      1,
      null,
      'bad',
      { ...at },
      {
        since: until,
        confidence: first + second > 2 ? 0.97 : 0.85,
        ruled_out: [{ cause: 'slipped_wire', by: 'twin_differs' }],
      },
    );
  }
  return good;
}
