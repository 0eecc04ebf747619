import { describe, expect, it } from 'vitest';
import type { Measure } from '../metrics.ts';
import type { NotJudged } from './aggregates.ts';
import type { ConditionInput } from './condition.ts';
import { at, buildCondition, clock, each, HOUR, MINUTE, minutes, START } from './testing.ts';
import { ConditionWindow } from './window.ts';

/** Verdict of each datapoint by itself: `hh:mm value T|F` or `hh:mm reason`. */
function verdicts(points: Measure[], input: Partial<ConditionInput>) {
  const condition = buildCondition(input);
  const { value, unit } = condition.period;
  const P = value * { seconds: 1000, minutes: MINUTE, hours: HOUR }[unit];
  return points.map(({ time }) => {
    const verdict = new ConditionWindow(condition, points).judge(time, points[0]!.time <= time - P);
    if (!verdict.judged) return [clock(time), verdict.reason] as const;
    return [clock(time), Number(verdict.value.toFixed(4)), verdict.satisfied] as const;
  });
}
const trueAt = (points: Measure[], input: Partial<ConditionInput>) =>
  verdicts(points, input)
    .filter((verdict) => verdict[2])
    .map((verdict) => verdict[0]);

const WORKED = each('temperature', [10, 20, 31, 32, 33, 29, 34]);

describe('worked examples of docs/alerting.md', () => {
  it.each([
    ['gt 30, P = 0', {}, ['00:20', '00:30', '00:40', '01:00']],
    ['gt 30, P = 20 min, 100 %', { period: minutes(20) }, ['00:30', '00:40']],
    ['gt 30, P = 30 min, 66 %', { period: minutes(30), percent: 66 }, ['00:30', '00:40', '00:50', '01:00']],
    [
      'gt 25, P = 30 min, average',
      { value: 25, average: true, period: minutes(30) },
      ['00:30', '00:40', '00:50', '01:00'],
    ],
    ['eq 31, P = 0', { comparator: 'eq', value: 31 }, ['00:20']],
  ] as [string, Partial<ConditionInput>, string[]][])('%s', (_, input, expected) => {
    expect(trueAt(WORKED, input)).toEqual(expected);
  });
  it('the means of the average example', () => {
    const means = verdicts(WORKED, { value: 25, average: true, period: minutes(30) }).slice(3);
    expect(means.map((verdict) => verdict[1])).toEqual([27.6667, 32, 31.3333, 32]);
  });
  it('varies 10, P = 30 min: 00:20 is not judged, 00:30 holds 20…32', () => {
    const found = verdicts(WORKED, { comparator: 'varies', value: 10, period: minutes(30) });
    expect(found[2]).toEqual(['00:20', 'window_not_full']);
    expect(found[3]).toEqual(['00:30', 12, true]);
    expect(found.slice(4).every((verdict) => verdict[2] === false)).toBe(true);
  });
});

type Row = [string, Measure[], Partial<ConditionInput>, number | NotJudged, boolean?];
const temperature = (...values: (number | null | undefined)[]) => each('temperature', values);
const stroke = (...values: (number | null)[]) => each('stroke', values);
/** Stroke = 100 + b·T over temperatures, one each 10 minutes. */
const scatter = (temperatures: number[], b: number | ((t: number) => number)) =>
  temperatures.map((t, i) =>
    at(i * 10, { temperature: t, stroke: typeof b === 'number' ? 100 + b * t : b(t) }),
  );
const ramp = (n: number, from: number, to: number) =>
  Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1));
const P = (value: number, input: Partial<ConditionInput> = {}) => ({ period: minutes(value), ...input });
const slopeT = (input: Partial<ConditionInput> = {}) =>
  P(120, { metric: 'displacement_temperature', value: 10, ...input });
const slopeH = (input: Partial<ConditionInput> = {}) =>
  P(60, { metric: 'displacement_time', value: 10, ...input });

