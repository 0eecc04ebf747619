/** Stretches in which the ram stands still though the wire asks it to move: seized, iced, or held to one side. */

import { DAY, HOUR } from '../durations.ts';
import { weightedLine } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import type { Drive } from './drive.ts';
import { type Finding, found, notEvaluable, notWatched, type Said } from './finding.ts';
import { loopWidth } from './loop-width.ts';

/** A stretch without movement. */
export interface Held {
  readonly from: number;
  readonly to: number;
  /** mm. */
  readonly level: number;
  readonly samples: number;
  readonly coldest: number;
  readonly warmest: number;
  /** °C that the wire moved meanwhile, beyond what friction may hold. */
  readonly asked: number;
  /** Relative change of the pressure per °C: 0.0035 is a gas in a fixed volume; null without one. */
  readonly gas: number | null;
}

/** mm within which a ram that stands still is read. */
const STILL = 6;
/** Days looked back on. */
const DAYS = 16;
/** Samples of a stretch, and its hours, that say anything. */
const LEAST = 4;
const LEAST_HOURS = 9;
/** °C that the wire's temperature is unsure by. */
const UNSURE = 1.5;

function stretch(drive: Drive, from: number, to: number, level: number, band: number): Held | null {
  if (to - from + 1 < LEAST || drive.time[to]! - drive.time[from]! < LEAST_HOURS * HOUR) return null;
  let [low, high, wLow, wHigh] = [1e9, -1e9, 1e9, -1e9];
  for (let i = from; i <= to; i++) {
    low = Math.min(low, drive.temperature[i]!);
    high = Math.max(high, drive.temperature[i]!);
    wLow = Math.min(wLow, drive.wire[i]!);
    wHigh = Math.max(wHigh, drive.wire[i]!);
  }
  const asked = Math.min(wHigh - wLow, high - low + 1) - band - UNSURE;
  const x: number[] = [];
  const y: number[] = [];
  for (let i = from; i <= to; i++)
    if (!Number.isNaN(drive.gas[i]!)) {
      x.push(drive.temperature[i]!);
      y.push(drive.gas[i]!);
    }
  const line =
    y.length >= LEAST && high - low > 3 ? weightedLine(x, y, new Float64Array(x.length).fill(1)) : null;
  return {
    from: drive.time[from]!,
    to: drive.time[to]!,
    level,
    samples: to - from + 1,
    coldest: low,
    warmest: high,
    asked,
    gas: line?.b ?? null,
  };
}

/** Stretches of the last days, oldest first; `band`: °C that friction may hold the ram for. */
export function heldStretches(drive: Drive, now: number, band: number): Held[] {
  const list: Held[] = [];
  let start = -1;
  let level = 0;
  let last = -1;
  const close = () => {
    const one = start < 0 ? null : stretch(drive, start, last, level, band);
    if (one && one.asked > 0) list.push(one);
  };
  for (let i = 0; i < drive.n; i++) {
    if (drive.time[i]! < now - DAYS * DAY) continue;
    const stroke = drive.stroke[i]!;
    if (start >= 0 && Math.abs(stroke - level) <= STILL) {
      last = i;
      continue;
    }
    // One odd sample, as of a train, does not end it.
    const next = drive.stroke[i + 1];
    if (start >= 0 && next !== undefined && Math.abs(next - level) <= STILL) continue;
    close();
    start = i;
    last = i;
    level = stroke;
    if (next !== undefined) level = (stroke + Math.max(stroke - STILL, Math.min(stroke + STILL, next))) / 2;
  }
  close();
  return list;
}

/** °C asked in vain that mean something, and mm that they must be worth. */
const ASKED = 4;
const WORTH = 20;
const telling = ({ asked }: Held, slope: number, share = 1) =>
  asked >= share * ASKED && asked * slope >= share * WORTH;
/** A gas in a fixed volume. */
const FIXED = 0.002;
const confirmed = ({ gas }: Held) => gas !== null && gas > FIXED;
/** mm from a mechanical end at which the end holds the ram. */
const END = 15;
/** °C of the device under which there may be ice. */
const FROST = 2.5;
/** mm between levels that are one and the same obstacle, and beyond it nothing has been. */
const SAME = 5;
/** Days in which nothing has been beyond it. */
const SIDE_DAYS = 9;
const BEYOND = 9;
/** s between measures over which stretches of a night are not seen. */
const OFTEN_ENOUGH = 7200;

