/** One AERO's trial, as passed to a worker: the AERO follows from the seed. */
import type { Case } from './case.ts';
import { casesOf } from './cases.ts';
import { KINDS } from './kinds.ts';
import { type Outcome, play } from './play.ts';
import { CaseRecord } from './record.ts';
import type { Interval, WorldName } from './world.ts';

export interface Task {
  /** Name of the fault; null: a year of a sound AERO. */
  readonly kind: string | null;
  readonly interval: Interval;
  readonly count: number;
  readonly seed: number;
  readonly index: number;
  readonly every: number;
  readonly cache?: string | undefined;
  readonly world: WorldName;
}

const known = new Map<string, Case[]>();

/** Outcomes of a task: for a sound box of each of its AEROs, else of the AERO with the fault. */
export function perform({ kind: name, interval, count, seed, index, every, cache, world }: Task): Outcome[] {
  const kind = KINDS.find((one) => one.name === name) ?? null;
  const key = [name, interval, count, seed, world].join();
  const cases = known.get(key) ?? casesOf(kind, interval, count, seed, world);
  known.set(key, cases);
  const one = cases[index];
  if (!one) return [];
  const record = new CaseRecord(one, cache);
  const played = { every, cache };
  if (kind !== null) return [play(one, kind, played, record)];
  return one.box.aeros.map((_, aero) => play({ ...one, aero }, null, played, record));
}
