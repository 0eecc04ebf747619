import { describe, expect, it } from 'vitest';
import { generateFleet } from './fleet/fleet.ts';
import { demonstrationFaults } from './fleet/scenario.ts';
import { historyOf, Logger } from './history.ts';
import {
  box,
  boxFault,
  DAY,
  FROM,
  fleet,
  range,
  SEED,
  simulateMeasures,
  slope,
  TO,
} from './testing-measures.ts';
import { Weather } from './weather/weather.ts';

const sound = simulateMeasures();

describe('a sound tensioner', () => {
  it('moves by about 17e-6 × length for each degree of its wire, less by friction and gas', () => {
    const year: [number, number] = [FROM, FROM + 365 * DAY];
    for (const one of fleet.slice(0, 12)) {
      const { tensioner } = one.aeros[0]!;
      const column = simulateMeasures([], one, year);
      // By night the device has the temperature of its wire, apart from the warmth of trains.
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
    expect(simulateMeasures()).toEqual(sound);
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
    const ahead = simulateMeasures([boxFault('clock-jump', 30, { rate: 10, mode: 'ahead' })]);
    expect(ahead.time.filter((time, i) => time - (sound.time[i] as number) === 3600)).toHaveLength(60);
    const drifting = simulateMeasures([boxFault('clock-jump', 0, { rate: 24 * 60, mode: 'drift' })]);
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
    expect(simulateMeasures([boxFault('silent', 10, { rate: 5, mode: 'kept' })])).toEqual(sound);
    expect(simulateMeasures([boxFault('silent', 10, { rate: 5, mode: 'lost' })]).time).toHaveLength(
      sound.time.length - 5 * 144,
    );
  });
});

describe('a demonstration', () => {
  it('strikes fewer than half the boxes, each once, and is the same for the same seed', () => {
    const sixty = generateFleet({ boxes: 60, seed: 1 });
    const faults = demonstrationFaults(sixty, 1, TO);
    expect(new Set(faults.map(({ serial }) => serial)).size).toBe(faults.length);
    expect(faults.length).toBe(26);
    expect(demonstrationFaults(sixty, 1, TO)).toEqual(faults);
  });
});