export interface HeldFindings {
  readonly seized: Finding;
  readonly oneSide: Finding;
  readonly icing: Finding;
}

/** What a stretch says that is taken for a fault. */
const said = (held: Held, confidence: number, more: Partial<Said> = {}): Partial<Said> => ({
  since: held.from,
  confidence,
  ruled_out: confirmed(held) ? [{ cause: 'stroke_sensor_stuck', by: 'fixed_volume' }] : [],
  ...more,
});

export function heldFindings(context: DiagnosticContext): HeldFindings {
  const none = (reason: Parameters<typeof notEvaluable>[2]): HeldFindings => ({
    seized: notEvaluable('seized', '%', reason),
    oneSide: notEvaluable('held_one_side', 'mm', reason),
    icing: notEvaluable('icing', 'h', reason),
  });
  const { drive, now, slope, travel, interval } = context;
  if (drive.n < LEAST) return none('no_data');
  if (slope === null) return none('no_length');
  const size = Math.abs(slope);
  const band = context.allowedBand ?? 5;
  const all = heldStretches(drive, now, band);
  const free = all.filter(({ level }) => travel === null || (level > END && level < travel - END));
  const current = free.find((one) => now - one.to < 1.5 * (interval ?? 600) * 1000 + 2 * HOUR);
  const seldom = (interval ?? 600) > OFTEN_ENOUGH;
  const iced = icingOf(context, free, size);
  // What comes back to one place needs no proof that friction could not hold it: its own loop is band enough.
  const narrow = heldStretches(drive, now, Math.min(band, context.whole?.width ?? band));
  const side = oneSideOf(context, narrow, size);
  const isIce = iced !== null && (!current || current.warmest < FROST);
  // What stands at the obstacle is held by it, and what frost holds is no seized ram.
  const elsewhere = current && !isIce && !(side && Math.abs(current.level - side.level) < SAME);
  const held = elsewhere ? seizedOf(context, current, size) : null;
  const calm = (key: 'held_one_side' | 'icing', unit: string) =>
    seldom ? notWatched(key, unit, interval!) : found(key, 0, unit, 'good');
  return {
    seized: held ?? found('seized', movedShare(context, size), '%', 'good', {}),
    oneSide: side?.finding ?? calm('held_one_side', 'mm'),
    icing: isIce ? iced : calm('icing', 'h'),
  };
}

/** Travel of the last three days as a share of what a free ram would do, %; at most 100. */
function movedShare({ drive, now }: DiagnosticContext, size: number): number | null {
  let [low, high, wLow, wHigh] = [1e9, -1e9, 1e9, -1e9];
  for (let i = drive.n - 1; i >= 0 && drive.time[i]! > now - 3 * DAY; i--) {
    low = Math.min(low, drive.stroke[i]!);
    high = Math.max(high, drive.stroke[i]!);
    wLow = Math.min(wLow, drive.temperature[i]!);
    wHigh = Math.max(wHigh, drive.temperature[i]!);
  }
  return wHigh - wLow < 4 ? null : Math.min(100, (100 * (high - low)) / (size * (wHigh - wLow)));
}

/** The ram stands and goes on standing. */
function seizedOf(context: DiagnosticContext, current: Held, size: number): Finding | null {
  const proven = confirmed(current) ? telling(current, size, 0.5) : telling(current, size);
  if (!proven) return null;
  // A sensor that repeats one value while the pressure follows no fixed volume is stuck.
  if (current.gas !== null && current.gas < 0.001 && repeated(context, current)) return null;
  // Friction that had grown before may hold it as long: the loop from before it stood still tells.
  const before = loopWidth(context.drive, current.from - 24 * DAY, current.from, context.plays);
  const wide = (before?.width ?? 0) * 1.2 - (context.allowedBand ?? 5);
  if (wide > 0 && !telling({ ...current, asked: current.asked - wide }, size, 0.5)) return null;
  const sure = Math.min(0.98, 0.8 + 0.02 * current.asked + (confirmed(current) ? 0.1 : 0));
  const share = movedShare(context, size);
  const details = {
    asked: current.asked,
    pressure_per_degree: current.gas === null ? null : 100 * current.gas,
    confirmed: confirmed(current) ? 'by_pressure' : null,
  };
  return found('seized', share, '%', 'bad', details, {
    ...said(current, sure),
    candidates: [
      {
        cause: current.warmest < FROST ? 'icing' : 'friction',
        tell: current.warmest < FROST ? 'warm_days' : 'ten_degrees',
      },
    ],
  });
}

