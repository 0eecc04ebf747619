import { DAY, HOUR, MINUTE } from '@aerowatch/domain/durations';
import type { Chance } from './chance.ts';

/** Longest step between two measures: the first burst fits into a day. */
const LONGEST_STEP = 2 * HOUR;
/** This many measures make one change more than a rule may have in a day without flapping. */
const FLAPS = 8;
/** Pauses between bursts: slightly too short, just long enough, and longer. */
const RESTS = [DAY - 1, DAY, DAY + MINUTE, 2 * DAY];
const LOW = 1;
const HIGH = 30;
/** For the second burst: a rule with a higher threshold no longer changes. */
const LOWER = 20;

/** Time of a measure, in ms since the anchor, and its temperature where it is not random. */
export interface Moment {
  readonly at: number;
  readonly temperature?: number;
}

/** Temperature swings until rules flap, rests for about a day and swings again, less widely; `step` in ms. */
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

/**
 * No measure lies after now, and few before the earliest that may be stored; otherwise the anchor lies in the
 * pause.
 */
function zeroOf(anchor: string, moments: readonly Moment[], apart: number, middle: number): number {
  if (anchor === 'now') return moments.at(-1)!.at + apart;
  return anchor === 'first of all' ? apart : middle;
}
