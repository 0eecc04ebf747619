import { describe, expect, it } from 'vitest';
import type { BoxDescriptor } from './descriptor.ts';
import type { Fault, FaultName } from './faults.ts';
import { generateFleet } from './fleet.ts';
import { historyOf, Logger } from './history.ts';
import { gasColumn } from './physics/tensioner.ts';
import { demonstrationFaults, faultOf } from './scenario.ts';
import { Weather } from './weather.ts';

const DAY = 86_400_000;
const FROM = Date.UTC(2025, 2, 1);
const TO = FROM + 60 * DAY;
const SEED = 4;
const fleet = generateFleet({ boxes: 40, seed: SEED });
/** A main line box with a long wire and the usual sign, so that signatures are easy to say. */
const box = fleet.find(
  ({ aeros }) => aeros[0]!.model_type === 2 && aeros[0]!.tensioner.sign === 1 && aeros.length === 2,
)!;

interface Column {
  time: number[];
  stroke: (number | null)[];
  pressure: (number | null)[];
  temperature: (number | null)[];
  battery_voltage: (number | null)[];
  charge_current: (number | null)[];
  solar_voltage: (number | null)[];
}
const METRICS = [
  'stroke',
  'pressure',
  'temperature',
  'battery_voltage',
  'charge_current',
  'solar_voltage',
] as const;

/** All measures of the first AERO, in the order sent, with the times the box believes (s). */
function measured(
  faults: Fault[] = [],
  of: BoxDescriptor = box,
  span: [number, number] = [FROM, TO],
  seed = SEED,
): Column {
  const all: Column = {
    time: [],
    stroke: [],
    pressure: [],
    temperature: [],
    battery_voltage: [],
    charge_current: [],
    solar_voltage: [],
  };
  for (const { message } of historyOf(of, ...span, { weather: new Weather(seed), faults })) {
    const aero = message.aeros[0]!;
    let time = aero.t0;
    for (const step of aero.dt) {
      time += step;
      all.time.push(time);
    }
    for (const metric of METRICS) all[metric].push(...aero[metric]);
  }
  return all;
}

function fault(name: FaultName, day: number, more: Partial<Fault> = {}): Fault {
  return {
    ...faultOf(box, { name }, FROM + day * DAY, SEED),
    ...(box.aeros.length > 1 ? { aero: 1 as const } : {}),
    ...more,
  };
}
const boxFault = (name: FaultName, day: number, more: Partial<Fault> = {}): Fault => ({
  name,
  serial: box.serial_number,
  start: FROM + day * DAY,
  rate: 1,
  ...more,
});

function slope(x: (number | null)[], y: (number | null)[]): number {
  const points = x.flatMap((value, i) =>
    value === null || y[i] === null ? [] : [[value, y[i] as number] as const],
  );
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [mx, my] = [mean(0), mean(1)];
  return (
    points.reduce((sum, [a, b]) => sum + (a - mx) * (b - my), 0) /
    points.reduce((sum, [a]) => sum + (a - mx) ** 2, 0)
  );
}
/** Values of the days [a, b) after the start. */
function days(column: Column, metric: (typeof METRICS)[number], a: number, b: number): number[] {
  return column[metric].filter((value, i): value is number => {
    const at = (column.time[i] as number) * 1000 - FROM;
    return value !== null && at >= a * DAY && at < b * DAY;
  });
}
const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
const range = (list: number[]) => Math.max(...list) - Math.min(...list);

const sound = measured();