function repeated({ days }: DiagnosticContext, held: Held): boolean {
  const strokes = new Set<number>();
  for (const day of days)
    for (const { time, stroke } of day.points) if (time >= held.from && stroke !== null) strokes.add(stroke);
  return strokes.size <= 1;
}

/** Frost holds the ram and thaw lets it go. */
function icingOf({ now }: DiagnosticContext, all: readonly Held[], size: number): Finding | null {
  const cold = all.filter(
    (one) => one.warmest < FROST && one.coldest < -1 && telling(one, size, confirmed(one) ? 0.5 : 0.8),
  );
  if (cold.length === 0) return null;
  const newest = cold.at(-1)!;
  if (now - newest.to > 5 * DAY) return null;
  const hours = cold.reduce((sum, { from, to }) => sum + (to - from) / HOUR, 0);
  const going = now - newest.to < DAY;
  return found(
    'icing',
    hours,
    'h',
    going ? 'bad' : 'watch',
    { stretches: cold.length, coldest: newest.coldest },
    {
      ...said(cold[0]!, cold.length > 1 ? 0.9 : 0.7),
      candidates: going && cold.length === 1 ? [{ cause: 'seized', tell: 'warm_days' }] : [],
    },
  );
}

/** Something stops the ram at one place, from one side, on several days. */
function oneSideOf(
  { now, drive, travel }: DiagnosticContext,
  all: readonly Held[],
  size: number,
): { finding: Finding; level: number } | null {
  const strokes = drive.stroke.filter((_, i) => drive.time[i]! > now - SIDE_DAYS * DAY).sort();
  const low = strokes[Math.floor(0.005 * strokes.length)] ?? 0;
  const high = strokes[Math.ceil(0.995 * strokes.length) - 1] ?? 0;
  if (high - low < Math.max(30, 5 * size)) return null;
  for (const edge of [high, low]) {
    if (travel !== null && (edge < END || edge > travel - END)) continue;
    const stops = stopsAt(edge, all, size, now);
    if (stops)
      return { finding: oneSideFinding(stops, edge === high ? 'upper' : 'lower'), level: stops.level };
  }
  return null;
}

/** Stretches that ended at one obstacle. */
interface Stops {
  /** mm. */
  readonly level: number;
  readonly held: readonly Held[];
}

/** The stretches near an edge of the travel that stand at one level on three days or more, the last one of late. */
function stopsAt(edge: number, all: readonly Held[], size: number, now: number): Stops | null {
  const near = all.filter(
    ({ level, asked }) => Math.abs(level - edge) < BEYOND && asked * size > 8 && asked > 1.5,
  );
  if (near.length < 3) return null;
  const level = near.map((one) => one.level).sort((a, b) => a - b)[near.length >> 1]!;
  const held = near.filter((one) => Math.abs(one.level - level) < SAME);
  const days = new Set(held.map(({ from }) => Math.floor(from / DAY)));
  return days.size < 3 || now - held.at(-1)!.to > 6 * DAY ? null : { level, held };
}

function oneSideFinding({ level, held }: Stops, side: 'upper' | 'lower'): Finding {
  const firm = held.filter(confirmed).length;
  return found(
    'held_one_side',
    level,
    'mm',
    held.length >= 6 ? 'bad' : 'watch',
    { side, times: held.length, by_pressure: firm },
    {
      since: held[0]!.from,
      confidence: Math.min(0.95, 0.75 + 0.05 * firm),
      ruled_out: [{ cause: 'seized', by: 'one_side' }],
    },
  );
}
