/**
 * Calibrates chances so that they come true as often as stated: a fixed curve of their log odds, then a shift
 * and a stretch of it (Platt 1999), learnt from past days, all AEROs of a client together.
 */
import { LEADS } from '../basis.ts';

export interface Calibration {
  readonly shift: number;
  readonly stretch: number;
}
/**
 * The starting values, and the part that stays: near a margin, a single run of a model overstates the chance,
 * and more so further ahead, ever more slowly (its errors are part of its departures). Logistic regression on
 * seven seeds of the bench, 525 AERO-years; either half of them gives the same to a hundredth.
 */
export const FIRST_CALIBRATION: Calibration = { shift: -0.34, stretch: 1 };
/** The same of chances without weather, before the log odds above one half are drawn in. */
export const FIRST_SEASON_CALIBRATION: Calibration = { shift: 0.109375, stretch: 1.046875 };
const MIDDLE_LEAD = (LEADS + 1) / 2;
const BY_LEAD = [-0.064, 0.0034] as const;
/**
 * From the same regression: middle chances are stated as if the spread were known, which it is not; rare ones
 * follow the t distribution. Monotonically increasing.
 */
const CURVE = [0.944, -0.0163, 0.0018] as const;

/** Largest log odds: chances are stored to 0.4 %, so nothing is more certain than that. */
const SUREST = 6;
const oddsOf = (chance: number) =>
  Math.min(SUREST, Math.max(-SUREST, Math.log(chance / (1 - chance || Number.MIN_VALUE))));

/** The chance to be stated for a day this many days ahead. */
export function calibrate({ shift, stretch }: Calibration, lead: number, chance: number): number {
  if (chance <= 0.001 || chance >= 0.999) return chance;
  const ahead = lead - MIDDLE_LEAD;
  const odds = oddsOf(chance);
  const byLead = ahead * (BY_LEAD[0] + ahead * BY_LEAD[1]);
  const curved = odds * (CURVE[0] + odds * (CURVE[1] + odds * CURVE[2]));
  return 1 / (1 + Math.exp(-(shift + byLead + stretch * curved)));
}

/**
 * Share of the log odds beyond `KNEE` that remains at one day ahead, and of it on each further day. Without
 * weather, a chance above one half says that the AERO is outside its season now; what returns it is the
 * weather of the days between, of which nothing is known. Logistic regression on seeds 1 to 8 of both worlds
 * (docs/forecast.md); rare chances are right without it, and what is nearly certain stays so: its ram stands
 * beyond the margin by more than its season can bring back.
 */
const [REMAINS, EACH_DAY] = [0.6, 0.5] as const;
const [KNEE, ROUND] = [-0.5, 0.6] as const;
/** Log odds from which a chance is nearly certain. Judged: too rare in the bench. */
const NEARLY_CERTAIN = 4;

/** The chance to be stated without weather, a number of days ahead. */
export function calibrateSeason({ shift, stretch }: Calibration, lead: number, chance: number): number {
  if (chance <= 0.001 || chance >= 0.999) return chance;
  const odds = oddsOf(chance);
  const certain = Math.max(0, (odds - NEARLY_CERTAIN) / (SUREST - NEARLY_CERTAIN));
  const beyond = (1 - certain) * ROUND * Math.log1p(Math.exp((odds - KNEE) / ROUND));
  const drawn = odds - (1 - REMAINS * EACH_DAY ** (lead - 1)) * beyond;
  return 1 / (1 + Math.exp(-(shift + stretch * drawn)));
}

/** Sums over the chances of a day. */
export interface Outcomes {
  off: number;
  weight: number;
  offOdds: number;
  weightOdds: number;
  n: number;
}
export const noOutcomes = (): Outcomes => ({ off: 0, weight: 0, offOdds: 0, weightOdds: 0, n: 0 });

/** Records a stated chance, and whether the event happened. Changes `outcomes`. */
export function noteOutcome(outcomes: Outcomes, stated: number, happened: boolean): void {
  const odds = oddsOf(stated);
  const off = (happened ? 1 : 0) - stated;
  const weight = stated * (1 - stated);
  outcomes.off += off;
  outcomes.weight += weight;
  outcomes.offOdds += off * odds;
  outcomes.weightOdds += weight * odds * odds;
  outcomes.n += 1;
}

/**
 * Number of chances that weigh as much as the day's own, so that a few teach little; step of a day. Tuned in
 * the bench.
 */
const INERTIA = 12;
const STEP = 0.02;
const BOUNDS = [0.4, 2] as const;

/** Chances of an AERO per day: seven leads, two ends. */
const A_DAY = LEADS * 2;
/** Number of AEROs from which more add no information, because one day's weather affects them alike. */
const MANY = 3;

/**
 * The calibration after another day: one step towards the values that would have been right. `aeros` is how
 * many the client has: a part of them makes that part of the step.
 */
export function learnOutcomes(
  known: Calibration,
  { off, weight, offOdds, weightOdds, n }: Outcomes,
  aeros: number = n / A_DAY,
): Calibration {
  if (n === 0) return known;
  const all = Math.max(n, aeros * A_DAY);
  // Sums as if all AEROs had contributed, limited to as many as count.
  const scale = (all / n) * Math.min(1, (MANY * A_DAY) / all);
  const step = STEP * (n / all);
  const shift = (step * scale * off) / (scale * weight + INERTIA);
  const stretch = 1 + (step * scale * offOdds) / (scale * weightOdds + 4 * INERTIA);
  return {
    shift: Math.min(2, Math.max(-2, shift + stretch * known.shift)),
    stretch: Math.min(BOUNDS[1], Math.max(BOUNDS[0], stretch * known.stretch)),
  };
}
