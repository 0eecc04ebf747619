/** Diagnoses an AERO day by day, as the server does, and compares the findings with the truth. */

import { DAY } from '@aerowatch/domain/durations';
import type { Finding } from '@aerowatch/domain/faults/finding';
import type { FindingKey } from '@aerowatch/domain/faults/list';
import { diagnoseDays } from '@aerowatch/domain/faults/pipeline';
import { keyOf } from '@aerowatch/simulator/prng';
import type { Case, Kind } from './case.ts';
import { saysBeside } from './causes.ts';
import { neighboursOf } from './neighbours.ts';
import { CaseRecord } from './record.ts';
import { reachesStop, rubs } from './truth.ts';

/** `named`: it names the fault; `also`: true, but does not name it; `false`: not true. */
export type Truth = 'named' | 'also' | 'false';

/** A finding at "watch" or "bad", from a day (after the fault began) to another. */
export interface Episode {
  readonly key: FindingKey;
  readonly from: number;
  to: number;
  worst: 'watch' | 'bad';
  readonly value: number | null;
  readonly confidence: number | null;
  readonly truth: Truth;
  readonly details: Finding['details'];
}
export interface Outcome {
  readonly id: string;
  readonly severity: Case['severity'];
  readonly climate: Case['climate'];
  readonly episodes: readonly Episode[];
  /** Days from the fault to the first finding that names it; null if none did. */
  readonly detected: number | null;
  /** Whether the first finding reported after the fault began is right; null: there was none. */
  readonly rightFirst: boolean | null;
  /** It was right, or lists the fault among its other possible causes. */
  readonly rightOrBoth: boolean;
  /** A finding that would name it reports that it is not watched at this log time. */
  readonly notWatched: boolean;
  readonly diagnoses: number;
  /** Wall-clock time of the diagnoses, ms. */
  readonly ms: number;
  readonly years: number;
}

/** Days that a finding may be absent without counting as a new one when it returns. */
const PAUSE = 14;
/** Days observed after a fault was named, for further findings about it. */
const AFTER = 14;
/** Days after a fault on which every day is diagnosed, however seldom others are. */
const DENSE = 8;

interface Played {
  /** Days from one diagnosis to the next. */
  readonly every: number;
  readonly cache?: string | undefined;
}

/**
 * Plays one AERO; one with a fault is diagnosed from a week before it begins until two weeks after it was
 * named.
 */
export function play(
  one: Case,
  kind: Kind | null,
  { every, cache }: Played,
  record = new CaseRecord(one, cache),
): Outcome {
  const { box, aero, fault, from, begins, to } = one;
  // Boxes send at different minutes: the first message of a new day makes the diagnosis due.
  const sends = (10 + (keyOf('upload', box.serial_number) % 50)) * 60_000;
  const episodes: Episode[] = [];
  const first = Math.floor((begins - from) / DAY);
  let [detected, rightFirst]: [number | null, boolean | null] = [null, null];
  let rightOrBoth = false;
  let [last, diagnoses, ms, notWatched] = [Math.floor((to - from) / DAY), 0, 0, false];
  const standing = new Set<FindingKey>();
  for (let day = kind && !kind.fromStart ? Math.max(0, first - 1) : 0; day <= last; day++) {
    if ((day - first) % every !== 0 && !(kind && day - first <= DENSE)) continue;
    const now = from + day * DAY + sends;
    const days = record.days(aero, now);
    if (days.length === 0) continue;
    const begin = performance.now();
    const { findings, primary } = diagnoseDays(inputOf(one, record, now, days));
    ms += performance.now() - begin;
    diagnoses++;
    const reported = findings.filter(({ verdict }) => verdict === 'watch' || verdict === 'bad');
    if (now < begins) {
      for (const { key } of reported) standing.add(key);
      continue;
    }
    for (const finding of reported)
      note(episodes, finding, day - first, () => truthOf(one, kind, finding, now, record));
    if (!kind) continue;
    notWatched ||= isUnwatched(findings, kind);
    const fresh = reported.filter(({ key }) => !standing.has(key));
    if (rightFirst === null && fresh.length > 0) {
      const head = fresh.find(({ key }) => key === primary) ?? worst(fresh);
      rightFirst = truthOf(one, kind, head, now, record) === 'named';
      rightOrBoth = rightFirst || saysBeside(head.candidates, kind.named);
    }
    if (fault && detected === null && episodes.some(({ truth }) => truth === 'named')) {
      detected = (now - begins) / DAY;
      last = Math.min(last, day + AFTER);
    }
  }
  const { id, severity, climate } = one;
  return {
    id,
    severity,
    climate,
    episodes,
    detected,
    rightFirst,
    rightOrBoth,
    notWatched,
    diagnoses,
    ms,
    years: last / 365,
  };
}

/** Whether a finding that would name the fault reports that it is not watched at this log time. */
const isUnwatched = (findings: readonly Finding[], { named }: Kind) =>
  findings.some(({ key, verdict }) => (verdict as string) === 'not_watched' && named.includes(key));

const worst = (findings: readonly Finding[]) =>
  findings.find(({ verdict }) => verdict === 'bad') ?? findings[0]!;

/** The input that the server would pass to a diagnosis at a time. */
export function inputOf(one: Case, record: CaseRecord, now: number, days: ReturnType<CaseRecord['days']>) {
  const { box, aero, extremes, interval } = one;
  const { latitude, longitude, altitude, aeros } = box;
  const twin = aeros.length === 2 ? { aero: aeros[1 - aero]!, days: record.days(1 - aero, now) } : null;
  const neighbours = neighboursOf(one, days[0]!.start, now);
  return {
    days,
    latitude,
    longitude,
    altitude,
    aero: aeros[aero]!,
    extremes,
    twin,
    neighbours,
    logTime: interval,
  };
}

/** Days within which a battery reported as declining must fall below its limit for the finding to be true. */
const RUNS_DOWN = 21;

function truthOf(
  one: Case,
  kind: Kind | null,
  { key, details }: Finding,
  time: number,
  record: CaseRecord,
): Truth {
  // True by the voltage: the battery is below its limit, or will be within weeks.
  if (key === 'battery_trend' && !kind?.named.includes(key)) {
    const limit = Number(details.limit);
    const comes = record.days(one.aero, Math.min(one.to, time + RUNS_DOWN * DAY));
    if (comes.some(({ start, lowest }) => start > time - DAY && lowest !== null && lowest < limit))
      return 'also';
    if (Number(details.days_under_limit) >= 2) return 'also';
  }
  const stop = key === 'stop_hot' ? 'hot' : key === 'stop_cold' ? 'cold' : null;
  const named = kind?.named.includes(key) === true;
  if (stop !== null) {
    const reaches = reachesStop(one, stop, time);
    if (named) return reaches ? 'named' : 'false';
    return reaches || kind?.also?.includes(key) ? 'also' : 'false';
  }
  if (named) return 'named';
  if (key === 'friction' && rubs(one)) return 'also';
  return kind?.also?.includes(key) ? 'also' : 'false';
}

function note(
  episodes: Episode[],
  { key, verdict, value, details, ...rest }: Finding,
  day: number,
  truth: () => Truth,
): void {
  const last = episodes.findLast((episode) => episode.key === key);
  if (last && day - last.to <= PAUSE) {
    last.to = day;
    if (verdict === 'bad') last.worst = 'bad';
  } else {
    const confidence = (rest as { confidence?: number | null }).confidence ?? null;
    episodes.push({
      key,
      from: day,
      to: day,
      worst: verdict as 'watch',
      value,
      confidence,
      truth: truth(),
      details,
    });
  }
}
