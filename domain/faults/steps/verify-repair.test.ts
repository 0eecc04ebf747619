import { describe, expect, it } from 'vitest';
import { HOUR } from '../../durations.ts';
import type { Measure } from '../../metrics.ts';
import type { Repair } from '../repair.ts';
import { AERO, buildMeasures, DAY, diagnose, START } from '../testing.ts';

const DAYS = 40;
const moving = buildMeasures(DAYS);
const AT = START + 30 * DAY;
const seized = buildMeasures(DAYS, { seizedFrom: 20 });
/** Seized from day 20 on; after the work it moves again, or does not, for this many hours. */
const after = (hours: number, moves: boolean): Measure[] =>
  moving
    .map((point, i) => (moves && point.time > AT ? point : seized[i]!))
    .filter(({ time }) => time <= AT + hours * HOUR);
const repair: Repair = { order: 7, at: AT, kind: 'seized' };
/** `reset`: the work was recorded as a baseline reset, so that only later measures are diagnosed. */
const told = (hours: number, moves: boolean, reset: boolean, kind: Repair['kind'] = 'seized') => {
  const points = after(hours, moves).filter(({ time }) => !reset || time > AT);
  const diagnosis = diagnose({ points, aero: AERO, latitude: 47, repair: { ...repair, kind } });
  const { verdict, since } = diagnosis.findings.find(({ key }) => key === 'seized')!;
  return { state: diagnosis.repair?.state, seized: verdict, since, repair: diagnosis.repair };
};

describe('work on a seized ram that was reported as done', () => {
  it.each([true, false])('is being verified at first (baseline reset: %s)', (reset) => {
    expect(told(6, false, reset).state).toBe('verifying');
    expect(told(6, true, reset).state).toBe('verifying');
  });
  it.each([true, false])(
    'is not proven within two days where it stays flat: seized again (baseline reset: %s)',
    (reset) => {
      expect(told(48, false, reset)).toMatchObject({ state: 'not_proven', seized: 'bad' });
    },
  );
  it.each([true, false])('is proven within two days where it moves (baseline reset: %s)', (reset) => {
    const { state, repair: said } = told(48, true, reset);
    expect(state).toBe('proven');
    expect(said!.moved! / said!.called!).toBeGreaterThan(0.6);
  });
  it('is seized since the work, not since before it', () => {
    expect(told(48, false, true).since).toBeGreaterThanOrEqual(AT);
  });
  it('says nothing where the temperature asks for nothing', () => {
    const calm = after(48, false).map((point) => ({ ...point, temperature: 12 }));
    const points = calm.filter(({ time }) => time > AT);
    expect(diagnose({ points, aero: AERO, latitude: 47, repair }).repair?.state).toBe('verifying');
  });
  it('is asked of no AERO without work', () => {
    expect(diagnose({ points: moving, aero: AERO, latitude: 47 }).repair).toBeNull();
  });
});

describe('work on another fault', () => {
  it('is proven once its finding stays away for two days, and being verified before', () => {
    const leak = (hours: number) =>
      diagnose({
        points: moving.filter(({ time }) => time <= AT + hours * HOUR),
        aero: AERO,
        latitude: 47,
        repair: { ...repair, kind: 'leak' },
      }).repair?.state;
    expect([leak(6), leak(60)]).toEqual(['verifying', 'proven']);
  });
});