/** Each row judges the last datapoint. */
const ROWS: Row[] = [
  // Comparators, P = 0.
  ['gt: equal is not greater', temperature(30), {}, 30, false],
  ['gt: a step above', temperature(30.1), {}, 30.1, true],
  ['gte: equal', temperature(30), { comparator: 'gte' }, 30, true],
  ['gte: below', temperature(29.9), { comparator: 'gte' }, 29.9, false],
  ['lt: equal is not smaller', temperature(30), { comparator: 'lt' }, 30, false],
  ['lt: below', temperature(29.9), { comparator: 'lt' }, 29.9, true],
  ['lte: equal', temperature(30), { comparator: 'lte' }, 30, true],
  ['lte: above', temperature(30.1), { comparator: 'lte' }, 30.1, false],
  ['negative values', temperature(-12.5), { comparator: 'lt', value: -12.4 }, -12.5, true],
  ['zero limit', temperature(0), { comparator: 'gte', value: 0 }, 0, true],
  // eq: half the display step of each metric.
  ['eq temperature: +0.05', temperature(20.05), { comparator: 'eq', value: 20 }, 20.05, true],
  ['eq temperature: −0.05', temperature(19.95), { comparator: 'eq', value: 20 }, 19.95, true],
  ['eq temperature: +0.06', temperature(20.06), { comparator: 'eq', value: 20 }, 20.06, false],
  [
    'eq pressure: +0.05',
    each('pressure', [182.15]),
    { metric: 'pressure', comparator: 'eq', value: 182.1 },
    182.15,
    true,
  ],
  [
    'eq pressure: +0.06',
    each('pressure', [182.16]),
    { metric: 'pressure', comparator: 'eq', value: 182.1 },
    182.16,
    false,
  ],
  ['eq stroke: half a mm', stroke(500.5), { metric: 'stroke', comparator: 'eq', value: 500 }, 500.5, true],
  ['eq stroke: 0.6 mm', stroke(500.6), { metric: 'stroke', comparator: 'eq', value: 500 }, 500.6, false],
  [
    'eq battery: 0.005 V',
    each('battery_voltage', [3.505]),
    { metric: 'battery_voltage', comparator: 'eq', value: 3.5 },
    3.505,
    true,
  ],
  [
    'eq battery: 0.006 V',
    each('battery_voltage', [3.506]),
    { metric: 'battery_voltage', comparator: 'eq', value: 3.5 },
    3.506,
    false,
  ],
  // Which datapoints are in the window.
  ['P = 0 looks at the newest alone', temperature(40, 40, 20), {}, 20, false],
  ['P = 0, metric null at T', temperature(40, null), {}, 'window_empty'],
  ['the other metrics do not count', each('pressure', [180]), {}, 'window_empty'],
  ['T − P itself is outside', temperature(10, 31, 32), P(20), 32, true],
  [
    'T − P + 1 ms is inside',
    [
      at(0, { temperature: 31 }),
      { ...at(0, { temperature: 10 }), time: START + 1 },
      at(20, { temperature: 32 }),
    ],
    P(20),
    32,
    false,
  ],
  ['P = 10 min on 10-minute data holds one point', temperature(10, 31), P(10), 31, true],
  ['a null at T leaves the window’s older points', temperature(10, 31, null), P(20), 31, true],
  ['nulls are no datapoints of the window', temperature(10, null, 31), P(20), 31, true],
  ['a window of nulls is empty', temperature(31, null, null), P(20), 'window_empty'],
  ['a gap: only what is there counts', temperature(10, undefined, undefined, 31), P(20), 31, true],
  // Not full.
  ['first datapoint ever, P > 0', temperature(40), P(10), 'window_not_full'],
  ['one point short', temperature(31, 32), P(20), 'window_not_full'],
  ['exactly full', temperature(31, 32, 33), P(20), 33, true],
  [
    'the datapoint at T − P need not have the metric',
    [at(0, { pressure: 1 }), ...temperature(undefined, 31, 32)],
    P(20),
    32,
    true,
  ],
  // Percent.
  ['100 %: all', temperature(0, 31, 31, 31, 31), P(40), 31, true],
  ['100 %: one fails', temperature(0, 31, 30, 31, 31), P(40), 31, false],
  ['75 % with 3 of 4', temperature(0, 31, 30, 31, 31), P(40, { percent: 75 }), 31, true],
  ['76 % with 3 of 4', temperature(0, 31, 30, 31, 31), P(40, { percent: 76 }), 31, false],
  ['1 % with 1 of 4', temperature(0, 31, 0, 0, 0), P(40, { percent: 1 }), 0, true],
  ['1 % with none', temperature(0, 0, 0, 0, 0), P(40, { percent: 1 }), 0, false],
  ['66 % with 2 of 3', temperature(0, 31, 0, 31), P(30, { percent: 66 }), 31, true],
  ['67 % with 2 of 3', temperature(0, 31, 0, 31), P(30, { percent: 67 }), 31, false],
  [
    'percent true while the newest does not satisfy',
    temperature(0, 31, 31, 0),
    P(30, { percent: 50 }),
    0,
    true,
  ],
  [
    'percent counts eq',
    temperature(0, 20, 20.05, 25),
    P(30, { comparator: 'eq', value: 20, percent: 60 }),
    25,
    true,
  ],
  // Average.
  ['mean above', temperature(0, 20, 40, 33), P(30, { average: true }), 31, true],
  ['mean equal is not greater', temperature(0, 20, 40, 30), P(30, { average: true }), 30, false],
  [
    'mean of equal decimals is that decimal',
    temperature(0, 25.1, 25.1, 25.1),
    P(30, { average: true, comparator: 'gte', value: 25.1 }),
    25.1,
    true,
  ],
  [
    'mean of equal decimals is not above it',
    temperature(0, 25.1, 25.1, 25.1),
    P(30, { average: true, value: 25.1 }),
    25.1,
    false,
  ],
  [
    'mean eq within half a step',
    temperature(0, 20, 20.1),
    P(20, { average: true, comparator: 'eq', value: 20 }),
    20.05,
    true,
  ],
  ['mean skips nulls', temperature(0, 40, null, 30), P(30, { average: true }), 35, true],
  ['mean not full', temperature(40, 40), P(30, { average: true }), 'window_not_full'],
  // Varies.
  [
    'varies: equal is not more',
    temperature(0, 20, 30),
    P(20, { comparator: 'varies', value: 10 }),
    10,
    false,
  ],
  ['varies: a tenth more', temperature(0, 20, 30.1), P(20, { comparator: 'varies', value: 10 }), 10.1, true],
  [
    'varies: decimals are exact',
    temperature(0, 2.3, 12.3),
    P(20, { comparator: 'varies', value: 10 }),
    10,
    false,
  ],
  [
    'varies: the datapoint at T − P is outside',
    temperature(0, 20, 21),
    P(20, { comparator: 'varies', value: 10 }),
    1,
    false,
  ],
  [
    'varies: a peak in the middle',
    temperature(0, 20, 35, 20),
    P(30, { comparator: 'varies', value: 10 }),
    15,
    true,
  ],
  [
    'varies: one datapoint varies by nothing',
    temperature(0, 20),
    P(10, { comparator: 'varies', value: 0 }),
    0,
    false,
  ],
  [
    'varies stroke',
    stroke(0, 500, 380),
    P(20, { metric: 'stroke', comparator: 'varies', value: 100 }),
    120,
    true,
  ],
  // Displacement versus temperature.
  ['slope: 13 points of 12.75 mm/°C', scatter(ramp(13, 10, 22), 12.75), slopeT(), 12.75, true],
  ['slope equal is not greater', scatter(ramp(13, 10, 22), 12.75), slopeT({ value: 12.75 }), 12.75, false],
  ['slope lt: seized', scatter(ramp(13, 10, 22), 0.5), slopeT({ comparator: 'lt', value: 6 }), 0.5, true],
  [
    'slope negative where the sign is turned',
    scatter(ramp(13, 10, 22), -12),
    slopeT({ comparator: 'lte', value: -12 }),
    -12,
    true,
  ],
  [
    'slope eq within 0.05',
    scatter(ramp(13, 10, 22), 12.04),
    slopeT({ comparator: 'eq', value: 12 }),
    12.04,
    true,
  ],
  [
    'slope eq beyond 0.05',
    scatter(ramp(13, 10, 22), 12.06),
    slopeT({ comparator: 'eq', value: 12 }),
    12.06,
    false,
  ],
  ['slope: 10 points are enough', scatter(ramp(11, 10, 20), 12), slopeT({ period: minutes(100) }), 12, true],
  [
    'slope: 9 points are not',
    scatter(ramp(10, 10, 20), 12),
    slopeT({ period: minutes(90) }),
    'too_few_points',
  ],
  ['slope: 5 °C of spread is enough', scatter([0, ...ramp(12, 10, 15)], 12), slopeT(), 12, true],
  ['slope: 4.9 °C is not', scatter([0, ...ramp(12, 10, 14.9)], 12), slopeT(), 'temperature_spread_too_small'],
  ['slope: not full', scatter(ramp(12, 10, 22), 12), slopeT(), 'window_not_full'],
  [
    'slope: points without temperature do not count',
    [...scatter(ramp(10, 10, 22), 12), ...[10, 11, 12].map((i) => at(i * 10, { stroke: 5 }))],
    slopeT(),
    'too_few_points',
  ],
  // Displacement versus time: 5 mm each 10 minutes are 30 mm/h.
  ['slope in time', stroke(0, 5, 10, 15, 20, 25, 30), slopeH(), 30, true],
  [
    'slope in time, falling',
    stroke(30, 25, 20, 15, 10, 5, 0),
    slopeH({ comparator: 'lt', value: -10 }),
    -30,
    true,
  ],
  ['slope in time, flat', stroke(5, 5, 5, 5, 5, 5, 5), slopeH(), 0, false],
  ['slope in time equal is not greater', stroke(0, 5, 10, 15, 20, 25, 30), slopeH({ value: 30 }), 30, false],
  ['slope in time: 3 points are enough', stroke(0, 5, 10, 15), slopeH({ period: minutes(30) }), 30, true],
  ['slope in time: 2 are not', stroke(0, 5, 10), slopeH({ period: minutes(20) }), 'too_few_points'],
  [
    'slope in time: nulls do not count',
    stroke(0, 5, null, 15),
    slopeH({ period: minutes(30) }),
    'too_few_points',
  ],
  // The slopes of the two halves.
  [
    'halves in time: 0 then 30 mm/h',
    stroke(0, 0, 0, 0, 5, 10, 15),
    slopeH({ comparator: 'varies', value: 20 }),
    30,
    true,
  ],
  [
    'halves in time: no change',
    stroke(0, 5, 10, 15, 20, 25, 30),
    slopeH({ comparator: 'varies', value: 0 }),
    0,
    false,
  ],
  [
    'halves in time: a half with 2 points',
    stroke(0, 5, 10, 15, 20),
    slopeH({ comparator: 'varies', value: 1, period: minutes(40) }),
    'too_few_points',
  ],
  [
    'halves in temperature: 12 then 4 mm/°C',
    scatter([0, ...ramp(10, 10, 19), ...ramp(10, 20, 29)], (t) => (t < 19.5 ? 12 * t : 4 * t)),
    slopeT({ comparator: 'varies', value: 7, period: minutes(200) }),
    8,
    true,
  ],
  [
    'halves in temperature: a half without spread',
    scatter([0, ...ramp(10, 10, 19), ...ramp(10, 20, 24)], 12),
    slopeT({ comparator: 'varies', value: 7, period: minutes(200) }),
    'temperature_spread_too_small',
  ],
  // Units of the period.
  [
    '1200 seconds are 20 minutes',
    temperature(10, 31, 32),
    { period: { value: 1200, unit: 'seconds' } },
    32,
    true,
  ],
  ['hours', each('temperature', [10, 31, 32], 60), { period: { value: 2, unit: 'hours' } }, 32, true],
];

describe('judge', () => {
  it.each(ROWS)('%s', (_, points, input, expected, satisfied) => {
    const verdict = verdicts(points, input).at(-1)!;
    expect(verdict[1]).toEqual(expected);
    expect(verdict[2]).toBe(satisfied);
  });
});
