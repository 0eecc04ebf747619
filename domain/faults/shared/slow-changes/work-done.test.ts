import { describe, expect, it } from 'vitest';
import { isReported } from '../../finding.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../../testing.ts';

const DAYS = 80;
const SINCE = 60;
const wrongAfter = (faults: Faults) =>
  diagnose({ points: buildMeasures(DAYS, faults), aero: AERO, latitude: 47 }).findings.filter(isReported);
const after = (faults: Faults) => wrongAfter(faults).map(({ key }) => key);
const filled = (share: number) => (day: number) => (day >= SINCE ? 1 + share : 1);

describe('work without a baseline reset', () => {
  it.each([0.02, 0.04])('gas filled in, which moves the ram too: %d of it', (share) => {
    expect(after({ gas: filled(share) })).toEqual([]);
  });
  it('gas filled in and the ram set anew by 20 mm', () => {
    expect(after({ gas: filled(0.03), creep: (day) => (day >= SINCE ? -20 : 0) })).toEqual([]);
  });
  it.each([1.015, 1.03])('a pressure sensor that reads more is no gas: the ram stays (%d)', (share) => {
    expect(after({ sensed: (m, day) => (day >= SINCE ? { pressure: m.pressure! * share } : {}) })).toEqual([
      'pressure_sensor_step',
    ]);
  });
  const set = (by: number): Faults => ({ creep: (day) => (day >= SINCE ? by : 0) });
  it.each([30, 45, 60])(
    'a ram set anew outwards by %d mm looks like a wire that slipped: work is named beside it',
    (by) => {
      expect(wrongAfter(set(by))).toMatchObject([
        { fault: 'slipped_wire', candidates: [{ cause: 'work_done', tell: 'ask_who_worked' }] },
      ]);
    },
  );
  it('is not offered for what no work leaves', () => {
    const [finding] = wrongAfter({ gas: (day) => 1 - 0.002 * Math.max(0, day - 40) });
    expect(finding!.fault).toBe('leak');
    expect(finding!.candidates.map(({ cause }) => cause)).not.toContain('work_done');
  });
  it('is offered once, however often a kept finding is completed', () => {
    const faults = set(45);
    const points = buildMeasures(DAYS, faults);
    const reported = diagnose({ points, aero: AERO, latitude: 47 }).findings.filter(isReported);
    const later = diagnose({ points: points.slice(62 * 144), aero: AERO, latitude: 47, reported });
    const kept = later.findings.filter(isReported);
    expect(kept.map(({ key }) => key)).toEqual(['break']);
    expect(kept[0]!.candidates.filter(({ cause }) => cause === 'work_done')).toHaveLength(1);
  });
  it('gas filled in and the ram set anew outwards: unusual to nobody', () => {
    expect(after({ gas: filled(0.045), creep: (day) => (day >= SINCE ? 40 : 0) })).toEqual([]);
  });
});

describe('a wire that became shorter', () => {
  const shorter = (mm: number): Faults => ({ creep: (day) => (day >= SINCE ? -mm : 0) });
  it.each([30, 40, 48])('was taken up by %d mm: no clamp does that', (mm) => {
    expect(after(shorter(mm))).toEqual([]);
  });
  it('stays on record as the way it went, with the stops moved', () => {
    const { findings } = diagnose({
      points: buildMeasures(DAYS, shorter(45)),
      aero: AERO,
      latitude: 47,
    });
    const of = (key: string) => findings.find((one) => one.key === key)!;
    expect(of('break')).toMatchObject({ verdict: 'good', details: { shape: 'step' } });
    expect(of('break').value).toBeCloseTo(-45, -1);
    expect(of('stop_cold').details.crept).toBeCloseTo(-45, -1);
  });
  it.each([250, 400])('is not known without a pressure (%d m)', (length) => {
    const points = buildMeasures(
      DAYS,
      {
        sensed: (m, day) => ({ pressure: null, stroke: m.stroke! - (day >= SINCE ? 45 : 0) }),
      },
      length,
    );
    const { findings } = diagnose({ points, aero: { ...AERO, regularized_length: length }, latitude: 47 });
    expect(findings.filter(isReported).map(({ key }) => key)).toContain('unusual');
  });
  it('hides no lesser jump beside it', () => {
    const points = buildMeasures(
      DAYS,
      {
        ...shorter(48),
        sensed: (m, day) => ({ stroke: m.stroke! - (day >= 70 ? 44 : 0) }),
      },
      150,
    );
    const { findings } = diagnose({ points, aero: { ...AERO, regularized_length: 150 }, latitude: 47 });
    expect(findings.filter(isReported).map(({ key }) => key)).toContain('stroke_sensor_step');
  });
  it.each([60, 80])('by %d mm is named, as of a fixed point that slipped', (mm) => {
    expect(after(shorter(mm))).toEqual(['break']);
  });
  it('is named by the stop it was brought to', () => {
    expect(after({ ...shorter(50), middle: 365 })).toContain('stop_cold');
    expect(after({ middle: 365 })).toEqual([]);
  });
  it('on an AERO mounted the other way round', () => {
    expect(after({ ...shorter(45), sign: -1 })).toEqual([]);
    expect(after({ ...shorter(-45), sign: -1 })).toEqual(['break']);
  });
});
