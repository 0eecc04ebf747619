/** A few AEROs of `npm run diagnostics`: enough to see that it can detect, and that it can fail. */
import { describe, expect, it } from 'vitest';
import { casesOf } from './diagnostics/cases.ts';
import { KINDS } from './diagnostics/kinds.ts';
import { play } from './diagnostics/play.ts';
import { poissonInterval } from './diagnostics/poisson.ts';
import { calibration, faultRow, soundRow, totalsOf } from './diagnostics/results.ts';
import { trueStop } from './diagnostics/truth.ts';

const SEED = 7;
const EVERY = { every: 5 };
const kindOf = (name: string) => KINDS.find((kind) => kind.name === name)!;

describe('diagnoses of simulated AEROs', () => {
  it.each(['seized ram', 'broken wire', 'stuck pressure sensor'])('name a %s', (name) => {
    const kind = kindOf(name);
    const [one] = casesOf(kind, 3600, 1, SEED);
    const row = faultRow(kind, [play(one!, kind, EVERY)]);
    expect(row.by.mild).toMatchObject({ cases: 1, named: 1 });
    expect(totalsOf([row]).core).toEqual([1, 0, 1]);
  });

  it('count a fault that is not there as missed, and what is said without one as false', () => {
    const kind = kindOf('seized ram');
    const [seized] = casesOf(kind, 3600, 1, SEED);
    const mended = { ...seized!, fault: { ...seized!.fault!, end: seized!.fault!.start } };
    expect(faultRow(kind, [play(mended, kind, EVERY)]).by.mild.named).toBe(0);
    // Treated as a sound one, the finding that names its fault counts as false.
    const taken = play(seized!, null, EVERY);
    expect(soundRow([[taken]]).false).toBeGreaterThan(0);
  });

  it('find nothing wrong with a sound one in a year', () => {
    const [sound] = casesOf(null, 3600, 1, SEED);
    expect(soundRow([[play(sound!, null, EVERY)]]).false).toBe(0);
  });

  it('are held against stops that follow from the geometry', () => {
    let seen = 0;
    for (const one of casesOf(null, 3600, 40, SEED)) {
      const { tensioner, stroke_min_offset: margin } = one.box.aeros[one.aero]!;
      const room = tensioner.sign === 1 ? tensioner.middle : tensioner.stroke - tensioner.middle;
      const geometry = 15 - (room - margin) / (tensioner.expansion * tensioner.length * 1000);
      const at = trueStop(one, 'cold', one.from);
      if (at === null) continue;
      seen++;
      // Friction, the compliance of the gas and a settled wire delay it by some °C.
      expect(at).toBeLessThan(geometry + 4);
      expect(at).toBeGreaterThan(geometry - 20);
    }
    expect(seen).toBeGreaterThan(10);
  });

  it('are counted with the exact interval of Poisson, and by what was said of them', () => {
    expect(poissonInterval(0)[0]).toBe(0);
    expect(poissonInterval(0)[1]).toBeCloseTo(3.689, 2);
    expect(poissonInterval(5)[0]).toBeCloseTo(1.623, 2);
    expect(poissonInterval(5)[1]).toBeCloseTo(11.668, 2);
    expect(calibration([]).every(({ said }) => said === 0)).toBe(true);
  });
});
