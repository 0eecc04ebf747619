import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { describe, expect, it } from 'vitest';
import { asBatch, EARLIEST_TIME_MS, parseBatch, timeProblem, Unreadable } from './measures.ts';
import { parseSenml } from './senml.ts';
import { unknownDetail, unknownPayload } from './unknown-metrics.ts';

const T0 = 1_763_683_200;
/** The values of a measure in the order of the table, null for missing ones, for any number of metrics. */
const valuesOf = (values: Partial<Record<MetricKey, number>>) =>
  METRIC_KEYS.map((metric) => values[metric] ?? null);
const reasonOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
  return 'read';
};

describe('a batch', () => {
  it('ends where its last measure stands alone, however many parts of a second lie between', () => {
    const dt = [0, ...Array.from({ length: 9999 }, () => 0.1)];
    const { measures } = parseBatch({ v: 1, aeros: [{ aero: 1, t0: T0, dt, stroke: dt.map(() => 1) }] });
    expect(measures.at(-1)?.time).toBe(T0 * 1000 + 999_900);
  });

  it('is read as the specification writes it', () => {
    const { measures, nulled } = parseBatch({
      v: 1,
      boot: 12,
      seq: 381,
      aeros: [
        {
          aero: 1,
          t0: T0,
          dt: [0, 600, 600],
          temperature: [21.4, 21.6, 21.9],
          pressure: [182.1, 182.1, 182.2],
          stroke: [512, 514, null],
          battery_voltage: [3.71, 3.71, 3.71],
          solar_voltage: [5.2, 5.3, 5.1],
          charge_current: [120, 118, 110],
        },
      ],
    });
    expect(nulled).toBe(0);
    expect(measures.map((one) => one.time)).toEqual([T0 * 1000, (T0 + 600) * 1000, (T0 + 1200) * 1000]);
    const first = { temperature: 21.4, pressure: 182.1, stroke: 512 };
    expect(measures[0]).toMatchObject({
      position: 1,
      values: valuesOf({ ...first, battery_voltage: 3.71, solar_voltage: 5.2, charge_current: 120 }),
    });
    expect(measures[2]?.values[2]).toBeNull();
  });

  it('counts sentinels and what no sensor gives as null', () => {
    const { measures, nulled } = parseBatch({
      aeros: [{ aero: 2, t0: T0, dt: [0, 1, 1, 1, 1], temperature: [-999, 32767, Number.NaN, 'NaN', 101] }],
    });
    expect(measures.map((one) => one.values[0])).toEqual([null, null, null, null, null]);
    expect(nulled).toBe(5);
  });

  it.each([
    ['no object', 5, 'bad_structure'],
    ['no aeros', { v: 1 }, 'bad_structure'],
    ['another version', { v: 2, aeros: [] }, 'unknown_version'],
    ['a list too short', { aeros: [{ aero: 1, t0: T0, dt: [0, 1], stroke: [1] }] }, 'unequal_lengths'],
    ['a word for a number', { aeros: [{ aero: 1, t0: T0, dt: [0], stroke: ['x'] }] }, 'not_a_number'],
    ['no t0', { aeros: [{ aero: 1, dt: [0] }] }, 'bad_structure'],
    ['a step that is no number', { aeros: [{ aero: 1, t0: T0, dt: [null] }] }, 'bad_structure'],
    ['too many', { aeros: [{ aero: 1, t0: T0, dt: Array(10_001).fill(1) }] }, 'too_many_measures'],
  ])('with %s is unreadable', (_what, message, reason) => {
    expect(reasonOf(() => parseBatch(message))).toBe(reason);
  });

  it('hands back apart what it says of metrics that nobody knows', () => {
    const plain = { aero: 1, t0: T0, dt: [0, 60], stroke: [5, 6] };
    const message = {
      aeros: [
        { ...plain, noise: [1, 2n], sway: new Float32Array([1, 2]) },
        { aero: 2, t0: T0, dt: [0], noise: [Number.NaN] },
      ],
    };
    const { unknown, ...known } = parseBatch(message);
    expect(known).toEqual(parseBatch({ aeros: [plain] }));
    expect(unknownDetail(unknown!)).toBe('aeros[0].noise, aeros[0].sway, aeros[1].noise');
    expect(JSON.parse(unknownPayload(unknown!))).toEqual({
      v: 1,
      aeros: [
        { aero: 1, t0: T0, dt: [0, 60], noise: [1, 2], sway: [1, 2] },
        { aero: 2, t0: T0, dt: [0], noise: ['NaN'] },
      ],
    });
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, [1]]));
    const wide = parseBatch({ aeros: [{ aero: 1, t0: T0, dt: [0], ...many }] });
    expect([wide.measures, unknownDetail(wide.unknown!).length]).toEqual([[], 133]);
  });

  it('takes 10,000 measures', () => {
    expect(parseBatch({ aeros: [{ aero: 1, t0: T0, dt: Array(10_000).fill(1) }] }).measures).toHaveLength(
      10_000,
    );
  });

  it('of one measure can be written and read again', () => {
    const measure = {
      position: 2,
      time: T0 * 1000 + 250,
      values: valuesOf({ temperature: 1, stroke: 3, charge_current: -4 }),
    };
    expect(parseBatch(JSON.parse(asBatch(measure))).measures).toEqual([measure]);
  });
});

