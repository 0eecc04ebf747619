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

type Heights = Map<number, number[]>;
function enter(heights: Heights, cosz: number, hour: number, value: number): void {
  const height = Math.round(cosz * 10) * (hour < 0 ? -1 : 1);
  const list = heights.get(height);
  if (list) list.push(value);
  else heights.set(height, [value]);
}

/** mA and V by height of the sun (tenths of the cosine of the zenith angle), mornings and afternoons apart. */
function byHeight(days: readonly Day[], latitude: number): { currents: Heights; volts: Heights } {
  const [currents, volts]: [Heights, Heights] = [new Map(), new Map()];
  for (const { start, light } of days) {
    if (!light) continue;
    const number = dayOfYear(start);
    for (const { hour, current } of light.charging) {
      const cosz = cosZenith(latitude, number, 12 + hour);
      if (cosz >= 0.05) enter(currents, cosz, hour, current / cosz);
    }
    // Two steps apart are as good as one, and half the work.
    for (let step = 0; step < STEPS; step += 2) {
      const volt = light.cool[step]!;
      if (Number.isNaN(volt)) continue;
      const hour = ((step - NOON) * STEP) / 3_600_000;
      const cosz = cosZenith(latitude, number, 12 + hour);
      if (cosz >= HIGH) enter(volts, cosz, hour, volt);
    }
  }
  return { currents, volts };
}

/** Heights of the sun from which the voltage speaks: lower, a tilted panel gets more than it can show. */
const HIGH = 0.35;
/** A panel's voltage falls by this share of itself when the light falls to 1/e (domain.md 6.4). */
const PER_E = 0.04;
/** The heights at which the sky was clearest count: clouds can only take away. */
const CLEAREST = 0.7;

/** Shares of the light that is left, one for each height seen in both stretches; as often as it was seen. */
function shares(now: Heights, before: Heights, share: (now: number, before: number) => number): number[] {
  return [...now].flatMap(([height, values]) => {
    const past = before.get(height);
    if (!past || past.length < LEAST || values.length < LEAST) return [];
    const left = share(quantile(values, 0.95), quantile(past, 0.95));
    return new Array<number>(Math.ceil(values.length / LEAST)).fill(left);
  });
}

/**
 * Light of the best moments of the last four weeks against the best of before, at like heights of the sun, %:
 * what dirt or shade takes. From the charge while the battery takes it, and from the panel's voltage, which
 * falls with the logarithm of the light and speaks of a full battery's days too.
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
  const full = quantile([...past.volts.values()].flat(), 0.98);
  const byCurrent = shares(recent.currents, past.currents, (now, before) => now / before);
  const byVolts = shares(recent.volts, past.volts, (now, before) =>
    Math.exp((now - before) / (PER_E * full)),
  );
  const all = [byCurrent, byVolts].filter((list) => list.length >= 3).map((list) => quantile(list, CLEAREST));
  if (all.length === 0) return notEvaluable('panel_trend', '%', 'too_little_charging');
  const left = (100 * all.reduce((sum, one) => sum + one, 0)) / all.length;
  return found('panel_trend', left, '%', graded(100 - left, 22, 50), {
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
