import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../durations.ts';
import { makeFinding } from '../finding.ts';
import type { DiagnosedAero } from '../shared/context.ts';
import { AERO, buildMeasures, diagnose, type Faults, START } from '../testing.ts';
import { withoutPastIce } from './past-ice.ts';

/** Diagnosis after this many days of hourly measures. */
function after(days: number, faults: Faults, aero: DiagnosedAero = AERO) {
  const points = buildMeasures(days, faults).filter(({ time }) => (time - START) % 3_600_000 === 0);
  return diagnose({ points, aero, latitude: 47 });
}
const verdictOf = ({ findings }: ReturnType<typeof after>, key: string) =>
  findings.find((one) => one.key === key)!.verdict;

/** A messenger wire under 2,400 daN: friction may hold it against more than one night's change. */
const SOFT = { ...AERO, conductor_type: 'messenger', mechanical_tension: 2400 } as const;

/** Frosty nights from day 49.5 on; ice until day 57, each night too small to show ice by itself. */
const weak = (by: number): Faults => ({
  colder: (day) => (day > 49.5 ? by + (day % 3) : 0),
  ices: (day) => day > 49.5 && day < 57.2,
});
/** The same with ice that a single night shows. */
const STRONG: Faults = { ...weak(13), ices: (day) => day > 49.5 && day < 60 };

describe.each([
  ['a wire', AERO],
  ['a soft wire', SOFT],
] as const)('%s that breaks or slips after the ice', (_, aero) => {
  it.each([
    [9, 450],
    [11, 450],
    [13, 450],
    [9, 200],
    [11, 200],
    [13, 200],
  ])('is said on its first day, where the nights were %i °C colder and it moved %i mm', (by, mm) => {
    const iced = weak(by);
    expect(after(58.4, iced, aero).primary).toBe('icing');
    expect(after(59.4, { ...iced, creep: (day) => (day > 58.6 ? mm : 0) }, aero)).toMatchObject({
      primary: 'break',
      verdict: 'bad',
    });
  });
  it.each([450, 200, -200])('is said at once after strong ice too (%i mm)', (mm) => {
    const slips: Faults = { ...STRONG, creep: (day) => (day > 61 ? mm : 0) };
    expect(after(60.9, slips, aero).primary).toBe('icing');
    const diagnosis = after(61.4, slips, aero);
    expect(diagnosis).toMatchObject({ primary: 'break', verdict: 'bad' });
    expect(verdictOf(diagnosis, 'icing')).toBe('good');
  });
});

describe('a slip that only the nights show', () => {
  it('is said beside ice of the days before', () => {
    const slips: Faults = { ...STRONG, creep: (day) => (day > 61 ? -80 : 0) };
    expect(after(63.4, slips).primary).toBe('break');
  });
});

describe('gas that leaks while and after ice holds the ram', () => {
  const leaks: Faults = { gas: (day) => (day > 50 ? 1 - 0.006 * (day - 50) : 1) };
  it('is said as soon as without the ice', () => {
    expect(after(58.4, weak(9)).primary).toBe('icing');
    expect(after(59.4, { ...weak(9), ...leaks })).toMatchObject({ primary: 'leak', verdict: 'bad' });
  });
  it('is said as a falling pressure on its first days', () => {
    expect(after(59.4, { ...weak(11), ...leaks }, SOFT).primary).toBe('pressure_sensor_drift');
  });
  it('hides no new ice once it has gone on for long', () => {
    const old: Faults = { gas: (day) => 1 - 0.002 * Math.max(0, day - 12) };
    const diagnosis = after(58.4, { ...weak(9), ...old });
    expect(diagnosis.primary).toBe('leak');
    expect(verdictOf(diagnosis, 'icing')).toBe('watch');
  });
});

describe('a jump', () => {
  const until = Date.UTC(2026, 0, 20);
  const ice = makeFinding('icing', 30, 'h', 'watch', {}, { since: until - 5 * DAY });
  /** Verdict of icing beside a jump that came this many hours after the ram was last held. */
  const beside = (hours: number, interval: number) => {
    const jump = makeFinding('break', 180, 'mm', 'bad', {}, { since: until + hours * HOUR });
    const now = { now: until + 2 * DAY, interval };
    return withoutPastIce([jump, ice], { until, isOver: true }, now).map(({ verdict }) => verdict);
  };
  it('as the thaw frees the ram is what ice does', () => {
    expect(beside(2, 3600)).toEqual(['bad', 'watch']);
    expect(beside(6, 21_600)).toEqual(['bad', 'watch']);
  });
  it('some hours later is not', () => {
    expect(beside(4, 3600)).toEqual(['bad', 'good']);
    expect(beside(18, 21_600)).toEqual(['bad', 'good']);
  });
});
