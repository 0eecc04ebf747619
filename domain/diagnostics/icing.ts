/** A ram that frost holds and thaw frees. */

import { DAY, HOUR } from '../durations.ts';
import { type DiagnosticContext, USUAL_BAND } from './context.ts';
import type { Drive } from './drive.ts';
import { type Finding, found } from './finding.ts';
import { confirmed, contradicted, FROST, type Held, OFTEN_ENOUGH, said, telling } from './held-stretches.ts';

/** Share of the allowed band that stiff seals and grease add in frost: that is not ice. */
const STIFF = 0.5;

/** mm within which stretches are at one and the same place, and beyond which the ram left it between two. */
const SAME = 6;
const AWAY = 12;

/** Number of times the ram was held: stretches at a place that it did not leave in between count as one. */
function timesHeld({ time, stroke }: Drive, all: readonly Held[]): number {
  return all.filter(({ from, level }, i) => {
    const last = all[i - 1];
    if (!last || Math.abs(level - last.level) >= SAME) return true;
    return stroke.some((mm, k) => time[k]! > last.to && time[k]! < from && Math.abs(mm - level) > AWAY);
  }).length;
}

/**
 * The finding from stretches in frost, h held; null without a recent one. `size`: slope of the free ram, mm/°C.
 * `wasFreed`: the ram moved between them, so it is not seized.
 */
export function icingOf(
  { now, interval, allowedBand, drive }: DiagnosticContext,
  all: readonly Held[],
  size: number,
): { readonly finding: Finding; readonly wasFreed: boolean } | null {
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
  const times = timesHeld(drive, cold);
  const finding = found(
    'icing',
    hours,
    'h',
    going && times > 1 ? 'bad' : 'watch',
    { stretches: times, coldest: newest.coldest },
    {
      ...said(cold[0]!, times > 1 ? 0.9 : 0.7),
      candidates: [
        ...(going && times === 1 ? [{ cause: 'seized', tell: 'warm_days' } as const] : []),
        ...(isOnePlace ? [{ cause: 'held_one_side', tell: 'look_at_ram' } as const] : []),
      ],
    },
  );
  return { finding, wasFreed: times > 1 };
}
