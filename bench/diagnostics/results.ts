/** What many played years come down to. */
import type { FindingKey } from '@aerowatch/domain/diagnostics/finding';
import type { Kind } from './kinds.ts';
import type { Episode, Outcome } from './play.ts';
import { poissonInterval } from './poisson.ts';

type Counts = Partial<Record<FindingKey, number>>;

/** AEROs with one fault. */
export interface FaultRow {
  /** What the AEROs, their weather and their faults were drawn by. */
  readonly seed: number;
  readonly name: string;
  readonly severity: string;
  readonly cases: number;
  /** By a finding that names the fault rightly. */
  readonly detected: number;
  /** Of those, where something else that is not so was said earlier. */
  readonly misnamed_first: number;
  /** Only by findings that do not name it. */
  readonly otherwise: number;
  /** By nothing at all. */
  readonly missed: number;
  readonly days_median: number | null;
  readonly days_p90: number | null;
  /** AEROs of which something was said that is not so. */
  readonly false: number;
  readonly false_by: Counts;
  readonly seconds: number;
}

/** AEROs without a fault. */
export interface SoundRow {
  readonly seed: number;
  readonly aeros: number;
  readonly years: number;
  readonly false: number;
  readonly false_by: Counts;
  readonly per_100_years: number;
  /** Exact 95 % interval of that. */
  readonly interval: { readonly low: number; readonly high: number };
  /** AEROs that truly reach a stop or rub about as much as is allowed, and of which that was said. */
  readonly true_words: number;
  readonly diagnoses: number;
  /** Time by the clock of one diagnosis of days that are summed up, ms: beside other work it is a multiple. */
  readonly ms: number;
  readonly seconds: number;
}

function countKeys(outcomes: readonly Outcome[], truth: Episode['truth']): Counts {
  const counts: Counts = {};
  for (const { episodes } of outcomes)
    for (const episode of episodes)
      if (episode.truth === truth) counts[episode.key] = (counts[episode.key] ?? 0) + 1;
  return counts;
}

const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0);
const ranked = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? null;
const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));

export function faultRow(
  kind: Kind,
  outcomes: readonly Outcome[],
  { seed, seconds }: { seed: number; seconds: number },
): FaultRow {
  const days = outcomes.flatMap(({ detected }) => (detected === null ? [] : [detected]));
  const first = ({ episodes }: Outcome, truth: Episode['truth']) =>
    episodes.find((episode) => episode.truth === truth)?.from ?? Number.POSITIVE_INFINITY;
  const others = outcomes.filter((one) => one.detected === null && one.episodes.length > 0).length;
  const [median, p90] = [ranked(days, 0.5), ranked(days, 0.9)];
  return {
    seed,
    name: kind.name,
    severity: kind.range,
    cases: outcomes.length,
    detected: days.length,
    misnamed_first: outcomes.filter(
      (one) => one.detected !== null && first(one, 'false') < first(one, 'named'),
    ).length,
    otherwise: others,
    missed: outcomes.length - days.length - others,
    days_median: median === null ? null : rounded(median),
    days_p90: p90 === null ? null : rounded(p90),
    false: outcomes.filter(({ episodes }) => episodes.some(({ truth }) => truth === 'false')).length,
    false_by: countKeys(outcomes, 'false'),
    seconds: Math.round(seconds),
  };
}

export function soundRow(
  outcomes: readonly Outcome[],
  { seed, seconds }: { seed: number; seconds: number },
): SoundRow {
  const by = countKeys(outcomes, 'false');
  const years = outcomes.length;
  const per = 100 / years;
  const [low, high] = poissonInterval(sum(by));
  const diagnoses = outcomes.reduce((total, one) => total + one.diagnoses, 0);
  return {
    seed,
    aeros: outcomes.length,
    years,
    false: sum(by),
    false_by: by,
    per_100_years: rounded(sum(by) * per, 2),
    interval: { low: rounded(low * per, 2), high: rounded(high * per, 2) },
    true_words: outcomes.filter(({ episodes }) => episodes.some(({ truth }) => truth === 'also')).length,
    diagnoses,
    ms: rounded(outcomes.reduce((total, one) => total + one.ms, 0) / diagnoses, 2),
    seconds: Math.round(seconds),
  };
}
