/** A ram that frost holds and thaw frees. */

import { DAY, HOUR } from '../durations.ts';
import { type DiagnosticContext, USUAL_BAND } from './context.ts';
import { type Finding, found } from './finding.ts';
import { confirmed, contradicted, FROST, type Held, OFTEN_ENOUGH, said, telling } from './held-stretches.ts';

/** Share of the allowed band that stiff seals and grease add in frost: that is not ice. */
const STIFF = 0.5;

/** mm within which stretches are at one and the same place. */
const SAME = 6;

/** The finding from stretches in frost, h held; null without a recent one. `size`: slope of the free ram, mm/°C. */
export function icingOf(
  { now, interval, allowedBand }: DiagnosticContext,
  all: readonly Held[],
  size: number,
): Finding | null {
  const seldom = (interval ?? 600) > OFTEN_ENOUGH;
  const band = allowedBand ?? USUAL_BAND;
  const cold = all.filter(
    (one) =>
      one.warmest < FROST &&
      one.coldest < -1 &&
      !contradicted(one) &&
      (confirmed(one) || !seldom) &&
      telling({ ...one, asked: one.asked - STIFF * band }, size, confirmed(one) ? 0.5 : 0.8),
  );
  if (cold.length === 0) return null;
  const newest = cold.at(-1)!;
  if (now - newest.to > 5 * DAY) return null;
  const hours = cold.reduce((sum, { from, to }) => sum + (to - from) / HOUR, 0);
  const going = now - newest.to < DAY;
  // Ice holds the ram wherever it happens to be; if it is always the same place, it may not be ice.
  const isOnePlace = cold.every(({ level }) => Math.abs(level - newest.level) < SAME);
  return found(
    'icing',
    hours,
    'h',
    going && cold.length > 1 ? 'bad' : 'watch',
    { stretches: cold.length, coldest: newest.coldest },
    {
      ...said(cold[0]!, cold.length > 1 ? 0.9 : 0.7),
      candidates: [
        ...(going && cold.length === 1 ? [{ cause: 'seized', tell: 'warm_days' } as const] : []),
        ...(isOnePlace ? [{ cause: 'held_one_side', tell: 'look_at_ram' } as const] : []),
      ],
    },
  );
}
