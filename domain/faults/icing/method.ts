/** A ram that frost holds and thaw frees. */

import { DAY, HOUR } from '../../durations.ts';
import { type Finding, makeFinding } from '../finding.ts';
import { mayBe } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import { type DiagnosticContext, USUAL_BAND } from '../shared/context.ts';
import type { Drive } from '../shared/drive/drive.ts';
import {
  COLDER,
  detailsOf,
  FROST,
  type HeldStretch,
  ICE,
  isConfirmedByGas,
  isContradictedByGas,
  SAME_PLACE,
  telling,
  UNSURE,
} from '../shared/held/held-stretches.ts';
import { ownHold } from '../shared/held/own-hold.ts';
import type { PastIce } from '../steps/past-ice.ts';
import { icing as row } from './fault.ts';
import { icedNights } from './iced-nights.ts';

/** Share of the allowed band that stiff seals and grease add in frost: this is not ice. */
const STIFF = 0.5;

/** Hours that a stretch must last to be judged by the ram's own friction. */
const LONG = 24;

/** Confidence of ice that has held the ram once, and several times; of the alternative, a seized ram (J). */
const ONCE = 0.7;
const AGAIN = 0.9;
const OR_SEIZED = { once: 0.2, again: 0.05 } as const;

/** mm that the ram must have moved away between two stretches at a place to count as two. */
const AWAY = 12;

/** Number of times the ram was held: stretches at one place without leaving it count as one. */
function timesHeld({ time, stroke }: Drive, all: readonly HeldStretch[]): number {
  return all.filter(({ from, level }, i) => {
    const last = all[i - 1];
    if (!last || Math.abs(level - last.level) >= SAME_PLACE) return true;
    return stroke.some((mm, k) => time[k]! > last.to && time[k]! < from && Math.abs(mm - level) > AWAY);
  }).length;
}

/** The stretches in which ice held the ram: beyond the highest friction allowed, or beyond its own. */
function iced(context: DiagnosticContext, still: readonly HeldStretch[], size: number): HeldStretch[] {
  const seldom = (context.interval ?? 600) > SELDOM;
  const allowed = (1 + STIFF) * (context.allowedBand ?? USUAL_BAND);
  const cold = still.filter(
    (one) =>
      one.warmest < FROST &&
      one.coldest < ICE &&
      !isContradictedByGas(one) &&
      (isConfirmedByGas(one) || !seldom),
  );
  const own = cold.length === 0 ? null : ownHold(context, cold[0]!.from);
  return cold.filter(
    (one) =>
      telling({ ...one, asked: one.asked - allowed }, size, isConfirmedByGas(one) ? 0.5 : 0.8) ||
      (own !== null &&
        isConfirmedByGas(one) &&
        one.to - one.from >= LONG * HOUR &&
        telling({ ...one, asked: one.asked + UNSURE - COLDER * own }, size, 0.5)),
  );
}

/** The finding on ice. `wasFreed`: the ram moved between the stretches, so it is not seized. */
interface Ice extends PastIce {
  readonly finding: Finding;
  readonly wasFreed: boolean;
}

/**
 * The finding from stretches in frost, in hours held; null without a recent one. `still`: all stretches away
 * from the ends, without an allowance for friction; `size`: slope of the free ram, mm/°C; `obstacle`: where
 * one holds it, mm. When each night alone is too small, ice does not hold the ram by day, so it always counts
 * as over.
 */
export function icingOf(
  context: DiagnosticContext,
  still: readonly HeldStretch[],
  size: number,
  obstacle: number | null,
): Ice | null {
  const { now, drive } = context;
  const cold = iced(context, still, size);
  const newest = cold.at(-1);
  if (!newest || now - newest.to > 5 * DAY) {
    const nights = icedNights(context, size, obstacle);
    return nights && { finding: nights.finding, wasFreed: true, until: nights.until, isOver: true };
  }
  const hours = cold.reduce((sum, { from, to }) => sum + (to - from) / HOUR, 0);
  const going = now - newest.to < DAY;
  // Ice holds the ram at varying places; if it is always the same place, it may not be ice.
  const isOnePlace = cold.every(({ level }) => Math.abs(level - newest.level) < SAME_PLACE);
  const times = timesHeld(drive, cold);
  const finding = makeFinding(
    'icing',
    hours,
    'h',
    going && times > 1 ? 'bad' : 'watch',
    { stretches: times, coldest: newest.coldest },
    {
      ...detailsOf(cold[0]!, times > 1 ? AGAIN : ONCE),
      candidates: [
        ...(going && times === 1 ? [mayBe(row, 'seized')] : []),
        ...(isOnePlace ? [mayBe(row, 'held_one_side')] : []),
      ],
    },
  );
  return { finding, wasFreed: times > 1, until: newest.to, isOver: !going };
}

/**
 * The finding on a ram that stands still in frost although the wire moves further than friction can hold: as
 * bad as a seized one (`seized`), whichever it is. `now` in ms.
 */
export function icedNow(
  now: number,
  ice: ReturnType<typeof icingOf>,
  current: HeldStretch,
  seized: Finding,
): Finding {
  const since = seized.since ?? current.from;
  const { candidates, ...known } =
    ice?.finding ??
    makeFinding(
      'icing',
      (now - since) / HOUR,
      'h',
      'bad',
      { stretches: 1, coldest: current.coldest },
      detailsOf({ ...current, from: since }, ONCE),
    );
  const others = candidates.filter(({ cause }) => cause !== 'seized');
  const confidence = ice?.wasFreed ? OR_SEIZED.again : OR_SEIZED.once;
  return {
    ...known,
    verdict: 'bad',
    candidates: [mayBe(row, 'seized', { confidence }), ...others],
  };
}
