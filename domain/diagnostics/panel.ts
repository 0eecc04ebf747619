/** Findings on the solar panel. */
import { cosZenith } from '../physics/solar.ts';
import { median, quantile } from '../physics/statistics.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import { NOON, STEP, STEPS } from './light.ts';
import { DAY } from './points.ts';

/** Four weeks have clear moments enough; fewer would call a dull fortnight dirt. */
const RECENT_DAYS = 28;
/** Fewest lit days of each. */
const LEAST_DAYS = 14;
/** A shade stands still: two weeks show it. */
const SHADE_DAYS = 14;
/** Moments of like height of the sun that both stretches must have. */
const LEAST = 6;

/** Day of the year of a UTC day. */
const dayOfYear = (start: number) =>
  Math.floor((start - Date.UTC(new Date(start).getUTCFullYear(), 0, 1)) / DAY) + 1;

/** mA by height of the sun (tenths of the cosine of the zenith angle), mornings and afternoons apart. */
function byHeight(days: readonly Day[], latitude: number): Map<number, number[]> {
  const heights = new Map<number, number[]>();
  for (const { start, light } of days)
    for (const { hour, current } of light?.charging ?? []) {
      const cosz = cosZenith(latitude, dayOfYear(start), 12 + hour);
      if (cosz < 0.05) continue;
      const height = Math.round(cosz * 10) * (hour < 0 ? -1 : 1);
      const list = heights.get(height);
      if (list) list.push(current / cosz);
      else heights.set(height, [current / cosz]);
    }
  return heights;
}

/**
 * Charge of the best moments of the last four weeks against the best of before, at like heights of the sun
 * and while the battery takes it, %: what dirt or shade takes.
 */
export function panelTrend(context: DiagnosticContext): Finding {
  const recentDays = lastDays(context, RECENT_DAYS);
  const pastDays = context.days.filter((day) => day.start <= context.now - RECENT_DAYS * DAY);
  const lit = (days: readonly Day[]) => days.filter((day) => day.light !== null).length;
  if (lit(context.days) === 0) return notEvaluable('panel_trend', '%', 'no_data');
  if (lit(recentDays) < LEAST_DAYS || lit(pastDays) < LEAST_DAYS)
    return notEvaluable('panel_trend', '%', 'too_few_days');
  const latitude = context.input.latitude ?? 47;
  const recent = byHeight(recentDays, latitude);
  const past = byHeight(pastDays, latitude);
  const shares: number[] = [];
  for (const [height, now] of recent) {
    const before = past.get(height);
    if (!before || before.length < LEAST || now.length < LEAST) continue;
    const share = quantile(now, 0.95) / quantile(before, 0.95);
    // A height counts as often as it was seen.
    for (let i = 0; i < now.length; i += LEAST) shares.push(share);
  }
  if (shares.length < 3) return notEvaluable('panel_trend', '%', 'too_little_charging');
  const left = 100 * median(shares);
  return found('panel_trend', left, '%', graded(100 - left, 26, 50), {
    days: lit(recentDays),
    days_before: lit(pastDays),
  });
}

/** V by which the panel's voltage must fall and rise again, and between which moments (ten minutes). */
const SHADE = 0.25;
const APART = 2;
/** Nearer to dawn and dusk than this the voltage changes by itself. */
const MARGIN = 5;

/**
 * Depth in V of a dip of the panel's voltage that comes at the same hour every day: a pole or a wall between
 * it and the sun. Clouds come at any hour, so the median over two weeks shows only what stands still.
 */
export function shading(context: DiagnosticContext): Finding {
  const profiles = lastDays(context, SHADE_DAYS).flatMap(({ light }) => (light ? [light.profile] : []));
  if (profiles.length === 0) return notEvaluable('shading', 'V', 'no_data');
  if (profiles.length < 8) return notEvaluable('shading', 'V', 'too_few_days');
  const steps = Array.from({ length: STEPS - APART }, (_, i) => {
    const changes = profiles.flatMap((volts) => {
      const change = volts[i + APART]! - volts[i]!;
      return Number.isNaN(change) ? [] : [change];
    });
    return changes.length < 8 ? Number.NaN : median(changes);
  });
  if (steps.filter((step) => !Number.isNaN(step)).length < STEPS / 4)
    return notEvaluable('shading', 'V', 'too_few_points');
  const [first, last] = [
    steps.findIndex((step) => !Number.isNaN(step)),
    steps.findLastIndex((step) => !Number.isNaN(step)),
  ];
  let dip = { depth: 0, from: 0, to: 0 };
  let fall = { depth: 0, at: 0 };
  for (let i = first + MARGIN; i <= last - MARGIN; i++) {
    const change = steps[i]!;
    if (-change > fall.depth) fall = { depth: -change, at: i };
    const depth = Math.min(fall.depth, change);
    if (depth > dip.depth) dip = { depth, from: fall.at, to: i };
  }
  const hourOf = (step: number) => ((step + APART / 2 - NOON) * STEP) / 3_600_000;
  return found('shading', dip.depth, 'V', dip.depth >= SHADE ? 'watch' : 'good', {
    days: profiles.length,
    from_noon: dip.depth >= SHADE ? hourOf(dip.from) : null,
    to_noon: dip.depth >= SHADE ? hourOf(dip.to) : null,
  });
}
