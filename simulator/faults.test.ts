import { describe, expect, it } from 'vitest';
import { gasColumn } from './physics/tensioner.ts';
import {
  box,
  boxFault,
  type Column,
  DAY,
  days,
  FROM,
  fault,
  mean,
  range,
  simulateMeasures,
  slope,
} from './testing-measures.ts';

const sound = simulateMeasures();

describe('each fault leaves its signature', () => {
  it('leak: the gas quantity falls at its rate and the ram draws in', () => {
    const { tensioner } = box.aeros[0]!;
    const leaking = simulateMeasures([fault('leak', 10, { rate: 0.002 })]);
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
    const burst = simulateMeasures([fault('burst', 30)]);
    expect(mean(days(burst, 'pressure', 31, 35))).toBeLessThan(0.6 * mean(days(sound, 'pressure', 31, 35)));
    expect(mean(days(burst, 'stroke', 31, 35))).toBeLessThan(5);
  });

  it('seized: the stroke stands and the pressure follows the temperature; free again it jumps', () => {
    const seized = simulateMeasures([fault('seized', 30, { rate: 10 })]);
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
    const rough = simulateMeasures([fault('friction', 0)]);
    const still = (column: Column) =>
      days(column, 'stroke', 50, 60).filter(
        (value, i, all) => i > 0 && Math.abs(value - (all[i - 1] as number)) <= 2,
      ).length;
    expect(still(rough)).toBeGreaterThan(1.15 * still(sound));
  });

  it('creep: the stroke drifts by its rate, at once in mode step', () => {
    const crept = simulateMeasures([fault('creep', 10, { rate: 1.5 })]);
    const gone = mean(days(crept, 'stroke', 50, 60)) - mean(days(sound, 'stroke', 50, 60));
    expect(gone).toBeGreaterThan(0.75 * 1.5 * 45);
    expect(gone).toBeLessThan(1.5 * 45);
    const stepped = simulateMeasures([fault('creep', 10, { rate: 80, mode: 'step' })]);
    expect(mean(days(stepped, 'stroke', 11, 20)) - mean(days(sound, 'stroke', 11, 20))).toBeGreaterThan(55);
  });

  it('break: from one sample to the next the ram is fully out', () => {
    const broken = simulateMeasures([fault('break', 30)]);
    const out = days(broken, 'stroke', 30.02, 40);
    // Except for a train now and then.
    expect(out.filter((value) => value > 980).length).toBeGreaterThan(0.99 * out.length);
    expect(Math.max(...days(broken, 'stroke', 29, 29.99))).toBeLessThan(950);
    expect(mean(days(broken, 'pressure', 31, 40))).toBeLessThan(mean(days(sound, 'pressure', 31, 40)) - 5);
  });

  it('near-stop: the middle is off by its part of the stroke', () => {
    const off = simulateMeasures([fault('near-stop', 30)]);
    expect(mean(days(off, 'stroke', 31, 60)) - mean(days(sound, 'stroke', 31, 60))).toBeGreaterThan(250);
  });

  it('spike, stuck-sensor, drift, sentinel, sun-bias: only the readings', () => {
    const spiked = simulateMeasures([fault('spike', 0, { rate: 0.01 })]);
    const changed = spiked.stroke.filter((value, i) => value !== sound.stroke[i]);
    expect(changed.length).toBeGreaterThan(40);
    expect(changed.length).toBeLessThan(140);
    const stuck = simulateMeasures([fault('stuck-sensor', 30)]);
    expect(new Set(days(stuck, 'stroke', 30.01, 60)).size).toBe(1);
    expect(days(stuck, 'pressure', 31, 60)).toEqual(days(sound, 'pressure', 31, 60));
    const drifted = simulateMeasures([fault('drift', 10, { rate: 0.5 })]);
    expect(mean(days(drifted, 'stroke', 59, 60)) - mean(days(sound, 'stroke', 59, 60))).toBeCloseTo(24.75, 0);
    const sentinel = simulateMeasures([fault('sentinel', 0, { rate: 0.01 })]);
    expect(sentinel.stroke.filter((value) => value === -999 || value === 32_767).length).toBeGreaterThan(40);
    const biased = simulateMeasures([fault('sun-bias', 0)]);
    expect(Math.max(...(biased.temperature as number[]))).toBeGreaterThan(
      Math.max(...(sound.temperature as number[])) + 2,
    );
  });

  it('battery-ageing, soiling, shading: night sag and charge', () => {
    const old = simulateMeasures([boxFault('battery-ageing', 0, { rate: 10 })]);
    const sag = (column: Column) =>
      mean(Array.from({ length: 30 }, (_, i) => range(days(column, 'battery_voltage', 25 + i, 26 + i))));
    expect(sag(old)).toBeGreaterThan(1.3 * sag(sound));
    const volts = (column: Column) => Math.max(...days(column, 'solar_voltage', 50, 60));
    expect(volts(simulateMeasures([boxFault('soiling', 0, { rate: 40 })]))).toBeLessThan(volts(sound) - 0.03);
    const shaded = simulateMeasures([boxFault('shading', 0, { rate: 60 })]);
    // With a full battery the shade shows in the panel's voltage but not in the current; under clouds it shows
    // in neither.
    const lower = shaded.solar_voltage.filter(
      (value, i) => (value as number) < (sound.solar_voltage[i] as number) - 0.15,
    );
    expect(lower.length / 60).toBeGreaterThan(0.2);
    expect(lower.length / 60).toBeLessThan(30);
  });

  it('offset, swapped: readings step and stay', () => {
    const off = simulateMeasures([fault('offset', 30, { rate: 25 })]);
    expect(mean(days(off, 'stroke', 31, 60)) - mean(days(sound, 'stroke', 31, 60))).toBeCloseTo(25, 0);
    const swapped = simulateMeasures([boxFault('swapped', 30)]);
    expect(days(swapped, 'stroke', 0, 29)).toEqual(days(sound, 'stroke', 0, 29));
    expect(
      Math.abs(mean(days(swapped, 'stroke', 31, 60)) - mean(days(sound, 'stroke', 31, 60))),
    ).toBeGreaterThan(5);
  });

  it('one-side, icing: the ram is held beyond a place, or while it freezes', () => {
    const held = simulateMeasures([fault('one-side', 10, { rate: 0, mode: 'hot' })]);
    const [wide, tight] = [sound, held].map((column) =>
      Math.max(
        ...days(column, 'stroke', 20, 60)
          .toSorted((a, b) => a - b)
          .slice(0, -60),
      ),
    );
    expect(tight!).toBeLessThan(wide! - 40);
    const iced = simulateMeasures([fault('icing', 0, { rate: 1 })]);
    const still = (column: Column) =>
      column.temperature.filter(
        (value, i) =>
          (value as number) < -1.5 &&
          Math.abs((column.stroke[i] as number) - (column.stroke[i - 1] as number)) < 2,
      ).length;
    expect(still(iced)).toBeGreaterThan(1.1 * still(sound));
  });

  it('drain: the battery is lower at dawn', () => {
    const lowest = (column: Column) => Math.min(...days(column, 'battery_voltage', 20, 60));
    expect(lowest(simulateMeasures([boxFault('drain', 0, { rate: 20 })]))).toBeLessThan(lowest(sound) - 0.05);
  });

  it('strikes only its own AERO and only until it is mended', () => {
    const mended = simulateMeasures([fault('near-stop', 10, { end: FROM + 20 * DAY })]);
    expect(days(mended, 'stroke', 25, 60)).toEqual(days(sound, 'stroke', 25, 60));
    const other = simulateMeasures([fault('near-stop', 10, { aero: 2 })]);
    expect(other.stroke).toEqual(sound.stroke);
  });
});