describe('a sound tensioner', () => {
  it('moves by about 17e-6 × length for each degree of its wire, less by friction and gas', () => {
    const year: [number, number] = [FROM, FROM + 365 * DAY];
    for (const one of fleet.slice(0, 12)) {
      const { tensioner } = one.aeros[0]!;
      const column = measured([], one, year);
      // By night the device has the temperature of its wire but for the trains'.
      const dark = column.charge_current.map((value) => value === 0);
      const at = (list: (number | null)[]) => list.filter((_, i) => dark[i]);
      const ratio =
        slope(at(column.temperature), at(column.stroke)) / (tensioner.sign * 17e-3 * tensioner.length);
      expect(ratio).toBeGreaterThan(0.85);
      expect(ratio).toBeLessThan(1.1);
    }
  });

  it('keeps its pressure, as tuned, and stays off its ends in spring', () => {
    expect(range(sound.pressure as number[])).toBeLessThan(0.15 * box.aeros[0]!.tensioner.pressure);
    expect(Math.min(...(sound.stroke as number[]))).toBeGreaterThan(0);
    expect(Math.max(...(sound.stroke as number[]))).toBeLessThan(1000);
  });

  it('keeps its battery charged and charges by day only', () => {
    expect(Math.min(...(sound.battery_voltage as number[]))).toBeGreaterThan(3.7);
    expect(Math.max(...(sound.battery_voltage as number[]))).toBeLessThanOrEqual(4.3);
    expect(sound.charge_current.filter((value) => value === 0).length).toBeGreaterThan(sound.time.length / 4);
  });

  it('is the same for the same seed, whatever the log time', () => {
    expect(measured()).toEqual(sound);
    const weather = new Weather(SEED);
    const logger = new Logger(box, weather, [], {
      epoch: FROM,
      timings: [
        { from: 0, log: 60_000, acquisition: 60_000, upload: 3_600_000, startup: 500, aeros: [1, 2] },
      ],
    });
    const { message } = logger.take(FROM + DAY, 4000)!;
    const { t0, dt, stroke } = message.aeros[0]!;
    const minutes = new Map(dt.map((_, i) => [t0 + 60 * i, stroke[i]]));
    const shared = sound.time.slice(0, 100).filter((time) => minutes.has(time));
    expect(shared.length).toBe(100);
    for (const time of shared) expect(minutes.get(time)).toBe(sound.stroke[sound.time.indexOf(time)]);
  });

  it('logs every log time, once', () => {
    expect(sound.time.length).toBe((TO - FROM) / 600_000);
    expect(new Set(sound.time.slice(1).map((time, i) => time - (sound.time[i] as number)))).toEqual(
      new Set([600]),
    );
  });
});

