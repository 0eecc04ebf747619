/**
 * Finds sunny days by how far the temperature rose: since that does not depend on the panel, the panel can be
 * compared with it. Dark weeks show in both, dirt only in the panel.
 */

import { quantile } from '../../physics/statistics.ts';
import type { Day } from '../shared/days/days.ts';
import { HOURS, type PanelDay, panelDaysOf } from '../shared/light/panel-hours.ts';
import { clearSunOf, type Sun } from '../shared/light/sun-on-panel.ts';

/** A sunny day of a panel. */
export interface SunnyDay {
  /** Days since 1970. */
  readonly day: number;
  /** By hour: the voltage as a share of that at 1 kW/m² and 25 °C, and the clear sky above the panel. */
  readonly shares: readonly number[];
  readonly suns: readonly Sun[];
}

/** Fewest lit days; quantile of their highest values, and the share of the whole voltage that they reach (at 440 W/m²). */
const LIT_DAYS = 30;
const HIGHEST = { quantile: 0.8, share: 0.937 } as const;
/** °C below which snow may stay on the panel for days. */
const FROST = -4;
/** Fewest hours of a day, and fewest days. */
const HOURS_SEEN = 5;
const DAYS_SEEN = 20;
/**
 * Share of the daily range that is not caused by the sun, and quantile of the days from which one is sunny.
 */
const WITHOUT_SUN = 0.3;
const SUNNY = 0.55;
/**
 * A panel that gives 5 mA has 10 W/m² or more, and 88 % of its highest voltage. Below that the battery limits
 * its voltage: such a panel shows its light only while it gives less than the lowest of these currents, mA.
 */
const HELD_DOWN = { from: 5, below: 0.88, often: 0.01, least: 4 } as const;

/**
 * The sunny days of a panel; `noon`: the hour (UTC) of solar noon; latitude in °. Empty where too few can be
 * identified.
 */
export function sunnyDaysOf(days: readonly Day[], latitude: number, noon: number): SunnyDay[] {
  const panel = panelDaysOf(days, latitude, noon);
  const highest = panel.map(({ level }) => highestOf(level)).filter((one) => one > 0);
  if (highest.length < LIT_DAYS) return [];
  const top = quantile(highest, HIGHEST.quantile);
  const isUsable = usable(panel, top);
  const whole = top / HIGHEST.share;
  const seen = panel.flatMap((one, i) => {
    const range = rangeOf(days[i]!);
    const up = clearSunOf(latitude, one.dayOfYear, 0)?.up;
    const hours = HOURS.map((_, k) => k).filter((k) => isUsable(one, k));
    if (range === null || up === undefined || hours.length < HOURS_SEEN) return [];
    return [{ one, hours, warmed: range / (WITHOUT_SUN + (1 - WITHOUT_SUN) * up) }];
  });
  if (seen.length < DAYS_SEEN) return [];
  const sunny = quantile(
    seen.map(({ warmed }) => warmed),
    SUNNY,
  );
  return seen
    .filter(({ warmed }) => warmed >= sunny)
    .map(({ one, hours }) => ({
      day: one.day,
      shares: hours.map((k) => one.level[k]! / whole),
      // Levels are known only where the sun is high enough.
      suns: hours.map((k) => clearSunOf(latitude, one.dayOfYear, HOURS[k]!)!),
    }));
}

function highestOf(level: Float64Array): number {
  let highest = 0;
  for (const one of level) if (one > highest) highest = one;
  return highest;
}

/** The hours that show the light; `top` in V. */
function usable(panel: readonly PanelDay[], top: number): (day: PanelDay, k: number) => boolean {
  let [known, held] = [0, 0];
  for (const { level, current } of panel)
    for (let k = 0; k < level.length; k++) {
      if (Number.isNaN(level[k]!)) continue;
      known++;
      if (current[k]! >= HELD_DOWN.from && level[k]! < HELD_DOWN.below * top) held++;
    }
  const isHeldDown = held > HELD_DOWN.often * known;
  return ({ level, current }, k) =>
    !Number.isNaN(level[k]!) && !(isHeldDown && current[k]! >= HELD_DOWN.least);
}

/** Highest minus lowest temperature of a day, °C; null in frost, and where nothing was measured. */
function rangeOf({ clean }: Day): number | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of clean.temperature) {
    if (one < low) low = one;
    if (one > high) high = one;
  }
  return high >= low && low >= FROST ? high - low : null;
}
