import { median } from '../physics/statistics.ts';
import { DAY, type FullPoint } from './days.ts';

/** Fewest points, over the days looked at. */
const LEAST = 200;
const DAYS = 30;
/** Points compared: half-hourly ones tell the loop as well as ten-minute ones. */
const MOST = 1440;
/** Friction flattens a fitted slope: the free ram's may be steeper by these factors. */
const STEEPER = [0.95, 1, 1.05, 1.1, 1.2, 1.35];
/** Widest loop tried, mm. */
const WIDEST = 240;

/**
 * Mean distance between the strokes measured and those of a ram that would stand at middle + slope × T,
 * held back by a loop of `width` mm (a play operator: it moves only when pushed out of its band).
 */
function misfit(
  stroke: Float64Array,
  temperature: Float64Array,
  middle: number,
  slope: number,
  width: number,
): number {
  let ram = stroke[0]!;
  let sum = 0;
  for (let i = 0; i < stroke.length; i++) {
    const free = middle + slope * temperature[i]!;
    ram = Math.min(free + width / 2, Math.max(free - width / 2, ram));
    sum += Math.abs(stroke[i]! - ram);
  }
  return sum / stroke.length;
}

/**
 * Width in mm of the loop that friction opens between warming and cooling, of the last 30 days: the one
 * with which a held-back ram comes closest to what was measured. Null with under 200 points.
 * @param fitted slope of a line through the points, mm/°C
 * @param theory slope by α·L, where the length is known, mm/°C
 */
export function loopWidth(
  clean: readonly FullPoint[],
  fitted: number,
  theory: number | null = null,
): number | null {
  const now = clean.at(-1)?.time ?? 0;
  const recent = clean.filter((point) => point.time > now - DAYS * DAY);
  if (recent.length < LEAST || Math.abs(fitted) < 0.1) return null;
  const step = Math.max(1, Math.floor(recent.length / MOST));
  const points = recent.filter((_, i) => i % step === 0);
  const stroke = Float64Array.from(points, (point) => point.stroke);
  const temperature = Float64Array.from(points, (point) => point.temperature);
  let best = { width: 0, slope: fitted, off: Number.POSITIVE_INFINITY };
  const attempt = (slope: number, widths: readonly number[]) => {
    const middle = median(stroke.map((mm, i) => mm - slope * temperature[i]!));
    // Friction shifts the middle as well where the weather has a trend.
    for (const shift of [-0.25, 0, 0.25])
      for (const width of widths) {
        const off = misfit(stroke, temperature, middle + shift * width, slope, width);
        if (off < best.off) best = { width, slope, off };
      }
  };
  const coarse = Array.from({ length: WIDEST / 12 + 1 }, (_, i) => i * 12);
  for (const factor of STEEPER) attempt(fitted * factor, coarse);
  if (theory !== null) attempt(Math.sign(fitted) * theory, coarse);
  const { width, slope } = best;
  const near = Array.from({ length: 9 }, (_, i) => Math.max(0, width - 8 + i * 2));
  for (const factor of [0.98, 1, 1.02]) attempt(slope * factor, near);
  return best.width;
}