describe('each fault leaves its signature', () => {
  it('leak: the gas quantity falls at its rate and the ram draws in', () => {
    const { tensioner } = box.aeros[0]!;
    const leaking = measured([fault('leak', 10, { rate: 0.002 })]);
    const quantity = (column: Column, a: number, b: number) =>
      mean(
        column.time.flatMap((time, i) => {
          const at = time * 1000 - FROM;
          if (at < a * DAY || at >= b * DAY) return [];
          const travel = ((column.stroke[i] as number) - tensioner.middle) / 1000;
          return [
            (((column.pressure[i] as number) + 1.013) * (gasColumn(tensioner) + travel)) /
              ((column.temperature[i] as number) + 273.15),
          ];
        }),
      );
    const left = quantity(leaking, 59, 60) / quantity(leaking, 0, 10);
    expect(left).toBeGreaterThan(0.89);
    expect(left).toBeLessThan(0.915);
    expect(quantity(sound, 59, 60) / quantity(sound, 0, 10)).toBeCloseTo(1, 2);
    expect(mean(days(leaking, 'stroke', 50, 60))).toBeLessThan(mean(days(sound, 'stroke', 50, 60)) - 20);
  });

  it('burst: within hours the pressure is down and the ram at its cold end', () => {
    const burst = measured([fault('burst', 30)]);
    expect(mean(days(burst, 'pressure', 31, 35))).toBeLessThan(0.6 * mean(days(sound, 'pressure', 31, 35)));
    expect(mean(days(burst, 'stroke', 31, 35))).toBeLessThan(5);
  });

  it('seized: the stroke stands and the pressure follows the temperature; free again it jumps', () => {
    const seized = measured([fault('seized', 30, { rate: 10 })]);
    expect(
      range(days(seized, 'stroke', 30.1, 39.9).filter((value, _, all) => Math.abs(value - mean(all)) < 6)),
    ).toBeLessThan(12);
    expect(
      slope(days(seized, 'temperature', 30.1, 39.9), days(seized, 'pressure', 30.1, 39.9)) /
        mean(days(seized, 'pressure', 31, 39)),
    ).toBeCloseTo(0.0035, 3);
    expect(range(days(seized, 'stroke', 41, 50))).toBeGreaterThan(60);
  });

  it('friction: the loop widens, so the day moves the ram less', () => {
    const rough = measured([fault('friction', 0)]);
    const still = (column: Column) =>
      days(column, 'stroke', 50, 60).filter(
        (value, i, all) => i > 0 && Math.abs(value - (all[i - 1] as number)) <= 2,
      ).length;
    expect(still(rough)).toBeGreaterThan(1.15 * still(sound));
  });

  it('creep: the stroke drifts by its rate, at once in mode step', () => {
    const crept = measured([fault('creep', 10, { rate: 1.5 })]);
    const gone = mean(days(crept, 'stroke', 50, 60)) - mean(days(sound, 'stroke', 50, 60));
    expect(gone).toBeGreaterThan(0.75 * 1.5 * 45);
    expect(gone).toBeLessThan(1.5 * 45);
    const stepped = measured([fault('creep', 10, { rate: 80, mode: 'step' })]);
    expect(mean(days(stepped, 'stroke', 11, 20)) - mean(days(sound, 'stroke', 11, 20))).toBeGreaterThan(55);
  });

  it('break: from one sample to the next the ram is fully out', () => {
    const broken = measured([fault('break', 30)]);
    expect(days(broken, 'stroke', 30.02, 40).every((value) => value > 980)).toBe(true);
    expect(Math.max(...days(broken, 'stroke', 29, 29.99))).toBeLessThan(950);
    expect(mean(days(broken, 'pressure', 31, 40))).toBeLessThan(mean(days(sound, 'pressure', 31, 40)) - 5);
  });

  it('near-stop: the middle is off by its part of the stroke', () => {
    const off = measured([fault('near-stop', 30)]);
    expect(mean(days(off, 'stroke', 31, 60)) - mean(days(sound, 'stroke', 31, 60))).toBeGreaterThan(250);
  });

  it('spike, stuck-sensor, drift, sentinel, sun-bias: only the readings', () => {
    const spiked = measured([fault('spike', 0, { rate: 0.01 })]);
    const changed = spiked.stroke.filter((value, i) => value !== sound.stroke[i]);
    expect(changed.length).toBeGreaterThan(40);
    expect(changed.length).toBeLessThan(140);
    const stuck = measured([fault('stuck-sensor', 30)]);
    expect(new Set(days(stuck, 'stroke', 30.01, 60)).size).toBe(1);
    expect(days(stuck, 'pressure', 31, 60)).toEqual(days(sound, 'pressure', 31, 60));
    const drifted = measured([fault('drift', 10, { rate: 0.5 })]);
    expect(mean(days(drifted, 'stroke', 59, 60)) - mean(days(sound, 'stroke', 59, 60))).toBeCloseTo(24.75, 0);
    const sentinel = measured([fault('sentinel', 0, { rate: 0.01 })]);
    expect(sentinel.stroke.filter((value) => value === -999 || value === 32_767).length).toBeGreaterThan(40);
    const biased = measured([fault('sun-bias', 0)]);
    expect(Math.max(...(biased.temperature as number[]))).toBeGreaterThan(
      Math.max(...(sound.temperature as number[])) + 2,
    );
  });

  it('battery-ageing, soiling, shading: night sag and charge', () => {
    const old = measured([boxFault('battery-ageing', 0, { rate: 10 })]);
    const sag = (column: Column) =>
      mean(Array.from({ length: 30 }, (_, i) => range(days(column, 'battery_voltage', 25 + i, 26 + i))));
    expect(sag(old)).toBeGreaterThan(1.3 * sag(sound));
    const charge = (column: Column) =>
      mean(days(column, 'charge_current', 50, 60).filter((value) => value > 12));
    expect(charge(measured([boxFault('soiling', 0, { rate: 40 })]))).toBeLessThan(0.75 * charge(sound));
    const shaded = measured([boxFault('shading', 0, { rate: 60 })]);
    // A full battery hides the shade from the current, not from the panel's voltage.
    const lower = shaded.solar_voltage.filter(
      (value, i) => (value as number) < (sound.solar_voltage[i] as number) - 0.3,
    );
    expect(lower.length / 60).toBeGreaterThan(12);
    expect(lower.length / 60).toBeLessThan(30);
  });

  it('strikes only its own AERO and only until it is mended', () => {
    const mended = measured([fault('near-stop', 10, { end: FROM + 20 * DAY })]);
    expect(days(mended, 'stroke', 25, 60)).toEqual(days(sound, 'stroke', 25, 60));
    const other = measured([fault('near-stop', 10, { aero: 2 })]);
    expect(other.stroke).toEqual(sound.stroke);
  });
});

