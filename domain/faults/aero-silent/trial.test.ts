import { daysOf } from '../shared/days/days.ts';
import { type Trial, tryFault } from '../testing/trial.ts';
import { AERO, buildMeasures, DAY } from '../testing.ts';

const other = buildMeasures(30, {}, 690);
const twin = { aero: AERO, days: daysOf(other) };
const newest = other.at(-1)!.time;
/** The newest measure of the AERO is this many days older than the newest of its box. */
const quiet = (days: number): Trial => ({
  days: 30,
  every: 1,
  input: { twin, heard: { own: newest, box: newest + days * DAY } },
});

tryFault('aero_silent', {
  sound: quiet(0.5),
  mild: quiet(1.5),
  severe: quiet(8),
  impostor: { ...quiet(0), faults: { seizedFrom: 20 }, is: 'seized' },
});
