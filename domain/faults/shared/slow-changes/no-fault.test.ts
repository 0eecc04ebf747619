import { describe, expect, it } from 'vitest';
import { isReported } from '../../finding.ts';
import { AERO, buildMeasures, DAY, diagnose, type Faults, START } from '../../testing.ts';
import { buildContext, type DiagnosticContext } from '../context.ts';
import { type Day, daysOf } from '../days/days.ts';
import type { Change } from './changes.ts';
import { whyUnnamed } from './no-fault.ts';

const DAYS = 90;
const namedBy = (points: ReturnType<typeof buildMeasures>, twin?: readonly Day[]) =>
  diagnose({ points, aero: AERO, latitude: 47, longitude: 0, twin: twin && { aero: AERO, days: twin } })
    .findings.filter(isReported)
    .map(({ key }) => key);
const read = (mm: number): Faults => ({
  sensed: ({ stroke }, day) => (day > 60 ? { stroke: stroke! + mm } : {}),
});
const of = (faults: Faults) => buildMeasures(DAYS, faults);
const stepped = of(read(30));
const creeps = of({ creep: (day) => 0.8 * Math.max(0, day - 40) });

describe('simultaneous changes of both AEROs of a box', () => {
  it('is not reported as a fault of one of them', () => {
    expect(namedBy(stepped, daysOf(of(read(25))))).toEqual([]);
    expect(namedBy(creeps, daysOf(of({})))).toContain('drift');
  });
  it.each([
    ['stands still', 0],
    ['goes the other way', -30],
    ['shows a little of it', 8],
  ])('is reported where the twin %s', (_, mm) => {
    expect(namedBy(stepped, daysOf(of(read(mm))))).toEqual(['stroke_sensor_step']);
  });
  const slips = of({ creep: (day) => (day > 75 ? 45 : 0) });
  const crept = of({ creep: (day) => (-45 * Math.max(0, day - 40)) / 50 });
  const leaks = (aDay: number) => of({ gas: (day) => 1 - aDay * Math.max(0, day - 45) });
  it.each([
    ['a leak where the twin leaks as much', leaks(0.0003), leaks(0.0003), 'leak'],
    ['a leak where the twin leaks five times as much', leaks(0.0004), leaks(0.002), 'leak'],
    ['a leak where the twin leaks half of it', leaks(0.0003), leaks(0.00015), 'leak'],
    ['a slip where the twin is seized', slips, of({ seizedFrom: 60 }), 'break'],
    ['a slip where the twin slipped far more', slips, of({ creep: (day) => (day > 75 ? 300 : 0) }), 'break'],
    ['a slip where the twin slipped as much', slips, slips, 'break'],
    ['a creep where the twin leaks', crept, of({ gas: (day) => 1 - 0.002 * Math.max(0, day - 30) }), 'drift'],
  ])('is reported as %s', (_, own, twin, key) => {
    expect(namedBy(own, daysOf(twin))).toContain(key);
  });
  it('is reported if it is more than weather can do', () => {
    const far = of(read(100));
    expect(namedBy(far, daysOf(far))).toContain('stroke_sensor_step');
  });
});

describe('a ram that comes back to one place', () => {
  const cut: Faults = {
    sensed: ({ stroke, pressure }, day) =>
      day > 60 && stroke! < 520 ? { stroke: 520, pressure: pressure! - (520 - stroke!) / 40 } : {},
  };
  it('night after night is held to one side, and has not slipped', () => {
    const { findings, primary } = diagnose({ points: of(cut), aero: AERO, latitude: 47 });
    expect(primary).toBe('held_one_side');
    expect(findings.filter(isReported).map(({ key }) => key)).not.toContain('break');
    expect(findings.find(({ key }) => key === 'held_one_side')!.value).toBeCloseTo(520, -1);
  });
  it('is not seen in a sound, a slipped or a stiff one', () => {
    for (const faults of [{}, { creep: (day: number) => (day > 80 ? 80 : 0) }, { friction: 0.04 }])
      expect(namedBy(of(faults))).not.toContain('held_one_side');
  });
});

describe('a ram that ice held for three days of a cold spell', () => {
  const level = of({})[70 * 144 - 1]!.stroke!;
  const iced = (mm: number): Faults => ({
    creep: (day) => (day >= 73 ? mm : 0),
    sensed: ({ temperature }, day, i) =>
      day >= 70 && day < 73
        ? {
            temperature: temperature! - 18 * Math.min(1, day - 70),
            stroke: level + (i % 3) - 1,
            pressure: 96 - (i % 2) / 10,
          }
        : {},
  });
  it('has not jumped when it moves again', () => {
    expect(namedBy(of(iced(0)))).not.toContain('break');
  });
  it('but a wire that broke meanwhile is named', () => {
    expect(namedBy(of(iced(380)))).toContain('break');
  });
});

