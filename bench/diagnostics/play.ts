/** Diagnoses an AERO's year day by day, as the server does, and holds what it finds against the truth. */
import { diagnoseDays } from '@aerowatch/domain/diagnostics/diagnose';
import type { Finding, FindingKey } from '@aerowatch/domain/diagnostics/finding';
import { keyOf } from '@aerowatch/simulator/prng';
import { type Case, DAY, DAYS } from './cases.ts';
import type { Kind } from './kinds.ts';
import { Record } from './record.ts';
import { reachesStop, rubs } from './truth.ts';

/** A finding that stood at "watch" or "bad", from a day of the year to another. */
export interface Episode {
  readonly key: FindingKey;
  readonly from: number;
  to: number;
  worst: 'watch' | 'bad';
  readonly value: number | null;
  /** What the truth says of it: it names the fault, it is so without naming it, or it is not so. */
  readonly truth: 'named' | 'also' | 'false';
}
export interface Outcome {
  readonly episodes: readonly Episode[];
  /** Days from the fault to the first finding that names it; null when none did. */
  readonly detected: number | null;
  readonly diagnoses: number;
  /** Time by the clock of the diagnoses, ms. */
  readonly ms: number;
}

/** Days a finding may be away without counting as a new one when it returns. */
const PAUSE = 14;
/** Days the watching goes on after a fault was named, for what else is said of it. */
const AFTER = 14;

/** Plays the year of an AERO; one with a fault is diagnosed from the day it begins until two weeks after it was named. */
export function play(one: Case, kind: Kind | null): Outcome {
  const { box, aero, fault, from } = one;
  const begins = Math.max(fault?.start ?? from, from);
  const record = new Record(one, from);
  // Boxes send every hour, each at its own minute: the first message of a new day makes the diagnosis due.
  const sends = (10 + (keyOf('upload', box.serial_number) % 50)) * 60_000;
  const known = box.aeros[aero]!;
  const episodes: Episode[] = [];
  let [detected, last, diagnoses, ms]: [number | null, number, number, number] = [null, DAYS, 0, 0];
  for (let day = Math.floor((begins - from) / DAY); day <= last; day++) {
    const now = from + day * DAY + sends;
    record.receive(now);
    const days = record.days();
    if (days.length === 0) continue;
    const begin = performance.now();
    const { findings } = diagnoseDays({ days, latitude: box.latitude, aero: known });
    ms += performance.now() - begin;
    diagnoses++;
    if (now < begins) continue;
    for (const finding of findings) note(episodes, finding, day, () => truthOf(one, kind, finding.key, now));
    if (fault && detected === null && episodes.some(({ truth }) => truth === 'named')) {
      detected = (now - begins) / DAY;
      last = Math.min(DAYS, day + AFTER);
    }
  }
  return { episodes, detected, diagnoses, ms };
}

function truthOf(one: Case, kind: Kind | null, key: FindingKey, time: number): Episode['truth'] {
  const stop = key === 'stop_hot' ? 'hot' : key === 'stop_cold' ? 'cold' : null;
  const named = kind?.named.includes(key) === true;
  if (stop !== null) return reachesStop(one, stop, time) ? (named ? 'named' : 'also') : 'false';
  if (key === 'friction' && !named && rubs(one)) return 'also';
  return named ? 'named' : kind?.also?.includes(key) ? 'also' : 'false';
}

function note(
  episodes: Episode[],
  { key, verdict, value }: Finding,
  day: number,
  truth: () => Episode['truth'],
): void {
  if (verdict !== 'watch' && verdict !== 'bad') return;
  const last = episodes.findLast((episode) => episode.key === key);
  if (last && day - last.to <= PAUSE) {
    last.to = day;
    if (verdict === 'bad') last.worst = 'bad';
  } else episodes.push({ key, from: day, to: day, worst: verdict, value, truth: truth() });
}
