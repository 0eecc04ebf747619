import { daysOf } from '../shared/days/days.ts';
import { type Trial, tryFault } from '../testing/trial.ts';
import { AERO, buildMeasures } from '../testing.ts';

const own = buildMeasures(30);
/** The same box with its other AERO's ram this many mm further out, and cables exchanged four days ago. */
function exchanged(apart: number): Trial {
  const other = buildMeasures(30, { middle: 500 + apart }, 690);
  const swap = (mine: typeof own, theirs: typeof own) =>
    mine.map((one, i) => (i >= 26 * 144 ? theirs[i]! : one));
  return {
    days: 30,
    every: 1,
    points: () => swap(own, other),
    input: { twin: { aero: { ...AERO, regularized_length: 690 }, days: daysOf(swap(other, own)) } },
  };
}

tryFault('swapped_aeros', {
  mild: exchanged(22),
  severe: exchanged(90),
  impostor: {
    faults: { creep: (day) => (day >= 26 ? 90 : 0) },
    days: 30,
    every: 1,
    input: {
      twin: {
        aero: { ...AERO, regularized_length: 690 },
        days: daysOf(buildMeasures(30, { middle: 590 }, 690)),
      },
    },
    is: 'slipped_wire',
  },
});