describe('a SenML pack', () => {
  const now = (T0 + 5000) * 1000;

  it('that says one thing twice keeps the first; the other is a second measure, for the ledger to count', () => {
    const record = { n: '1:temperature', t: T0, v: 20 };
    const { measures } = parseSenml(
      [record, record, { ...record, v: 25 }, { n: '1:pressure', t: T0, v: 180 }],
      now,
    );
    expect(measures.map((one) => [one.time, ...one.values.slice(0, 2)])).toEqual([
      [T0 * 1000, 20, 180],
      [T0 * 1000, 25, null],
    ]);
  });

  it('gathers records of one AERO and time, with base fields', () => {
    const pack = [
      { bn: '1:', bt: T0, n: 'temperature', u: 'Cel', v: 21.4 },
      { n: 'stroke', u: 'mm', v: 512 },
      { n: 'stroke', u: 'mm', v: 514, t: 600 },
      { bn: '', n: '2:pressure', u: 'bar', v: 180 },
      { n: '2:charge_current', u: 'mA', v: 120 },
    ];
    const { measures } = parseSenml(pack, now);
    expect(measures).toEqual([
      { position: 1, time: T0 * 1000, values: valuesOf({ temperature: 21.4, stroke: 512 }) },
      { position: 1, time: (T0 + 600) * 1000, values: valuesOf({ stroke: 514 }) },
      { position: 2, time: T0 * 1000, values: valuesOf({ pressure: 180, charge_current: 120 }) },
    ]);
  });

  it('reads CBOR labels', () => {
    const pack = [{ '-2': '1:', '-3': T0, '-4': 'V', '0': 'battery_voltage', '2': 3.71 }];
    expect(parseSenml(pack, now).measures).toEqual([
      { position: 1, time: T0 * 1000, values: valuesOf({ battery_voltage: 3.71 }) },
    ]);
  });

  it('resolves relative times and base values, and converts base units', () => {
    const pack = [
      { n: '1:temperature', u: 'K', v: 294.55, t: -60 },
      { bv: 100_000, n: '1:pressure', u: 'Pa', v: 18_110_000, t: -60 },
      { bv: 0, n: '1:stroke', u: 'm', v: 0.512, t: -60 },
    ];
    expect(parseSenml(pack, now).measures).toEqual([
      {
        position: 1,
        time: now - 60_000,
        values: valuesOf({ temperature: 21.4, pressure: 182.1, stroke: 512 }),
      },
    ]);
  });

  it('hands back apart the records of metrics that nobody knows, without their base', () => {
    const pack = [
      { bn: 'urn:dev:1:', bt: T0, bv: 1, n: 'noise', u: 'dB', v: 4 },
      { n: 'stroke', t: 1, u: 'mm', v: 511 },
      { n: 'mood', vs: 'fine' },
    ];
    const { unknown, ...known } = parseSenml(pack, now);
    expect(known.measures).toEqual([
      { position: 1, time: (T0 + 1) * 1000, values: valuesOf({ stroke: 512 }) },
    ]);
    expect(JSON.parse(unknownPayload(unknown!))).toEqual([
      { n: 'urn:dev:1:noise', u: 'dB', t: T0, v: 5 },
      { n: 'urn:dev:1:mood', t: T0, vs: 'fine' },
    ]);
  });

  it('knows a sentinel before it converts it', () => {
    const read = parseSenml([{ n: '1:pressure', u: 'Pa', v: 32767, t: T0 }], now);
    expect(read.nulled).toBe(1);
    expect(read.measures[0]?.values[1]).toBeNull();
  });

  it.each([
    ['no position', [{ n: 'temperature', v: 1 }], 'unknown_metric'],
    ['a foreign unit', [{ n: '1:stroke', u: 'V', v: 1 }], 'unknown_unit'],
    ['a text value', [{ n: '1:stroke', vs: 'x' }], 'not_a_number'],
    ['no value', [{ n: '1:stroke' }], 'bad_structure'],
    ['a newer version', [{ bver: 11, n: '1:stroke', v: 1 }], 'unknown_version'],
    ['a field that must be understood', [{ x_: 1, n: '1:stroke', v: 1 }], 'unknown_field'],
  ])('with %s is unreadable', (_what, pack, reason) => {
    expect(reasonOf(() => parseSenml(pack, now))).toBe(reason);
  });
});

it('judges times at their bounds', () => {
  const now = T0 * 1000;
  expect(timeProblem(now + 600_000, now)).toBeNull();
  expect(timeProblem(now + 600_001, now)).toBe('future');
  expect(timeProblem(EARLIEST_TIME_MS, now)).toBeNull();
  expect(timeProblem(EARLIEST_TIME_MS - 1, now)).toBe('before_2015');
});
