/** Sums of many trials. */
import type { FindingKey } from '@aerowatch/domain/faults/list';
import type { ClimateName } from '@aerowatch/simulator/weather/climate';
import { type Kind, SEVERITIES, type Severity } from './case.ts';
import type { Episode, Outcome } from './play.ts';
import { poissonInterval } from './poisson.ts';

type Counts = Partial<Record<FindingKey, number>>;
/** Findings about something that both AEROs of a box share: counted once per box. */
const OF_BOX: readonly FindingKey[] = [
  'battery_trend',
  'battery_resistance',
  'panel_trend',
  'shading',
  'current_drain',
  'swapped',
];

/** Sound AEROs at one log time. */
export interface SoundRow {
  readonly aeros: number;
  readonly years: number;
  readonly false: number;
  readonly bad: number;
  readonly per_year: number;
  readonly bad_per_year: number;
  /** Exact 95 % interval of the false findings per year. */
  readonly interval: readonly [number, number];
  readonly by: Counts;
  readonly by_climate: Partial<Record<ClimateName, number>>;
  readonly unusual_per_year: number;
  /** Wall-clock ms of one diagnosis of summarized days. */
  readonly ms: number;
}

/** AEROs with one fault of one severity at one log time. */
export interface SeverityRow {
  readonly cases: number;
  /** Number named by a correct finding. */
  readonly named: number;
  /** Not named, but reported as not watched at this log time. */
  readonly not_watched: number;
  /** Of those with any finding, how often the first one was right. */
  readonly right_first: number;
  /** Right, or among the other possible causes of the first finding. */
  readonly right_or_both: number;
  readonly anything: number;
  readonly days: number | null;
}
export interface FaultRow {
  readonly name: string;
  readonly unit: string;
  readonly rates: readonly number[];
  readonly core: Severity | null;
  readonly by: Record<Severity, SeverityRow>;
  readonly by_climate: Partial<
    Record<ClimateName, Partial<Record<Severity, readonly [named: number, cases: number]>>>
  >;
  /** False findings. */
  readonly false_by: Counts;
}

const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));
const median = (values: readonly number[]) =>
  values.length === 0 ? null : rounded(values.toSorted((a, b) => a - b)[values.length >> 1]!, 1);

function counts(episodes: readonly Episode[]): Counts {
  const all: Counts = {};
  for (const { key } of episodes) all[key] = (all[key] ?? 0) + 1;
  return all;
}

/** False findings of a box: what its AEROs share counts once. */
function falseOf(box: readonly Outcome[]): Episode[] {
  const seen: Episode[] = [];
  for (const { episodes } of box)
    for (const episode of episodes) {
      if (episode.truth !== 'false') continue;
      const same = seen.some(
        (other) => other.key === episode.key && Math.abs(other.from - episode.from) <= 14,
      );
      if (!(same && OF_BOX.includes(episode.key))) seen.push(episode);
    }
  return seen;
}

/** @param boxes outcomes of the AEROs of each sound box */
export function soundRow(boxes: readonly (readonly Outcome[])[]): SoundRow {
  const all = boxes.flatMap((box) => falseOf(box).map((episode) => ({ episode, climate: box[0]!.climate })));
  const outcomes = boxes.flat();
  const years = outcomes.reduce((sum, one) => sum + one.years, 0);
  const known = all.filter(({ episode }) => (episode.key as string) !== 'unusual');
  const bad = known.filter(({ episode }) => episode.worst === 'bad').length;
  const [low, high] = poissonInterval(known.length);
  const by_climate: SoundRow['by_climate'] = {};
  for (const climate of new Set(outcomes.map((one) => one.climate))) {
    const here = outcomes.filter((one) => one.climate === climate).reduce((sum, one) => sum + one.years, 0);
    by_climate[climate] = rounded(known.filter((one) => one.climate === climate).length / here);
  }
  return {
    aeros: outcomes.length,
    years: rounded(years, 1),
    false: known.length,
    bad,
    per_year: rounded(known.length / years, 3),
    bad_per_year: rounded(bad / years, 3),
    interval: [rounded(low / years, 3), rounded(high / years, 3)],
    by: counts(known.map(({ episode }) => episode)),
    by_climate,
    unusual_per_year: rounded((all.length - known.length) / years, 3),
    ms: rounded(
      outcomes.reduce((sum, one) => sum + one.ms, 0) / outcomes.reduce((sum, one) => sum + one.diagnoses, 0),
    ),
  };
}

