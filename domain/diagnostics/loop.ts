import { median } from '../physics/statistics.ts';
import { DARK, DAY, type FullPoint, HOUR } from './days.ts';

/** Fewest points, over the days looked at. */
const LEAST = 200;
const DAYS = 30;
/** Points compared: one or two an hour tell the loop as well as six. */
const MOST = 960;
/** Friction flattens a fitted slope: the free ram's may be steeper by these factors. */
const STEEPER = [0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.35];
/** Widest loop tried, mm. */
const WIDEST = 240;

interface Columns {
  readonly stroke: Float64Array;
  readonly temperature: Float64Array;
  /** 1 where a stretch without a pause begins: the ram starts from where it was seen. */
  readonly begins: Uint8Array;
}

/**
 * Mean distance between the strokes measured and those of a ram that would stand at middle + slope × T,
 * held back by a loop of `width` mm (a play operator: it moves only when pushed out of its band).
 */
function misfit(
  { stroke, temperature, begins }: Columns,
  middle: number,
  slope: number,
  width: number,
): number {
  let ram = 0;
  let sum = 0;
  for (let i = 0; i < stroke.length; i++) {
    if (begins[i] === 1) ram = stroke[i]!;
    const free = middle + slope * temperature[i]!;
    ram = Math.min(free + width / 2, Math.max(free - width / 2, ram));
    sum += Math.abs(stroke[i]! - ram);
  }
  return sum / stroke.length;
}

/**
 * Width in mm of the loop that friction opens between warming and cooling, over the 30 days before `now`:
 * the one with which a held-back ram comes closest to what was measured. By day the sun heats the wire
 * before the device, which closes the loop; by night the weather turns less: the wider of the two counts.
 * Null with under 200 points.
 * @param fitted slope of a line through the points, mm/°C
 * @param theory slope by α·L, where the length is known, mm/°C
 */
export function loopWidth(
  clean: readonly FullPoint[],
  fitted: number,
  theory: number | null,
  now: number,
): number | null {
  const all = clean.filter((point) => point.time > now - DAYS * DAY && point.time <= now);
  if (all.length < LEAST || Math.abs(fitted) < 0.1) return null;
  const nights = all.filter((point) => point.solar_voltage !== null && point.solar_voltage < DARK);
  const whole = closestWidth(all, fitted, theory);
  return nights.length < LEAST ? whole : Math.max(whole, closestWidth(nights, fitted, theory));
}

function closestWidth(recent: readonly FullPoint[], fitted: number, theory: number | null): number {
  const step = Math.max(1, Math.floor(recent.length / MOST));
  const points = recent.filter((_, i) => i % step === 0);
  const columns: Columns = {
    stroke: Float64Array.from(points, (point) => point.stroke),
    temperature: Float64Array.from(points, (point) => point.temperature),
    begins: Uint8Array.from(points, (point, i) =>
      i === 0 || point.time - points[i - 1]!.time > 2 * HOUR ? 1 : 0,
    ),
  };
  let best = { width: 0, slope: fitted, off: Number.POSITIVE_INFINITY };
  const attempt = (slope: number, widths: readonly number[]) => {
    const middle = median(columns.stroke.map((mm, i) => mm - slope * columns.temperature[i]!));
    // The middle of what was seen lies off the loop's own middle where cooling prevails, as by night.
    for (const shift of [-0.5, -0.25, 0, 0.25])
      for (const width of widths) {
        const off = misfit(columns, middle + Math.sign(slope) * shift * width, slope, width);
        if (off < best.off) best = { width, slope, off };
      }
  };
  const coarse = Array.from({ length: WIDEST / 12 + 1 }, (_, i) => i * 12);
  for (const factor of STEEPER) attempt(fitted * factor, coarse);
  if (theory !== null)
    for (const factor of [0.95, 1, 1.05]) attempt(Math.sign(fitted) * theory * factor, coarse);
  const { width, slope } = best;
  const near = Array.from({ length: 9 }, (_, i) => Math.max(0, width - 8 + i * 2));
  for (const factor of [0.98, 1, 1.02]) attempt(slope * factor, near);
  return best.width;
}
