import { describe, expect, it } from 'vitest';
import { buildContext, type DiagnosticContext } from '../shared/context.ts';
import { daysOf } from '../shared/days/days.ts';
import { verdictsOf } from '../testing/trial.ts';
import { AERO, buildMeasures } from '../testing.ts';
import { residual } from './method.ts';

const context = buildContext({
  aero: AERO,
  latitude: 47,
  days: daysOf(buildMeasures(60).filter((_, i) => i % 6 === 0)),
});
const slope = Math.abs(context.slope!);

/** The verdict where the last nights are off their line by this many °C. */
function verdictOf(degrees: readonly number[], explained = false) {
  const { baseline } = context;
  const residuals = Float64Array.from([
    ...baseline!.residuals.slice(degrees.length),
    ...degrees.map((one) => one * slope),
  ]);
  const off: DiagnosticContext = { ...context, baseline: { ...baseline!, residuals } };
  return residual(off, explained).verdict;
}
const nights = (degrees: number) => Array.from({ length: 6 }, () => degrees);

describe('a ram that stands elsewhere than its line', () => {
  it('is none on a sound AERO', () => {
    expect([...verdictsOf({}).keys()]).not.toContain('off_expected');
    expect(verdictOf(nights(0.5))).toBe('good');
  });
  it('is watched from 6 °C on, and bad from 10 °C on, beyond friction and the scatter of the nights', () => {
    expect(verdictOf(nights(10))).toBe('watch');
    expect(verdictOf(nights(-20))).toBe('bad');
  });
  it('is none where one of the nights is not off, where they differ in side, or where something explains it', () => {
    expect(verdictOf([20, 20, 20, 0, 20, 20])).toBe('good');
    expect(verdictOf([20, 20, 20, -20, 20, 20])).toBe('good');
    expect(verdictOf(nights(20), true)).toBe('good');
  });
});
