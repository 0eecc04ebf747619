import { describe, expect, it } from 'vitest';
import { LEADS } from '../basis.ts';
import { calibrate, FIRST_CALIBRATION, noteOutcome } from './calibration.ts';
import { countMiss, EARLIER_FACTORS } from './conformal.ts';
import { type Learnt, learntBytes, learntOf, nothingLearnt } from './learnt.ts';
import {
  addLessons,
  type Lessons,
  learnFrom,
  learningBytes,
  learningOfBytes,
  learnOn,
  noLessons,
  type Pending,
} from './lessons.ts';
import { noteDeparture } from './pull.ts';

const DAYS = 300;
/** Reproducible draws: an additive sequence for each purpose. */
const draws = (start: number) => {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
/** Chance of reaching the end that is far away. */
const FAR = 0.004;
const logistic = (odds: number) => 1 / (1 + Math.exp(-odds));

/**
 * Equal AEROs under one weather, most days far from their margin: the log odds of a day, whether it happened,
 * and the Brier score of the stated chances, learnt in batches of this size or not at all.
 */
function season(aeros: number, batch: number | null, seed: number, truth = 0) {
  const draw = draws(seed);
  let known: Learnt = nothingLearnt();
  let pending: Pending | null = null;
  let [brier, n] = [0, 0];
  let odds = -3;
  const shifts: number[] = [];
  for (let day = 0; day < DAYS; day++) {
    odds += 0.25 * (-3 - odds) + 1.6 * (draw() + draw() + draw() - 1.5);
    const stated = Array.from({ length: LEADS }, (_, at) =>
      calibrate(known.calibration, at + 1, logistic(odds)),
    );
    // Events follow the first calibration, changed by `truth`: without it nothing is to be learnt.
    const right = calibrate(FIRST_CALIBRATION, 4, logistic(odds));
    const happened = draw() < logistic(Math.log(right / (1 - right)) + truth);
    for (const one of stated) {
      brier += (one - Number(happened)) ** 2;
      n += 1;
    }
    const lessonsOf = (count: number) => {
      const lessons = noLessons();
      for (let i = 0; i < count; i++)
        for (const one of stated) {
          noteOutcome(lessons.outcomes, one, happened);
          noteOutcome(lessons.outcomes, FAR, false);
        }
      return lessons;
    };
    for (let first = 0; batch !== null && first < aeros; first += batch)
      ({ known, pending } = learnOn(day, lessonsOf(Math.min(batch, aeros - first)), known, pending, aeros));
    shifts.push(known.calibration.shift);
  }
  return { brier: brier / n, shifts };
}

describe('what a client learns in a day', () => {
  it.each([400, 30, 3])(
    'makes the chances of %d AEROs alike no worse than none, in batches of one',
    (aeros) => {
      let [learnt, none] = [0, 0];
      for (const seed of [11, 22, 33, 44]) {
        learnt += season(aeros, 1, seed).brier;
        none += season(aeros, null, seed).brier;
      }
      expect(learnt / none).toBeLessThan(1.01);
    },
  );
  it('mends chances that are too small, of many AEROs as of few', () => {
    for (const aeros of [3, 400]) {
      const { shifts } = season(aeros, 1, 7, 1.2);
      expect(shifts.at(-1)! - shifts[0]!).toBeGreaterThan(0.1);
    }
  });
  it('is one step, whatever the batches', () => {
    const [ones, all] = [1, 400].map((batch) => season(400, batch, 5).shifts);
    for (const [day, shift] of ones!.entries()) expect(shift).toBeCloseTo(all![day]!, 9);
  });
});

const some = (seed: number): Lessons => {
  const draw = draws(seed);
  const lessons = noLessons();
  for (let i = 0; i < 20; i++) {
    noteOutcome(lessons.seasonOutcomes, draw(), draw() < 0.3);
    const lead = 1 + Math.floor(draw() * LEADS);
    noteOutcome(lessons.outcomes, draw(), draw() < 0.3);
    countMiss(
      lessons.misses,
      { basis: 'weather', lead, extreme: 'high' },
      { p05: 0.1, p50: 0.5, p95: 0.9 },
      draw(),
    );
    noteDeparture(lessons.departures, lead, 'low', 8 * draw() - 4, 4 * draw() - 2);
  }
  return lessons;
};

it('keeps the lessons of a day, and takes the step on the next', () => {
  const first = learnOn(100, some(1), nothingLearnt(), null, 4);
  const stored = learningOfBytes(learningBytes(first));
  const second = learnOn(100, some(2), first.known, stored.pending, 4);
  expect(second.known).toEqual(nothingLearnt());
  const next = learnOn(101, noLessons(), second.known, second.pending, 4);
  const together = some(1);
  addLessons(together, some(2));
  expect(next.known).toEqual(learnFrom(nothingLearnt(), together, 4));
  expect(next.known).not.toEqual(nothingLearnt());
  const turned = learnOn(
    100,
    some(1),
    nothingLearnt(),
    learnOn(100, some(2), nothingLearnt(), null, 4).pending,
    4,
  );
  expect(learnOn(101, noLessons(), turned.known, turned.pending, 4).known).toEqual(next.known);
});

it('keeps what an earlier version learnt, from weather alone', () => {
  const { pulls, calibration } = nothingLearnt();
  const shared = new Float32Array(EARLIER_FACTORS).fill(0.25);
  const earlier = new Float32Array([...shared, ...pulls, calibration.shift, 1.5]);
  const bytes = new Uint8Array(earlier.buffer);
  const known = learntOf(bytes);
  expect(known.calibration.stretch).toBe(1.5);
  expect(known.seasonCalibration).toEqual(nothingLearnt().seasonCalibration);
  expect([known.shared[3], known.shared[EARLIER_FACTORS + 3]]).toEqual([0.25, 0]);
  const kept = learntOf(learntBytes(known));
  expect([kept.shared, kept.pulls, kept.calibration]).toEqual([known.shared, known.pulls, known.calibration]);
  expect(kept.seasonCalibration.shift).toBeCloseTo(known.seasonCalibration.shift, 6);
  // The same with the lessons of a day, as that version kept them: a day, sums of each factor and pull, and five of outcomes.
  const numbers = 1 + 2 * EARLIER_FACTORS + 2 * pulls.length + 5;
  const withDay = Uint8Array.from([...bytes, ...new Uint8Array(8 * numbers)]);
  for (const one of [bytes, withDay]) expect(learningOfBytes(one)).toEqual({ known, pending: null });
  const first = { known: nothingLearnt(), pending: null };
  expect(learningOfBytes(Uint8Array.from([...withDay, 0, 0, 0, 0]))).toEqual(first);
  expect(learningOfBytes(new Uint8Array(3))).toEqual(first);
});
