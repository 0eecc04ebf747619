/** What a day tells of the panel: its charge by height of the sun, its voltage by time from noon. */
import { HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';

/** Panel voltage under which it is night, V. */
const DARK = 0.5;
/** The panel's voltage is kept for each ten minutes, six hours either side of noon. */
export const STEP = 600_000;
export const STEPS = 73;
export const NOON = 36;

export interface DaysLight {
  /** Middle of the panel's day, ms: about solar noon, so that no longitude is needed. */
  readonly noon: number;
  /** V by ten minutes from noon; NaN where nothing was measured. */
  readonly profile: Float32Array;
  /** The same as a panel at 25 °C would have it: it loses 0.3 % a degree. */
  readonly cool: Float32Array;
  /** Moments of charging: h from noon, and mA. A battery that is full takes nothing and tells nothing. */
  readonly charging: readonly { readonly hour: number; readonly current: number }[];
}

/** Share of its voltage a panel loses with each degree (domain.md 6.4). */
const COOLING = 0.003;
/** mA over which a battery still takes what the panel brings. */
const TAKING = 8;

/** Null for a day with under twelve lit measures, and for one that is cut, as the newest is: it has no middle. */
export function lightOf(points: readonly Measure[]): DaysLight | null {
  const lit = points.filter((point) => (point.solar_voltage ?? 0) > DARK);
  if (lit.length < 12 || lit[0] === points[0] || lit.at(-1) === points.at(-1)) return null;
  const [first, last] = [lit[0]!.time, lit.at(-1)!.time];
  const noon = (first + last) / 2;
  const profile = new Float32Array(STEPS).fill(Number.NaN);
  const cool = new Float32Array(STEPS).fill(Number.NaN);
  const charging: { hour: number; current: number }[] = [];
  const takes = (point: Measure | undefined) => (point?.charge_current ?? 0) > TAKING;
  lit.forEach((point, i) => {
    const step = NOON + Math.round((point.time - noon) / STEP);
    if (step >= 0 && step < STEPS) {
      profile[step] = point.solar_voltage!;
      if (point.temperature !== null)
        cool[step] = point.solar_voltage! / (1 - COOLING * (point.temperature - 25));
    }
    // The last moment before it is full is cut short: only moments between two others count.
    if (takes(lit[i - 1]) && takes(point) && takes(lit[i + 1]))
      charging.push({ hour: (point.time - noon) / HOUR, current: point.charge_current! });
  });
  return { noon, profile, cool, charging };
}
