/**
 * Slope of a free ram in mm/°C, by its length and by observation, and the resulting shares of wire and gas.
 */

import { DAY } from '../../../durations.ts';
import { correlation } from '../../../physics/statistics.ts';
import type { Geometry } from '../slow-changes/origin.ts';
import type { Drive } from './drive.ts';
import { type LoopWidth, loopWidth } from './loop-width.ts';

/**
 * The compliance of the gas and friction reduce α·L by about 4 % (docs/domain.md, "Stroke"); it is known to 6
 * %.
 */
const SOFT = 0.96;
const SLOPE_ERROR = 0.06;

/** The slope by theory with the observed sign; the observed slope where that is certain and differs. */
function slopeOf(
  theory: number | null,
  whole: LoopWidth | null,
  side: number,
): { slope: number; error: number } | null {
  const sure = whole !== null && Math.abs(whole.slope) > 5 * whole.error;
  if (theory === null)
    return sure && Math.abs(whole.slope) > 0.5
      ? { slope: whole.slope, error: Math.max(whole.error, SLOPE_ERROR * Math.abs(whole.slope)) }
      : null;
  // The direction in which the sensor is mounted is observed, never assumed.
  if (!sure && side === 0) return null;
  const seen = sure ? whole.slope : side * theory;
  const expected = SOFT * theory * Math.sign(seen);
  const off = Math.abs(seen / expected - 1);
  const other = sure && off > 0.12 && Math.abs(seen) > 0.3 * theory && whole.error < 0.05 * Math.abs(seen);
  return other
    ? { slope: seen, error: 0.1 * Math.abs(seen) }
    : { slope: expected, error: SLOPE_ERROR * theory };
}

/** Correlation of stroke and temperature from which the sign of the slope is certain. */
const ONE_WAY = 0.6;
function sideOf({ stroke, wire, n }: Drive): number {
  if (n < 12) return 0;
  const r = correlation(stroke, wire);
  return Math.abs(r) < ONE_WAY ? 0 : Math.sign(r);
}

/** Days ago that end the period used for a ram that has hardly moved since then. */
const BEFORE_IT_STOOD = [45, 70] as const;

/**
 * Signed slope of a free ram and its error, mm/°C: of the whole period, or of the time before for a ram that
 * was held for most of it. `theory`: α·L, mm/°C; `now` in ms. Null where the direction is unknown.
 */
export function believedSlope(drive: Drive, theory: number | null, whole: LoopWidth | null, now: number) {
  const overall = slopeOf(theory, whole, sideOf(drive));
  if (overall !== null) return overall;
  for (const days of BEFORE_IT_STOOD) {
    const until = now - days * DAY;
    const n = drive.time.findLastIndex((time) => time <= until) + 1;
    const past = { ...drive, n, stroke: drive.stroke.subarray(0, n), wire: drive.wire.subarray(0, n) };
    const before = slopeOf(
      theory,
      loopWidth(drive, Number.NEGATIVE_INFINITY, until, new Map()),
      sideOf(past),
    );
    if (before !== null) return before;
  }
  return null;
}

/**
 * How wire and gas share a change, given slope (mm/°C), length (m), E·S and tension (both in N);
 * docs/domain.md, "Gas".
 */
export function geometryOf(
  { slope, error }: { slope: number; error: number },
  length: number | null,
  stiffness: number,
  tension: number,
): Geometry {
  // m of wire, derived from the slope where the length is unknown.
  const metres = length ?? Math.abs(slope) / 17e-3;
  const column = Math.abs(slope) * 288.15;
  const wire = stiffness / metres / 1000;
  const gas = tension / column;
  return { slope, slopeError: error, column, draws: tension / (wire + gas), shows: wire / (wire + gas) };
}
