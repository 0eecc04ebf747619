import type { ConditionInput } from '@aerowatch/domain/alerting/condition';
import { DAY, HOUR, MINUTE } from '@aerowatch/domain/durations';
import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { type Axes, CASE_AXES, Coverage, PLAN_AXES } from './axes.ts';
import type { Case, Edit, Message, Plan, Reads, Round, SentMeasure, Work } from './case.ts';
import { type Chance, chanceOf } from './chance.ts';
import { flappingMoments, type Moment } from './generate-flapping.ts';
import { rulesOf } from './generate-rules.ts';

const MAX_ROUNDS = 4;

/** A batch of cases: side by side over one database, with one plan. */
export interface Batch {
  readonly number: number;
  readonly cases: readonly Case[];
}

/** An endless sequence of batches, the same for the same seed. */
export function* batches(seed: number, size: number, coverage = new Coverage()): Generator<Batch> {
  for (let number = 0; ; number += 1) {
    const chance = chanceOf(seed * 1_000_003 + number);
    const beside = coverage.choose(PLAN_AXES, chance, {}, 12);
    const plan = planOf(beside, chance);
    const cases = Array.from({ length: size }, () => {
      const axes = coverage.choose(CASE_AXES, chance, beside, 4);
      coverage.note(axes);
      return caseOf(plan, axes, chance);
    });
    yield { number, cases };
  }
}

const WORKS: Readonly<Record<string, readonly Work[]>> = {
  'at the end': [],
  roll: ['roll'],
  pack: ['pack'],
  half: ['half'],
  judge: ['judge'],
  all: ['judge', 'roll', 'pack'],
};

function planOf(axes: Axes, chance: Chance): Plan {
  const between = WORKS[axes.work ?? ''] ?? [];
  const works = Array.from({ length: MAX_ROUNDS }, () => (chance.happens(0.8) ? between : []));
  if (axes.rest === 'waits') works[MAX_ROUNDS - 1] = [];
  // Some plans end with all works done, the others with the state that the rounds left.
  const last: Work[] =
    axes.rest === 'done' && (axes.work === 'at the end' || chance.happens(0.5))
      ? chance.pick([[], ['judge'], ['judge', 'roll'], ['judge', 'pack']])
      : [];
  return {
    anchor: axes.anchor ?? 'now',
    together: axes.gather === 'together',
    works: [...works.slice(0, -1), [...(works.at(-1) ?? []), ...last]],
    reads: readsOf(axes, chance),
  };
}

function readsOf(axes: Axes, chance: Chance): Reads {
  const spans: Record<string, () => [number | null, number | null]> = {
    open: () => [null, null],
    days: () => [-DAY * chance.below(3), DAY * (1 + chance.below(3))],
    odd: () => [-1 - chance.below(2 * DAY), chance.below(2 * DAY)],
    quarter: () => [-6 * HOUR * chance.below(5), 6 * HOUR * (1 + chance.below(5))],
    nothing: () => [12_345, 12_345],
  };
  const [from, to] = (spans[axes.span ?? ''] ?? spans.open!)();
  const every = axes.every === 'none' ? null : axes.every === 'raw' ? 'raw' : Number(axes.every);
  const [format, language, system = 'metric'] = (axes.file ?? 'csv en').split(' ');
  const metrics = chance.happens(0.5) ? METRIC_KEYS : METRIC_KEYS.filter(() => chance.happens(0.5));
  return {
    from,
    to,
    every,
    points: Number(axes.points),
    metrics: metrics.length === 0 ? ['stroke'] : metrics,
    page: Number(axes.page),
    descending: axes.order === '-date',
    format: format as Reads['format'],
    language: language as Reads['language'],
    system: system as Reads['system'],
    zone: axes.zone ?? 'UTC',
  };
}

function caseOf(plan: Plan, axes: Axes, chance: Chance): Case {
  const measures = partsOf(measuresOf(axes, plan, chance), axes, chance);
  const arrived = arrivalOf(measures, axes, chance);
  const rounds = roundsOf(arrived, axes, chance);
  const conditions: ConditionInput[] = rulesOf(axes.rules ?? 'none', chance);
  return {
    plan,
    axes,
    aeros: axes.edits === 'add aero' ? 1 : 2,
    conditions,
    ...(isJoined(axes, chance) ? { joined: true } : {}),
    rounds,
    shuffle: chance.below(1 << 30),
  };
}

/** Conditions that flap do so alone or joined. */
const isJoined = ({ rules }: Axes, chance: Chance): boolean =>
  rules === 'joined' || (rules === 'flapping' && chance.happens(0.25));

const STEPS: Readonly<Record<string, number>> = {
  minutes: 10 * MINUTE,
  midnight: HOUR,
  days: 7 * HOUR,
  weeks: 3 * DAY,
  bursts: 20 * MINUTE,
};
/** Between two bursts no rule changes any more. */
const PAUSE = 2 * DAY;

/** Complete measures in event order, around the anchor. */
function measuresOf(axes: Axes, plan: Plan, chance: Chance): SentMeasure[] {
  const step = STEPS[axes.spread ?? ''] ?? MINUTE;
  const flaps = axes.rules === 'flapping';
  const moments = flaps ? flappingMoments(plan.anchor, step, chance) : momentsOf(axes, plan, step, chance);
  const positions = axes.rules === 'slope' ? [1] : chance.pick([[1], [1, 2], [2]]);
  return moments.flatMap(({ at, temperature }, index) =>
    positions.map((position): SentMeasure => {
      const values = valuesOf(axes, index, chance);
      return { position, at, values: temperature === undefined ? values : { ...values, temperature } };
    }),
  );
}

