/** A ram that an obstacle stops at one place whenever the wire would move it further. */

import { DAY } from '../../durations.ts';
import { type Finding, makeFinding } from '../finding.ts';
import { mayBe, ruledOut } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { isAtEnd } from '../shared/drive/ends.ts';
import {
  FIXED,
  FROST,
  type HeldStretch,
  isConfirmedByGas,
  isContradictedByGas,
} from '../shared/held/held-stretches.ts';
import { onePlaceOf } from '../shared/nights/one-place.ts';
import { heldOneSide as row } from './fault.ts';

/** mm between levels of one and the same obstacle. */
export const SAME = 5;
/** Days whose extreme strokes are the edges where an obstacle is looked for. */
const SIDE_DAYS = 9;
const OFTEN = row.thresholds.often.value;
/** mm from an edge within which still stretches count as being at it. */
const BEYOND = 9;
/**
 * Stretches required at the obstacle for each one elsewhere: friction holds the ram wherever the wire turns
 * back.
 */
const FOR_EACH_ELSEWHERE = 4;

/** The finding and the level, mm, of an obstacle; null where there is none. `size` in mm/°C. */
export function heldOneSide(
  context: DiagnosticContext,
  all: readonly HeldStretch[],
  size: number,
): { finding: Finding; level: number } | null {
  const telling = all.filter(
    ({ asked }) => asked * size > row.thresholds.moved.value && asked > row.thresholds.asked.value,
  );
  return byStretches(context, telling, size) ?? byNights(context, telling);
}

/**
 * Whether friction, which holds the ram at any place, explains the stretches better than one obstacle at a
 * level, mm.
 */
const holdsElsewhere = (telling: readonly HeldStretch[], level: number, since: number, times: number) =>
  telling.filter(
    (one) => one.from >= since && Math.abs(one.level - level) >= BEYOND && !isContradictedByGas(one),
  ).length >
  times / FOR_EACH_ELSEWHERE;

/** The finding from stretches on several days. */
function byStretches(
  context: DiagnosticContext,
  telling: readonly HeldStretch[],
  size: number,
): { finding: Finding; level: number } | null {
  const { now, drive, travel } = context;
  const strokes = drive.stroke.filter((_, i) => drive.time[i]! > now - SIDE_DAYS * DAY).sort();
  const low = strokes[Math.floor(0.005 * strokes.length)] ?? 0;
  const high = strokes[Math.ceil(0.995 * strokes.length) - 1] ?? 0;
  if (high - low < Math.max(30, 5 * size)) return null;
  for (const edge of [high, low]) {
    if (isAtEnd(edge, travel)) continue;
    const stops = stopsAt(context, edge, telling);
    if (stops)
      return { finding: oneSideFinding(stops, edge === high ? 'upper' : 'lower'), level: stops.level };
  }
  return null;
}

/** Stretches the pressure must confirm at long log times: nights of one or two samples agree by chance. */
const CONFIRMED = 2;
const isBacked = ({ drive, interval }: DiagnosticContext, held: readonly HeldStretch[]) =>
  (interval ?? 600) <= SELDOM ||
  held.filter(isConfirmedByGas).length >= CONFIRMED ||
  drive.gas.every((gas) => Number.isNaN(gas));

/** Stretches that ended at one obstacle. */
interface Stops {
  /** mm. */
  readonly level: number;
  readonly held: readonly HeldStretch[];
}

/** The stretches near an edge of the travel that stand at one level on three days or more, the last one recently. */
function stopsAt(context: DiagnosticContext, edge: number, telling: readonly HeldStretch[]): Stops | null {
  const near = telling.filter(({ level }) => Math.abs(level - edge) < BEYOND);
  if (near.length < 3) return null;
  const level = near.map((one) => one.level).sort((a, b) => a - b)[near.length >> 1]!;
  // Where the gas does not behave like a fixed volume, the ram was moving: not held.
  const held = near.filter((one) => Math.abs(one.level - level) < SAME && !isContradictedByGas(one));
  if (held.length < 3 || !isBacked(context, held)) return null;
  if (holdsElsewhere(telling, level, held[0]!.from, held.length)) return null;
  const days = new Set(held.map(({ from }) => Math.floor(from / DAY)));
  return days.size < 3 || context.now - held.at(-1)!.to > 6 * DAY ? null : { level, held };
}

/** Nights needed at one place, and number of times that the ram must have returned to it. */
const NIGHTS = 5;
const TIMES = 4;

/**
 * The finding from nights alone: short nights contain no stretch that is long enough, but end at the same
 * place. Not at long log times: nights of one or two samples agree by chance.
 */
function byNights(
  context: DiagnosticContext,
  telling: readonly HeldStretch[],
): { finding: Finding; level: number } | null {
  const place = (context.interval ?? 600) > SELDOM ? null : onePlaceOf(context, NIGHTS);
  if (!place || place.times < TIMES || place.restsOnOne) return null;
  const { level, upper, nights, times, since, gas } = place;
  // At one place the gas has one volume: where it does not, the reading is wrong, and the ram moved.
  if (gas !== null && gas < FIXED) return null;
  if (holdsElsewhere(telling, level, since, times)) return null;
  const finding = makeFinding(
    'held_one_side',
    level,
    'mm',
    times >= OFTEN ? 'bad' : 'watch',
    { side: upper ? 'upper' : 'lower', times, by_pressure: gas === null ? 0 : nights },
    { since, confidence: 0.8, ruled_out: [ruledOut(row, 'seized')] },
  );
  return { finding, level };
}

function oneSideFinding({ level, held }: Stops, side: 'upper' | 'lower'): Finding {
  const firm = held.filter(isConfirmedByGas).length;
  // Ice takes hold at one temperature, which corresponds to one place.
  const inFrost = held.every(({ warmest }) => warmest < FROST);
  return makeFinding(
    'held_one_side',
    level,
    'mm',
    held.length >= OFTEN ? 'bad' : 'watch',
    { side, times: held.length, by_pressure: firm },
    {
      since: held[0]!.from,
      confidence: Math.min(0.95, 0.75 + 0.05 * firm),
      // A few times may be chance in a ram whose friction has begun to grow.
      candidates: [
        ...(inFrost ? [mayBe(row, 'icing')] : []),
        ...(held.length >= OFTEN ? [] : [mayBe(row, 'friction')]),
      ],
      ruled_out: [ruledOut(row, 'seized')],
    },
  );
}