export function faultRow(kind: Kind, outcomes: readonly Outcome[]): FaultRow {
  const severityRow = (of: readonly Outcome[]): SeverityRow => ({
    cases: of.length,
    named: of.filter((one) => one.detected !== null).length,
    not_watched: of.filter((one) => one.detected === null && one.notWatched).length,
    right_first: of.filter((one) => one.rightFirst === true).length,
    right_or_both: of.filter((one) => one.rightOrBoth).length,
    anything: of.filter((one) => one.rightFirst !== null).length,
    days: median(of.flatMap((one) => one.detected ?? [])),
  });
  const by_climate: FaultRow['by_climate'] = {};
  for (const climate of new Set(outcomes.map((one) => one.climate)))
    by_climate[climate] = Object.fromEntries(
      SEVERITIES.flatMap((severity) => {
        const here = outcomes.filter((one) => one.climate === climate && one.severity === severity);
        const found = here.filter((one) => one.detected !== null).length;
        return here.length === 0 ? [] : [[severity, [found, here.length] as const]];
      }),
    );
  return {
    name: kind.name,
    unit: kind.unit,
    rates: kind.rates,
    core: kind.core ?? null,
    by: Object.fromEntries(
      SEVERITIES.map((severity) => [
        severity,
        severityRow(outcomes.filter((one) => one.severity === severity)),
      ]),
    ) as FaultRow['by'],
    by_climate,
    false_by: counts(outcomes.flatMap((one) => one.episodes.filter(({ truth }) => truth === 'false'))),
  };
}

/** Of the findings stated with a confidence in [from, to), how many are true. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly said: number;
  readonly so: number;
  readonly mean: number | null;
}
const EDGES = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01] as const;

export function calibration(outcomes: readonly Outcome[]): Bin[] {
  const all = outcomes.flatMap((one) => one.episodes).filter(({ confidence }) => confidence !== null);
  return EDGES.slice(1).map((to, i) => {
    const here = all.filter(({ confidence }) => confidence! >= EDGES[i]! && confidence! < to);
    const mean = here.reduce((sum, { confidence }) => sum + confidence!, 0) / here.length;
    return {
      from: EDGES[i]!,
      to: Math.min(1, to),
      said: here.length,
      so: here.filter(({ truth }) => truth !== 'false').length,
      mean: here.length === 0 ? null : rounded(mean),
    };
  });
}

export interface Totals {
  readonly core: readonly [named: number, not_watched: number, cases: number];
  readonly others: readonly [named: number, not_watched: number, cases: number];
  readonly right_first: readonly [right: number, of: number];
  readonly right_or_both: readonly [right: number, of: number];
}

/** Core faults of every severity that counts, others from medium on, and the first names of all. */
export function totalsOf(rows: readonly FaultRow[]): Totals {
  const [core, others, first, both] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0],
    [0, 0],
  ] as [number[], number[], number[], number[]];
  for (const row of rows)
    for (const severity of SEVERITIES) {
      const { named, not_watched, cases, right_first, right_or_both, anything } = row.by[severity];
      first[0]! += right_first;
      first[1]! += anything;
      both[0]! += right_or_both;
      both[1]! += anything;
      const isCore = row.core !== null && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(row.core);
      if (!isCore && severity === 'mild') continue;
      const into = isCore ? core : others;
      into[0]! += named;
      into[1]! += not_watched;
      into[2]! += cases;
    }
  return { core, others, right_first: first, right_or_both: both } as unknown as Totals;
}
