import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Measure, MetricKey } from '../metrics.ts';
import { COMPARATOR_KEYS } from './comparators.ts';
import {
  CONDITION_METRIC_KEYS,
  CONDITION_METRICS,
  type Condition,
  conditionProblems,
  normalizeCondition,
  periodSeconds,
} from './condition.ts';
import { type FoldResult, fold } from './fold.ts';
import { rehearse } from './rehearse.ts';
import { at, buildFoldCondition, MINUTE, run, START } from './testing.ts';

const decimal = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10);
const maybe = (value: fc.Arbitrary<number>) => fc.option(value, { freq: 8, nil: null });
const stream: fc.Arbitrary<Measure[]> = fc
  .array(
    fc.record({
      gap: fc.constantFrom(1, 10, 10, 10, 25, 60),
      temperature: maybe(decimal(-10, 40)),
      stroke: maybe(decimal(0, 400)),
      pressure: maybe(decimal(90, 110)),
      battery_voltage: maybe(decimal(3, 4)),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => {
    let time = 0;
    return rows.map(({ gap, ...values }) => {
      time += gap;
      return at(time, values);
    });
  });

/** The metrics that a single measure determines; a residual takes the line of its day, a share the AERO's model. */
const MEASURED = CONDITION_METRIC_KEYS.filter(
  (key) => CONDITION_METRICS[key].at === 'measure' && key !== 'residual' && key !== 'stroke_percent',
);
const condition: fc.Arbitrary<Condition> = fc
  .record({
    metric: fc.constantFrom(...MEASURED),
    comparator: fc.constantFrom(...COMPARATOR_KEYS),
    value: decimal(0, 60),
    percent: fc.constantFrom(1, 50, 66, 100),
    average: fc.boolean(),
    period: fc.record({ value: fc.constantFrom(0, 10, 20, 60, 240), unit: fc.constant('minutes' as const) }),
    actions: fc.constantFrom<Condition['actions'][]>(
      [{ type: 'email' }],
      [{ type: 'sms' }, { type: 'sami', level: 'improvement_needed' }],
      [{ type: 'sami', level: 'unsatisfactory' }],
    ),
    recovery: fc.option(decimal(0, 60)),
    hold_clear: fc.option(
      fc.record({ value: fc.constantFrom(10, 60), unit: fc.constant('minutes' as const) }),
    ),
  })
  .map(normalizeCondition)
  .filter((candidate) => conditionProblems(candidate).length === 0);
const conditions = fc.array(condition, { minLength: 1, maxLength: 5 });

/** Folds again after each cut, with the state the batch before left, reading the windows anew each time. */
function foldInBatches(points: Measure[], input: Condition[], cuts: number[], firstTime: number) {
  let state: Pick<FoldResult, 'sami' | 'judgedUntil'> = {
    sami: 'satisfactory',
    judgedUntil: Number.NEGATIVE_INFINITY,
  };
  let running = input.map((one, i) => buildFoldCondition(one, i + 1));
  const effects: FoldResult['effects'] = [];
  const samiChanges: FoldResult['samiChanges'] = [];
  for (const cut of [...cuts.toSorted((a, b) => a - b), points.length]) {
    const seen = points.slice(0, cut);
    const longest = Math.max(0, ...input.map((one) => periodSeconds(one) * 1000));
    const loaded = seen.filter((point) => point.time > state.judgedUntil - longest);
    const result = fold({ points: loaded, firstTime, ...state, conditions: running });
    effects.push(...result.effects);
    samiChanges.push(...result.samiChanges);
    running = running.map((one) => ({
      ...one,
      episode: result.episodes.get(one.id)!,
      alertOpen:
        one.alertOpen || result.alerts.some((alert) => alert.conditionId === one.id && alert.opened !== null),
    }));
    state = result;
  }
  return {
    effects,
    samiChanges,
    sami: state.sami,
    episodes: new Map(running.map((one) => [one.id, one.episode])),
  };
}

it('how the stream was cut into batches does not change the result', () => {
  fc.assert(
    fc.property(stream, conditions, fc.array(fc.nat(60), { maxLength: 6 }), (points, input, cuts) => {
      const whole = run(points, input);
      const { effects, samiChanges, sami, episodes } = foldInBatches(points, input, cuts, points[0]!.time);
      expect({ effects, samiChanges, sami, episodes }).toEqual({
        effects: whole.effects,
        samiChanges: whole.samiChanges,
        sami: whole.sami,
        episodes: whole.episodes,
      });
    }),
    { numRuns: 200 },
  );
});

it('the order of the conditions does not change the result', () => {
  fc.assert(
    fc.property(stream, conditions, (points, input) => {
      const one = run(points, input);
      const other = run(points, input, {
        conditions: input.map((condition, i) => buildFoldCondition(condition, i + 1)).reverse(),
      });
      expect(other.sami).toBe(one.sami);
      expect(other.episodes).toEqual(new Map([...one.episodes].reverse()));
      expect(other.samiChanges.map(({ at, to }) => ({ at, to }))).toEqual(
        one.samiChanges.map(({ at, to }) => ({ at, to })),
      );
    }),
    { numRuns: 100 },
  );
});

it('a rehearsal opens what was opened live', () => {
  fc.assert(
    fc.property(stream, conditions, (points, input) => {
      const live = run(points, input);
      const { alerts } = rehearse(input, { aero: 1, points }, START, START + 1e9);
      const opened = live.alerts.map(({ conditionId, opened, occurrences, lastAt, clearedAt }) => ({
        condition: conditionId - 1,
        openedAt: opened!.at,
        value: opened!.value,
        occurrences,
        lastAt,
        clearedAt,
      }));
      expect(
        alerts.map(({ condition, openedAt, value, occurrences, lastAt, clearedAt }) => ({
          condition,
          openedAt,
          value,
          occurrences,
          lastAt,
          clearedAt,
        })),
      ).toEqual(opened.toSorted((a, b) => a.openedAt - b.openedAt || a.condition - b.condition));
    }),
    { numRuns: 100 },
  );
});

/** Rules 1 to 6 written down a second time, plainly and in floating point. */
function naive(one: Condition, points: Measure[], T: number): { value: number; satisfied: boolean } | null {
  const P = periodSeconds(one) * 1000;
  if (P > 0 && !points.some((point) => point.time <= T - P)) return null;
  const kind = CONDITION_METRICS[one.metric];
  const within = (from: number, to: number) =>
    points.filter(
      (point) =>
        point.time > from && point.time <= to && kind.reads.every((metric) => point[metric] !== null),
    );
  const holds = (x: number) =>
    ({
      gt: x > one.value,
      gte: x >= one.value,
      lt: x < one.value,
      lte: x <= one.value,
      varies: x > one.value,
      eq: Math.abs(x - one.value) <= kind.step / 2 + 1e-9,
    })[one.comparator];
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const slope = (window: Measure[]) => {
    const { minPoints, minSpread } = kind.kind === 'slope' ? kind : { minPoints: 1, minSpread: 0 };
    if (window.length < minPoints) return null;
    const xs = window.map((point) =>
      one.metric === 'displacement_time' ? (point.time - START) / 3.6e6 : point.temperature!,
    );
    if (Math.max(...xs) - Math.min(...xs) < minSpread) return null;
    const ys = window.map((point) => point.stroke!);
    const [mx, my] = [mean(xs), mean(ys)];
    return (
      xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i]! - my), 0) /
      xs.reduce((sum, x) => sum + (x - mx) ** 2, 0)
    );
  };
  const window = P === 0 ? within(T - 1, T) : within(T - P, T);
  if (window.length === 0) return null;
  const metric = one.metric;
  if (metric === 'displacement_temperature' || metric === 'displacement_time') {
    const [older, newer] = [slope(within(T - P, T - P / 2)), slope(within(T - P / 2, T))];
    const value =
      one.comparator !== 'varies'
        ? slope(window)
        : older === null || newer === null
          ? null
          : Math.abs(newer - older);
    return value === null ? null : { value, satisfied: holds(value) };
  }
  const values = window.map((point) => point[metric as MetricKey]!);
  const value =
    one.comparator === 'varies'
      ? Math.max(...values) - Math.min(...values)
      : one.average
        ? mean(values)
        : values.at(-1)!;
  const share = values.filter(holds).length * 100 >= one.percent * values.length;
  return { value, satisfied: one.comparator === 'varies' || one.average ? holds(value) : share };
}

