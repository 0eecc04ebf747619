/** A few years of `npm run diagnostics`: enough to see that it can tell, and that it can fail. */
import { describe, expect, it } from 'vitest';
import { casesOf, DAY } from './diagnostics/cases.ts';
import { KINDS } from './diagnostics/kinds.ts';
import { play } from './diagnostics/play.ts';
import { poissonInterval } from './diagnostics/poisson.ts';
import { faultRow, soundRow } from './diagnostics/results.ts';
import { trueStop } from './diagnostics/truth.ts';

const SEED = 7;
const ROW = { seed: SEED, seconds: 0 };
const kindOf = (name: string) => KINDS.find((kind) => kind.name === name)!;

describe('diagnoses of simulated AEROs', { timeout: 60_000 }, () => {
  it.each([
    ['seized ram', 20],
    ['broken wire', 2],
    ['burst', 4],
    ['leak', 60],
    ['stuck pressure sensor', 3],
    ['creeping wire', 90],
    ['shaded panel', 21],
  ] as const)('name a %s within %d days', (name, days) => {
    const kind = kindOf(name);
    const outcomes = casesOf(kind, 1, SEED).map((one) => play(one, kind));
    expect(faultRow(kind, outcomes, ROW)).toMatchObject({ cases: 1, detected: 1, missed: 0 });
    for (const { detected } of outcomes) expect(detected).toBeLessThan(days);
  });

  it('find nothing wrong with a sound one in a year', () => {
    const outcomes = casesOf(null, 1, SEED).map((one) => play(one, null));
    expect(soundRow(outcomes, ROW)).toMatchObject({ aeros: 1, false: 0, false_by: {} });
    expect(outcomes[0]!.diagnoses).toBeGreaterThan(360);
  });

  it('count a fault that is not there as missed, and what is said without one as false', () => {
    const kind = kindOf('seized ram');
    const [seized] = casesOf(kind, 1, SEED);
    // Its year ends two months after the fault that was mended at once.
    const from = Math.floor(seized!.fault!.start / DAY - 300) * DAY;
    const sound = { ...seized!, from, fault: { ...seized!.fault!, end: seized!.fault!.start } };
    expect(faultRow(kind, [play(sound, kind)], ROW)).toMatchObject({ detected: 0, missed: 1 });
    // Of another kind, what names it is false.
    expect(faultRow(kindOf('leak'), [play(seized!, { ...kindOf('leak'), also: [] })], ROW).false).toBe(1);
  });

  it('are held against stops that follow from the geometry', () => {
    let seen = 0;
    for (const one of casesOf(null, 40, SEED)) {
      const { tensioner, stroke_min_offset: margin } = one.box.aeros[one.aero]!;
      const room = tensioner.sign === 1 ? tensioner.middle : tensioner.stroke - tensioner.middle;
      const geometry = 15 - (room - margin) / (tensioner.expansion * tensioner.length * 1000);
      const at = trueStop(one, 'cold', one.from);
      if (at === null) continue;
      seen++;
      // Friction and the give of the gas let it come some °C later.
      expect(at).toBeLessThan(geometry + 0.5);
      expect(at).toBeGreaterThan(geometry - 12);
    }
    expect(seen).toBeGreaterThan(10);
  });

  it('are counted with the exact interval of Poisson', () => {
    expect(poissonInterval(0)[0]).toBe(0);
    expect(poissonInterval(0)[1]).toBeCloseTo(3.689, 2);
    expect(poissonInterval(5)[0]).toBeCloseTo(1.623, 2);
    expect(poissonInterval(5)[1]).toBeCloseTo(11.668, 2);
  });
});
