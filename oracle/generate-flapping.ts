import { DAY, HOUR, MINUTE } from '@aerowatch/domain/durations';
import type { Chance } from './chance.ts';

/** At most so long between two measures: the first burst fits into a day. */
const LONGEST_STEP = 2 * HOUR;
/** As many measures make one change more than a rule may have in a day without flapping. */
const FLAPS = 8;
/** Pauses between bursts: a moment too short, just long enough, and longer. */
const RESTS = [DAY - 1, DAY, DAY + MINUTE, 2 * DAY];
const LOW = 1;
const HIGH = 30;
/** Of the second burst: a rule above it has come to rest for good. */
const LOWER = 20;

/** When something is measured, in ms since the anchor, and the temperature where that is not left to chance. */
export interface Moment {
  readonly at: number;
  readonly temperature?: number;
}

/** Temperature swings until rules flap, rests for about a day and swings again, less far; `step` in ms. */
export function flappingMoments(anchor: string, step: number, chance: Chance): Moment[] {
  const apart = Math.min(step, LONGEST_STEP);
  const first = FLAPS + chance.below(4);
  const rest = chance.pick(RESTS);
  const again = (first - 1) * apart + rest;
  const moments = [
    ...swing(0, apart, first, HIGH, chance),
    ...swing(again, apart, 2 + chance.below(FLAPS + 2), LOWER, chance),
  ];
  const zero = zeroOf(anchor, moments, apart, again - Math.floor(rest / 2));
  return moments.map(({ at, temperature }) => ({ at: at - zero, temperature }));
}

function swing(from: number, apart: number, count: number, peak: number, chance: Chance): Required<Moment>[] {
  const odd = chance.below(2);
  return Array.from({ length: count }, (_, index) => ({
    at: from + index * apart,
    temperature: ((index + odd) % 2 === 0 ? LOW : peak) + chance.below(16) / 8,
  }));
}

/** Nothing lies after now, and little before what may be stored; else the anchor lies in the rest. */
function zeroOf(anchor: string, moments: readonly Moment[], apart: number, middle: number): number {
  if (anchor === 'now') return moments.at(-1)!.at + apart;
  return anchor === 'first of all' ? apart : middle;
}