describe('clock, power and silence', () => {
  it('clock-jump: 2000 with a new boot, or an hour ahead, or a drift', () => {
    const batches = [
      ...historyOf(box, FROM, TO, {
        weather: new Weather(SEED),
        faults: [boxFault('clock-jump', 30, { rate: 10, mode: '2000' })],
      }),
    ];
    const dead = batches.filter(({ message }) => message.aeros[0]!.t0 < Date.UTC(2001, 0, 1) / 1000);
    expect(dead.reduce((sum, { message }) => sum + message.aeros[0]!.dt.length, 0)).toBe(59);
    expect(dead[0]!.message).toMatchObject({ boot: 2, seq: 0 });
    expect(batches.every(({ message }) => message.aeros[0]!.dt.slice(1).every((step) => step > 0))).toBe(
      true,
    );
    const ahead = measured([boxFault('clock-jump', 30, { rate: 10, mode: 'ahead' })]);
    expect(ahead.time.filter((time, i) => time - (sound.time[i] as number) === 3600)).toHaveLength(60);
    const drifting = measured([boxFault('clock-jump', 0, { rate: 24 * 60, mode: 'drift' })]);
    expect((drifting.time.at(-1) as number) - (sound.time.at(-1) as number)).toBe(119);
  });

  it('reboot: counters begin again and a sample is missing', () => {
    const batches = [
      ...historyOf(box, FROM, TO, {
        weather: new Weather(SEED),
        faults: [boxFault('reboot', 0, { rate: 0.5 })],
      }),
    ];
    const boots = new Set(batches.map(({ message }) => message.boot));
    expect(boots.size).toBeGreaterThan(15);
    expect(batches.filter(({ message }) => message.seq === 0)).toHaveLength(boots.size);
    expect(batches.reduce((sum, { message }) => sum + message.aeros[0]!.dt.length, 0)).toBe(
      sound.time.length - boots.size + 1,
    );
  });

  it('silent: kept is sent later, lost is gone', () => {
    expect(measured([boxFault('silent', 10, { rate: 5, mode: 'kept' })])).toEqual(sound);
    expect(measured([boxFault('silent', 10, { rate: 5, mode: 'lost' })]).time).toHaveLength(
      sound.time.length - 5 * 144,
    );
  });
});

describe('a demonstration', () => {
  it('strikes at most two boxes in five, each once, and is the same for the same seed', () => {
    const sixty = generateFleet({ boxes: 60, seed: 1 });
    const faults = demonstrationFaults(sixty, 1, TO);
    expect(new Set(faults.map(({ serial }) => serial)).size).toBe(faults.length);
    expect(faults.length).toBe(24);
    expect(demonstrationFaults(sixty, 1, TO)).toEqual(faults);
  });
});