describe('a drift', () => {
  const since = (days: number): Faults => ({ creep: (day) => 1.9 * Math.max(0, day - (DAYS - days)) });
  it('of a few days is not reported yet, unless it has reached 30 mm: then it is bad', () => {
    expect(namedBy(of({ creep: (day) => 5.5 * Math.max(0, day - 79) }))).toContain('drift');
    expect(namedBy(of(since(9)))).not.toContain('drift');
    const { findings } = diagnose({ points: of(since(30)), aero: AERO, latitude: 47 });
    expect(findings.find(({ key }) => key === 'drift')).toMatchObject({ verdict: 'bad' });
  });
});

describe('a panel', () => {
  const all = buildMeasures(160);
  const within = (points: typeof all, end: number) =>
    points.filter(({ time }) => time < START + end * DAY && time >= START + (end - 90) * DAY);
  it.each([
    ['in the sun', (volts: number) => volts > 0.5],
    ['day and night', () => true],
  ])('is not soiled because a temperature that was 8 °C too warm %s is right again', (_, isWarm) => {
    const mended = all.map((one, i) =>
      i < 120 * 144 && isWarm(one.solar_voltage!) ? { ...one, temperature: one.temperature! + 8 } : one,
    );
    for (const end of [138, 150]) expect(namedBy(within(mended, end))).not.toContain('panel_trend');
  });
  it('is still found soiled when it is', () => {
    const soiled = buildMeasures(160, { soiling: (day) => (day > 120 ? 0.35 : 1) });
    expect(namedBy(within(soiled, 150))).toContain('panel_trend');
  });
});

describe('without a tension', () => {
  it('a loop that widens is no creep', () => {
    const stages = [0.015, 0.04, 0.06, 0.08, 0.1, 0.12].map((friction) => buildMeasures(75, { friction }));
    // From day 50 on friction grows every six days.
    const points = stages[0]!.map((_, i) => stages[Math.max(0, Math.floor(i / 144 / 6 - 50 / 6) + 1)]![i]!);
    const aero = { ...AERO, mechanical_tension: null };
    const { findings } = diagnose({ points, aero, latitude: 47 });
    expect(findings.find(({ key }) => key === 'drift')!.verdict).not.toMatch(/watch|bad/);
  });
});

describe('a ram that lags behind the season', () => {
  const days = daysOf(of({}));
  const context = buildContext({ aero: AERO, latitude: 47, twin: { aero: AERO, days }, days });
  const drift = (stroke: number): Change => ({
    shape: 'ramp',
    since: context.now / DAY - 20,
    lasts: 20,
    stands: context.now / DAY - 20,
    stroke,
    gas: -stroke / 3400,
    strokeError: 1,
    gasError: 0.0005,
    gain: 200,
    over: 20,
    chances: { wire: 0.95, stroke_sensor: 0.03, gas: 0.01, pressure_sensor: 0.01 },
    origin: 'wire',
  });
  /** The newest loop, whose widths up to 5.5 °C all have the given misfit (1: the best). */
  const fitting = (by: number): DiagnosticContext => ({
    ...context,
    loop: { ...context.loop!, worse: [{ width: 1, by: 1 }, ...[3, 5.5].map((width) => ({ width, by }))] },
  });
  it('is no creeping wire while a loop within the limit of friction fits as well and shifts it as far', () => {
    expect(whyUnnamed(fitting(1.01), drift(14), { key: 'drift', verdict: 'watch' }, false)).toBe(
      'too_few_days',
    );
    expect(whyUnnamed(fitting(1.2), drift(14), { key: 'drift', verdict: 'watch' }, false)).toBeNull();
    expect(whyUnnamed(fitting(1.01), drift(25), { key: 'drift', verdict: 'watch' }, false)).toBeNull();
  });
});

describe('a small step of the stroke without a twin', () => {
  it("may be the temperature's: unknown rather than good", () => {
    const { findings } = diagnose({ points: of(read(13)), aero: AERO, latitude: 47 });
    expect(findings.find(({ key }) => key === 'stroke_sensor_step')).toMatchObject({
      verdict: 'unknown',
      reason: 'no_twin',
    });
  });
});
