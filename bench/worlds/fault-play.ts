/** Diagnoses an AERO of the second world day by day, as the server does, and holds the findings against the truth. */
import { DAY } from '@aerowatch/domain/durations';
import { type Finding, isReported } from '@aerowatch/domain/faults/finding';
import type { FindingKey } from '@aerowatch/domain/faults/list';
import { diagnoseDays } from '@aerowatch/domain/faults/pipeline';
import type { FaultCase } from './fault-cases.ts';
import type { BoxRecord } from './fault-record.ts';

/** `named`: it names the fault; `also`: true, but does not name it; `false`: not true. */
export type Truth = 'named' | 'also' | 'false';

interface Word {
  readonly key: FindingKey;
  /** Days from the fault (or the first measure) to its first and to its last day. */
  readonly day: number;
  last: number;
  worst: 'watch' | 'bad';
  readonly value: number | null;
  readonly truth: Truth;
}

export interface Outcome {
  readonly id: string;
  /** Whether the truth confirms the fault of the case. */
  readonly isSo: boolean;
  /** Days to the first finding that names it; null if none does. */
  readonly named: number | null;
  readonly rightFirst: boolean | null;
  readonly notWatched: boolean;
  readonly said: readonly Word[];
  readonly years: number;
}

interface Played {
  readonly id: string;
  readonly record: BoxRecord;
  readonly every: number;
}

/** Days that a finding may pause without counting as a new one. */
const PAUSE = 14;
/** Days followed after a fault was named, and days after it that are all diagnosed. */
const [AFTER, DENSE] = [14, 8];
/** Days before a fault that are diagnosed too, so that what was said before is known. */
const BEFORE = 21;
/** A box sends the first measures of a new day within this time. */
const SENDS = 40 * 60_000;
/** °C by which a stated stop may be off and still count as true. */
const TOLERANCE = 5;
/** °C by which a wire is warmer than the box beside it at the hottest hour of the year, and colder at the coldest. */
const [SUN, SKY] = [2, 1];
/** Friction from which a word about it counts as true, as a share of the tension; 5 % is allowed. */
const RUBS = 0.04;
const BATTERY_MIN = 3.5;
const RUNS_DOWN = 21;
const STEPS_A_DAY = 144;

type End = 'hot' | 'cold';

/** Whether a free ram of this AERO reaches the margin of a stop within the temperatures of its place. */
function reachesStop(
  { box, extremes }: BoxRecord,
  index: number,
  end: End,
  time: number,
  tolerance = TOLERANCE,
): boolean {
  const { ram, card, truth } = box.aeros[index]!;
  const perDegree = (17e-6 * ram.lengthM * 1000) / ram.sign;
  // Its line at the time: the last fortnight of its true stroke against that of its wire.
  const to = Math.min(truth.strokeMm.length, Math.floor(((time - box.startMs) / DAY) * STEPS_A_DAY));
  const from = Math.max(0, to - 14 * STEPS_A_DAY);
  let off = 0;
  for (let step = from; step < to; step++) off += truth.strokeMm[step]! - perDegree * truth.wireC[step]!;
  const wire = end === 'hot' ? extremes.hot + SUN + tolerance : extremes.cold - SKY - tolerance;
  const at = off / (to - from) + perDegree * wire;
  return at < card.strokeOffsetMinMm || at > card.model - card.strokeOffsetMaxMm;
}

/** Whether the battery of the box falls below its limit soon. */
function runsDown({ box }: BoxRecord, time: number): boolean {
  const from = Math.floor(((time - box.startMs) / DAY - 7) * STEPS_A_DAY);
  const to = from + (7 + RUNS_DOWN) * STEPS_A_DAY;
  return box.truth.batteryV.subarray(Math.max(0, from), to).some((volts) => volts < BATTERY_MIN);
}

/** Whether the ram of a sound AERO rubs as a finding on friction says. */
const rubs = ({ box }: BoxRecord, index: number) => {
  const { friction, stiction } = box.aeros[index]!.ram;
  return friction * stiction >= RUBS;
};

/** Whether a finding is true of an AERO whatever its fault is. */
function holds(record: BoxRecord, index: number, key: FindingKey, time: number): boolean {
  if (key === 'stop_hot' || key === 'stop_cold')
    return reachesStop(record, index, key === 'stop_hot' ? 'hot' : 'cold', time);
  if (key === 'friction') return rubs(record, index);
  return key === 'battery_trend' && runsDown(record, time);
}