it('the sliding windows say what the rules say, written plainly', () => {
  fc.assert(
    fc.property(stream, condition, (points, input) => {
      const one = { ...input, recovery: null, hold_clear: null };
      const live = run(points, [one], { sami: 'satisfactory' });
      const changes = live.effects.filter(({ type }) => !['act', 'flap', 'settle'].includes(type));
      const last = new Map(changes.map((effect) => [effect.at, effect]));
      let firing = false;
      let muted = false;
      let attached = false;
      for (const { time } of points) {
        const plain = naive(one, points, time);
        if (plain === null) {
          expect(last.has(time)).toBe(false);
          continue;
        }
        // At the exact limit, floating point may give either result: nothing to compare.
        if (
          Math.abs(plain.value - one.value) < 1e-6 &&
          plain.satisfied !== ['gte', 'lte', 'eq'].includes(one.comparator)
        )
          return;
        if (plain.satisfied && !firing) attached = !muted || last.has(time);
        const effect = last.get(time);
        if (attached && (plain.satisfied || firing)) {
          expect(effect?.type === 'clear').toBe(!plain.satisfied);
          if (effect && 'value' in effect) expect(effect.value).toBeCloseTo(plain.value, 4);
        } else expect(effect).toBeUndefined();
        firing = plain.satisfied;
        muted ||= live.samiChanges.some((change) => change.at <= time && change.to === 'unsatisfactory');
      }
    }),
    { numRuns: 400 },
  );
});

it('judges well over 20,000 (condition, datapoint) a second with windows of 31 days', () => {
  const points = Array.from({ length: 6000 }, (_, i) =>
    at(i * 10, {
      temperature: 15 + 10 * Math.sin(i / 23),
      stroke: 500 + 100 * Math.sin(i / 23),
      pressure: 100,
    }),
  );
  const month = { value: 744, unit: 'hours' } as const;
  const base = {
    value: 40,
    percent: 66,
    average: false,
    period: month,
    actions: [{ type: 'email' }],
  } satisfies Partial<Condition>;
  const input: Condition[] = [
    normalizeCondition({ ...base, metric: 'temperature', comparator: 'gt' }),
    normalizeCondition({ ...base, metric: 'temperature', comparator: 'gt', average: true }),
    normalizeCondition({ ...base, metric: 'pressure', comparator: 'varies' }),
    normalizeCondition({ ...base, metric: 'displacement_temperature', comparator: 'lt' }),
    normalizeCondition({ ...base, metric: 'displacement_time', comparator: 'varies' }),
  ];
  // Processor time: other load on the machine does not count.
  const begin = process.threadCpuUsage();
  const { judgements } = run(points, input);
  const rate = judgements / (process.threadCpuUsage(begin).user / 1_000_000);
  expect(judgements).toBe(30_000);
  expect(points.at(-1)!.time - points[0]!.time).toBeGreaterThan(31 * 86_400_000 + MINUTE);
  expect(rate).toBeGreaterThan(20_000);
});
