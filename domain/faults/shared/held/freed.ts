/** When a held ram came free: its friction loop is measured from then on. */

import { DAY } from '../../../durations.ts';
import type { Drive } from '../drive/drive.ts';
import { heldStretches, stoodSince } from './held-stretches.ts';

/** Fewest days that it must have stood still. */
const STOOD = 4;
/**
 * Allowed bands (5 % friction) beyond the first that the wire must have covered: friction cannot hold the ram
 * over three.
 */
const BANDS = 2;
/** Hours within which a stretch at the end of the record counts as still lasting. */
const MAY_LAST = 8;

/** End (ms) of the last stretch within `days` in which more than friction held the ram, or null; `band` in °C. */
export function freedAt(drive: Drive, now: number, days: number, band: number): number | null {
  const held = heldStretches(drive, now, band, days + STOOD + 2).filter(
    (one) => one.asked > BANDS * band && one.to - stoodSince(drive, one) > STOOD * DAY,
  );
  const last = held.at(-1);
  const over = last && drive.time[drive.n - 1]! - last.to > (MAY_LAST / 24) * DAY;
  return over && last.to > now - days * DAY ? last.to : null;
}