function momentsOf(axes: Axes, plan: Plan, step: number, chance: Chance): Moment[] {
  const count = 2 + chance.below(axes.spread === 'minutes' || axes.spread === 'bursts' ? 14 : 9);
  const before = plan.anchor === 'now' ? count : plan.anchor === 'first of all' ? 1 : Math.ceil(count / 2);
  return Array.from({ length: count }, (_, index) => {
    const odd = chance.happens(0.3) ? chance.below(step) : 0;
    const pause = axes.spread === 'bursts' && index < count / 2 ? PAUSE : 0;
    return { at: (index - before) * step + odd - pause };
  });
}

function valuesOf(axes: Axes, index: number, chance: Chance): SentMeasure['values'] {
  const values: Partial<Record<MetricKey, number | null>> = {};
  for (const metric of METRIC_KEYS) {
    if (chance.happens(0.25)) continue;
    values[metric] = valueIn(metric, axes, index, chance);
  }
  if (Object.keys(values).length === 0) values.temperature = 20;
  return values;
}

function valueIn(metric: MetricKey, axes: Axes, index: number, chance: Chance): number | null {
  const { min, max } = METRICS[metric];
  if (axes.values === 'bounds' && chance.happens(0.4))
    return chance.pick([min, max, min - 0.5, max + 0.5, 0]);
  if (axes.values === 'sentinels' && chance.happens(0.4)) return chance.pick([-999, 32767, 65535, null]);
  if (axes.values === 'tenths') return Math.round((min + (max - min) * chance.next()) * 10) / 10;
  if (axes.values === 'swing')
    return (index % 2) * 30 + (metric === 'stroke' ? 500 : 1) + chance.below(16) / 8;
  return usualIn(metric, index, chance);
}

/** Eighths are exact in binary, and so are their sums and means, in any order. */
function usualIn(metric: MetricKey, index: number, chance: Chance): number {
  const middle = metric === 'stroke' ? 500 + 8 * index : metric === 'temperature' ? 10 + index * 2 : 1;
  return middle + chance.below(64) / 8;
}

const near = (value: number): number => value * (1 + 1e-10);

/** The same measures in pieces, some of them twice, some with other values. */
function partsOf(measures: readonly SentMeasure[], axes: Axes, chance: Chance): SentMeasure[] {
  const parts: SentMeasure[] = [];
  for (const measure of measures) {
    parts.push(...piecesOf(measure, axes, chance));
    if (axes.doubled === 'all' || (axes.doubled === 'some' && chance.happens(0.3))) parts.push(measure);
    const share = { some: 0.2, many: 0.7, 'same in single': 0.5 }[axes.conflicts ?? ''] ?? 0;
    if (chance.happens(share)) parts.push(conflicting(measure, axes, chance));
  }
  if (axes.times === 'bounds') parts.push(...atBounds(chance));
  return parts;
}

/** A measure as it is, or one piece for each of its metrics. */
function piecesOf(measure: SentMeasure, { partial }: Axes, chance: Chance): SentMeasure[] {
  const split = partial === 'by metric' || (partial === 'mixed' && chance.happens(0.5));
  if (!split) return [measure];
  return Object.entries(measure.values).map(([metric, value]) => ({
    ...measure,
    values: { [metric]: value },
  }));
}

function conflicting(measure: SentMeasure, axes: Axes, chance: Chance): SentMeasure {
  const values = Object.entries(measure.values).map(([metric, value]) => {
    if (value === null || value === undefined) return [metric, 1.5];
    if (axes.conflicts === 'same in single') return [metric, near(value)];
    return [metric, chance.happens(0.5) ? value : value + 0.5];
  });
  return { ...measure, values: Object.fromEntries(values) };
}

/**
 * Measures around the first and the last time that may be stored: relative to the anchor if they lie there.
 */
function atBounds(chance: Chance): SentMeasure[] {
  return [-1, 0, 10 * MINUTE, 10 * MINUTE + 1].map((at) => ({
    position: 1,
    at,
    values: { temperature: chance.below(40) },
  }));
}

function arrivalOf(parts: readonly SentMeasure[], axes: Axes, chance: Chance): SentMeasure[] {
  if (axes.arrival === 'shuffled') return chance.shuffled(parts);
  return axes.arrival === 'backwards' ? parts.toReversed() : [...parts];
}

function roundsOf(measures: readonly SentMeasure[], axes: Axes, chance: Chance): Round[] {
  const count = 1 + chance.below(MAX_ROUNDS);
  const rounds = Array.from({ length: count }, (): { edits: Edit[]; messages: Message[] } => ({
    edits: [],
    messages: [],
  }));
  let at = 0;
  while (at < measures.length) {
    const length = 1 + chance.below(Math.max(1, Math.ceil(measures.length / count)));
    const round = rounds[Math.min(count - 1, Math.floor((at / measures.length) * count))]!;
    round.messages.push({ form: formOf(axes, chance), measures: measures.slice(at, at + length) });
    if (axes.times === 'broken' && chance.happens(0.2)) round.messages.push({ form: 'broken', measures: [] });
    at += length;
  }
  const edits: Record<string, Edit[]> = {
    'add aero': ['add aero', 'replay'],
    rename: ['rename'],
    move: ['move'],
    replay: ['replay'],
    archive: ['archive'],
  };
  const chosen = edits[axes.edits ?? ''] ?? [];
  rounds[chance.below(count)]!.edits.push(...chosen);
  return rounds;
}

function formOf(axes: Axes, chance: Chance): Message['form'] {
  return axes.form === 'mixed' ? chance.pick(['batch', 'cbor', 'senml']) : (axes.form as Message['form']);
}
