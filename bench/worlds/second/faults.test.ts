import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, LOG_TIMES, LOOKALIKE_KINDS, makeAero, makeBox, makeSkies } from './world.ts';

const DAY = 86_400_000;
const sky = makeSkies(12, { days: 200 }).oceanic;
const beginsMs = sky.startMs + 60 * DAY;
const repairedMs = sky.startMs + 140 * DAY;
const plain = { seed: 31, sky, logMs: LOG_TIMES.hour };
const sound = makeAero(plain);
const SHOWN = [
  'temperature',
  'pressure',
  'stroke',
  'batteryVoltage',
  'solarVoltage',
  'chargeCurrent',
] as const;
const PLAIN_COLUMNS = ['times', 'receivedAt', 'boot', ...SHOWN] as const;
type Measures = typeof sound.measures;

/** Rows of measures by the true time they were read at, as texts that can be compared. */
function rowsWithin(measures: Measures, fromMs: number, toMs: number): string[] {
  return [...measures.step].flatMap((step, row) => {
    const ms = sky.startMs + step * 600_000;
    return ms >= fromMs && ms < toMs ? [PLAIN_COLUMNS.map((name) => measures[name][row]).join()] : [];
  });
}

const meanStroke = (measures: Measures, fromMs: number, toMs: number) => {
  const all = [...measures.stroke].filter((stroke, row) => {
    const ms = sky.startMs + measures.step[row]! * 600_000;
    return ms >= fromMs && ms < toMs && !Number.isNaN(stroke);
  });
  return all.reduce((sum, stroke) => sum + stroke, 0) / all.length;
};

describe('faults', () => {
  it.each(FAULT_KINDS)('%s shows from its beginning on, and not before', (kind) => {
    const one = makeAero({ ...plain, faults: [{ kind, severity: 'severe', beginsMs }] });
    const truth = one.box.faults[0]!;
    expect(truth.kind).toBe(kind);
    // What was read in the last day before may be sent late by what comes.
    const before = [sky.startMs, beginsMs - DAY] as const;
    expect(rowsWithin(one.measures, ...before)).toEqual(rowsWithin(sound.measures, ...before));
    const after = [beginsMs, sky.startMs + sky.days * DAY] as const;
    if (kind === 'wrong-length') expect(one.card.lengthM / sound.card.lengthM).toBeCloseTo(2, 1);
    else expect(rowsWithin(one.measures, ...after)).not.toEqual(rowsWithin(sound.measures, ...after));
  });

  it('move the ram where physics says', () => {
    const during = [beginsMs + 40 * DAY, repairedMs] as const;
    const direction = sound.ram.sign;
    const shift = (kind: 'leak' | 'break' | 'burst') => {
      const { measures } = makeAero({ ...plain, faults: [{ kind, severity: 'severe', beginsMs }] });
      return direction * (meanStroke(measures, ...during) - meanStroke(sound.measures, ...during));
    };
    expect(shift('leak')).toBeLessThan(-30);
    expect(shift('burst')).toBeLessThan(shift('leak'));
    expect(shift('break')).toBeGreaterThan(100);
  });

  it('hold the ram: no travel, and pressure that follows the temperature of the gas', () => {
    const { truth } = makeAero({ ...plain, faults: [{ kind: 'seized', severity: 'severe', beginsMs }] });
    const from = (beginsMs - sky.startMs) / 600_000;
    expect(new Set(truth.strokeMm.slice(from)).size).toBe(1);
    const absolute = truth.pressureBar.slice(from).map((bar, at) => {
      return (bar + 1.013) / (truth.gasC[from + at]! + 273.15);
    });
    for (const share of absolute) expect(share / absolute[0]!).toBeCloseTo(1, 6);
  });

  it('end with their repair, which is an event with or without a new baseline', () => {
    const fault = { kind: 'leak', severity: 'medium', beginsMs, repairedMs, newBaseline: false } as const;
    const { truth, box } = makeAero({ ...plain, faults: [fault] });
    const at = (ms: number) => Math.round((ms - sky.startMs) / 600_000);
    expect(truth.gas[at(repairedMs) - 1]).toBeCloseTo(1 - 0.0008 * 80, 3);
    expect(truth.gas[at(repairedMs)]).toBe(1);
    expect(box.events.map(({ kind, newBaseline }) => [kind, newBaseline])).toEqual([
      ['commissioning', true],
      ['repair', false],
    ]);
  });

  it('grow over weeks when slow, and stay with their AERO', () => {
    const faults = [{ kind: 'friction', severity: 'severe', beginsMs, slow: true, aero: 1 }] as const;
    const two = makeBox({ ...plain, aeros: 2, faults });
    const twin = makeBox({ ...plain, aeros: 2 });
    expect(two.aeros[0]!.measures).toEqual(twin.aeros[0]!.measures);
    expect(two.aeros[1]!.truth.strokeMm).not.toEqual(twin.aeros[1]!.truth.strokeMm);
    expect(two.faults[0]!.wholeMs - beginsMs).toBe(60 * DAY);
  });
});

describe('what is sound', () => {
  it.each(LOOKALIKE_KINDS)('%s changes what is measured, and is no fault', (kind) => {
    const { box, measures } = makeAero({ ...plain, lookalikes: [{ kind, fromMs: beginsMs }] });
    expect(box.faults).toEqual([]);
    expect(box.lookalikes[0]!.kind).toBe(kind);
    expect(measures).not.toEqual(sound.measures);
  });

  it('has a battery that reaches its limit in winter and is full again in spring', () => {
    const lookalikes = [{ kind: 'winter-battery', fromMs: sky.startMs }] as const;
    const { truth } = makeAero({ ...plain, lookalikes }).box;
    const lowest = truth.batteryV.reduce((one, other) => Math.min(one, other));
    expect(lowest).toBeGreaterThan(3.5);
    expect(lowest).toBeLessThan(3.7);
    expect(truth.batteryV.at(-1)!).toBeGreaterThan(3.95);
    expect(truth.off.some(Boolean)).toBe(false);
  });

  it('is set a little elsewhere by a visit that nobody told the console of', () => {
    const { box, truth } = makeAero({ ...plain, visits: [{ atMs: beginsMs }] });
    const moved = truth.strokeMm.at(-1)! - sound.truth.strokeMm.at(-1)!;
    expect(Math.abs(moved)).toBeGreaterThan(0.5);
    expect(Math.abs(moved)).toBeLessThan(120);
    expect(box.events.at(-1)).toMatchObject({ kind: 'visit', newBaseline: false });
  });
});