function truthOf(
  record: BoxRecord,
  index: number,
  one: FaultCase | null,
  key: FindingKey,
  time: number,
): Truth {
  const isNamed = one?.named.includes(key) === true;
  const ofStop = key === 'stop_hot' || key === 'stop_cold';
  if (isNamed) return !ofStop || holds(record, index, key, time) ? 'named' : 'false';
  return one?.also?.includes(key) || holds(record, index, key, time) ? 'also' : 'false';
}

function note(said: Word[], { key, verdict, value }: Finding, day: number, truth: () => Truth): void {
  const word = said.findLast((one) => one.key === key);
  if (word && day - word.last <= PAUSE) {
    word.last = day;
    if (verdict === 'bad') word.worst = 'bad';
    return;
  }
  said.push({ key, day, last: day, worst: verdict as 'watch', value, truth: truth() });
}

/** A walk from day to day; `reported` is what the last diagnosis said, as the server keeps it. */
function* diagnosed(record: BoxRecord, aero: number, days: Iterable<number>) {
  let reported: Finding[] = [];
  for (const day of days) {
    const now = record.box.startMs + day * DAY + SENDS;
    const input = record.input(aero, now, reported);
    if (input === null) continue;
    const { findings, primary } = diagnoseDays(input);
    reported = findings.filter(isReported);
    yield { day, now, findings, primary, reported };
  }
}

/** The first finding after the fault began that was not said before it. */
const head = (fresh: readonly Finding[], primary: FindingKey | null) =>
  fresh.find(({ key }) => key === primary) ?? fresh.find(({ verdict }) => verdict === 'bad') ?? fresh[0]!;

/** Plays the first AERO of a box with a fault, until two weeks after it was named. */
export function playFault({ id, record, every, one }: Played & { readonly one: FaultCase }): Outcome {
  const [fault] = record.box.faults;
  const begins = fault!.beginsMs;
  const first = (begins - record.box.startMs) / DAY;
  const said: Word[] = [];
  const before = new Set<FindingKey>();
  let [named, rightFirst]: [number | null, boolean | null] = [null, null];
  let notWatched = false;
  let last = first + one.days;
  const days = function* () {
    const from = Math.max(2, Math.floor(first) - BEFORE);
    for (let day = from; day <= last; day++)
      if ((day - from) % every === 0 || (day >= first && day - first <= DENSE)) yield day;
  };
  for (const { day, now, findings, primary, reported } of diagnosed(record, 0, days())) {
    if (now < begins) {
      before.clear();
      for (const { key } of reported) before.add(key);
      continue;
    }
    notWatched ||= findings.some(({ key, verdict }) => verdict === 'not_watched' && one.named.includes(key));
    for (const finding of reported)
      note(said, finding, day - Math.floor(first), () => truthOf(record, 0, one, finding.key, now));
    const fresh = reported.filter(({ key }) => !before.has(key));
    if (rightFirst === null && fresh.length > 0)
      rightFirst = truthOf(record, 0, one, head(fresh, primary).key, now) === 'named';
    if (named === null && fresh.some(({ key }) => truthOf(record, 0, one, key, now) === 'named')) {
      named = (now - begins) / DAY;
      last = Math.min(last, day + AFTER);
    }
  }
  const stops = one.named.includes('stop_hot');
  const isSo =
    !stops || (['hot', 'cold'] as const).some((end) => reachesStop(record, 0, end, begins + 30 * DAY, 0));
  const fresh = said.filter(({ key }) => !before.has(key));
  return { id, isSo, named, rightFirst, notWatched, said: fresh, years: one.days / 365 };
}

/** Plays a sound AERO for a year. */
export function playSound({ id, record, every }: Played, aero: number): Outcome {
  const said: Word[] = [];
  const days = function* () {
    for (let day = 2; day <= 400; day += every) yield day;
  };
  for (const { day, now, reported } of diagnosed(record, aero, days()))
    for (const finding of reported)
      note(said, finding, day, () => truthOf(record, aero, null, finding.key, now));
  return { id, isSo: true, named: null, rightFirst: null, notWatched: false, said, years: 398 / 365 };
}
