/** When a ram that something held was freed: the loop of its friction begins anew then. */

import { DAY } from '../durations.ts';
import type { Drive } from './drive.ts';
import { heldStretches, stoodSince } from './held-stretches.ts';

/** Days that it must have stood at least. */
const STOOD = 4;
/** Bands of allowed friction (5 % of the tension) asked in vain beyond the first: no friction holds a ram for three. */
const BANDS = 2;
/** h after which a stretch that no measure has ended since may last still. */
const MAY_LAST = 8;

/** End of the last stretch within some days in which the ram was held by more than friction, ms; null without one. `band`: °C. */
export function freedAt(drive: Drive, now: number, days: number, band: number): number | null {
  const held = heldStretches(drive, now, band, days + STOOD + 2).filter(
    (one) => one.asked > BANDS * band && one.to - stoodSince(drive, one) > STOOD * DAY,
  );
  const last = held.at(-1);
  const over = last && drive.time[drive.n - 1]! - last.to > (MAY_LAST / 24) * DAY;
  return over && last.to > now - days * DAY ? last.to : null;
}
