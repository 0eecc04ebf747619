/**
 * What past days teach the forecasts of a client: sums that can be added over batches and processes in any
 * order, and one step from them per day.
 */
import { learnOutcomes, noOutcomes, type Outcomes } from './calibration.ts';
import { EARLIER_FACTORS, learnShared, type Misses, noMisses } from './conformal.ts';
import { EARLIER_BYTES, LEARNT_BYTES, type Learnt, learntBytes, learntOf, nothingLearnt } from './learnt.ts';
import { type Departures, learnPulls, noDepartures, PULLS } from './pull.ts';

export interface Lessons {
  readonly misses: Misses;
  readonly departures: Departures;
  readonly outcomes: Outcomes;
  /** Of chances without weather. */
  readonly seasonOutcomes: Outcomes;
}
export const noLessons = (): Lessons => ({
  misses: noMisses(),
  departures: noDepartures(),
  outcomes: noOutcomes(),
  seasonOutcomes: noOutcomes(),
});

const OUTCOMES = ['off', 'weight', 'offOdds', 'weightOdds', 'n'] as const;
const columnsOf = ({ misses, departures }: Lessons) => [
  misses.n,
  misses.beyond,
  departures.n,
  departures.off,
];

/** Adds lessons to others. Changes `sums`. */
export function addLessons(sums: Lessons, more: Lessons): void {
  const added = columnsOf(more);
  columnsOf(sums).forEach((column, which) => {
    for (let at = 0; at < column.length; at++) column[at]! += added[which]![at]!;
  });
  for (const key of OUTCOMES) {
    sums.outcomes[key] += more.outcomes[key];
    sums.seasonOutcomes[key] += more.seasonOutcomes[key];
  }
}

/** The new state after one step from the lessons of a day; `aeros` is how many the client has. */
export function learnFrom(known: Learnt, lessons: Lessons, aeros: number): Learnt {
  const { misses, departures, outcomes, seasonOutcomes } = lessons;
  const shared = known.shared.slice();
  const pulls = known.pulls.slice();
  learnShared(shared, misses, aeros);
  learnPulls(pulls, departures, aeros);
  return {
    shared,
    pulls,
    calibration: learnOutcomes(known.calibration, outcomes, aeros),
    seasonCalibration: learnOutcomes(known.seasonCalibration, seasonOutcomes, aeros),
  };
}

/** Lessons of the current day (since 1970), which have not been applied yet. */
export interface Pending {
  readonly day: number;
  readonly lessons: Lessons;
}

/**
 * Adds the lessons of a batch to those of the same day; lessons of an earlier day are applied first. All
 * batches of a day therefore take effect together, once, on the next day.
 */
export function learnOn(
  day: number,
  lessons: Lessons,
  known: Learnt,
  pending: Pending | null,
  aeros: number,
): { known: Learnt; pending: Pending } {
  if (pending?.day === day) {
    addLessons(pending.lessons, lessons);
    return { known, pending };
  }
  return {
    known: pending ? learnFrom(known, pending.lessons, aeros) : known,
    pending: { day, lessons },
  };
}

/** Day and sums in eight bytes each: four bytes would round differently by the order of the batches. */
function pendingBytes({ day, lessons }: Pending): Uint8Array {
  const numbers = [
    day,
    ...columnsOf(lessons).flatMap((column) => [...column]),
    ...[lessons.outcomes, lessons.seasonOutcomes].flatMap((outcomes) => OUTCOMES.map((key) => outcomes[key])),
  ];
  return new Uint8Array(Float64Array.from(numbers).buffer);
}
const PENDING_BYTES = pendingBytes({ day: 0, lessons: noLessons() }).length;
/** Of a version that learnt from weather alone. */
const EARLIER_PENDING_BYTES = (1 + 2 * EARLIER_FACTORS + 2 * PULLS + OUTCOMES.length) * 8;

/** The stored state of a client: what was learnt, and the lessons of the current day. */
export const learningBytes = ({ known, pending }: { known: Learnt; pending: Pending | null }): Uint8Array =>
  Uint8Array.from([...learntBytes(known), ...(pending ? pendingBytes(pending) : [])]);

/**
 * Reads the stored state of a client. Of the version before, what was learnt stays and its lessons of one day
 * are lost; bytes of any other length (of a newer version that runs beside this one) are ignored.
 */
export function learningOfBytes(bytes: Uint8Array | null): { known: Learnt; pending: Pending | null } {
  const lengths = [
    [LEARNT_BYTES, PENDING_BYTES],
    [EARLIER_BYTES, EARLIER_PENDING_BYTES],
  ] as const;
  const length = bytes?.length ?? 0;
  const [learnt] = lengths.find(([known, pending]) => length === known || length === known + pending) ?? [];
  if (bytes === null || learnt === undefined) return { known: nothingLearnt(), pending: null };
  return { known: learntOf(bytes.subarray(0, learnt)), pending: pendingOf(bytes.subarray(learnt)) };
}

function pendingOf(bytes: Uint8Array): Pending | null {
  if (bytes.length !== PENDING_BYTES) return null;
  const numbers = new Float64Array(Uint8Array.from(bytes).buffer);
  const lessons = noLessons();
  let at = 1;
  for (const column of columnsOf(lessons)) for (let i = 0; i < column.length; i++) column[i] = numbers[at++]!;
  for (const outcomes of [lessons.outcomes, lessons.seasonOutcomes])
    for (const key of OUTCOMES) outcomes[key] = numbers[at++]!;
  return { day: numbers[0]!, lessons };
}
