import { availableParallelism } from 'node:os';
import { DAY, HOUR, MINUTE } from '@aerowatch/domain/durations';
import { isReported } from '@aerowatch/domain/faults/finding';
import type { Diagnosis } from '@aerowatch/domain/faults/pipeline';
import { type Neighbour, neighbourOf } from '@aerowatch/domain/faults/shared/neighbours/neighbours';
import type { Db } from '../../platform/database/db.ts';
import { backoff } from '../../platform/load/backoff.ts';
import { makeThreads } from '../../platform/load/threads.ts';
import type { Log } from '../../platform/log/log.ts';
import { observe } from '../forecast/scores/observe.ts';
import { type AeroAnswer, type BoxQuestion, DAYS } from './diagnose-box.ts';
import { saveDiagnosis } from './store.ts';
import { type DueAero, type DueBox, dueBoxes } from './store-due.ts';
import { readMeasures } from './store-measures.ts';
import { dailyFigures, neighboursOf } from './store-neighbours.ts';

/** Boxes whose neighbours are read together. */
const BOXES_A_TURN = 25;
/**
 * Maximum number of threads: a day's work takes minutes on two cores, and more threads would slow down a
 * larger server.
 */
const THREADS = 2;

const threads = makeThreads<BoxQuestion, AeroAnswer[]>({
  script: new URL('./diagnosing-thread.ts', import.meta.url),
  atOnce: Math.min(THREADS, availableParallelism()),
  limitMs: 5 * MINUTE,
  // A box of two AEROs that log every ten seconds needs the most memory, which a thread would keep without
  // limits.
  resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 768 },
});

/** Boxes whose last diagnoses failed: how often, and when (ms) to try again. */
export type PutOff = Map<number, { readonly failures: number; readonly until: number }>;
export interface DiagnoseOptions {
  readonly signal?: AbortSignal;
  readonly putOff?: PutOff;
  readonly log?: Pick<Log, 'error'>;
  /** Diagnoses a box; in a thread by default. */
  readonly ask?: typeof threads.ask;
}

/**
 * Diagnoses the AEROs that are due; returns how many. A failure of one box does not block others: it is
 * logged, and the box is retried after a minute, then ever later, up to an hour. Throws when nothing else was
 * done.
 */
export async function diagnoseDue(
  db: Db,
  { signal, putOff = new Map(), log, ask = threads.ask }: DiagnoseOptions = {},
): Promise<number> {
  const now = Date.now();
  const waiting = [...putOff].flatMap(([box, { until }]) => (until > now ? [box] : []));
  const due = await dueBoxes(db, BOXES_A_TURN, waiting);
  if (due.length === 0) return 0;
  const near = await surroundings(db, due);
  let [next, done] = [0, 0];
  const failed: { box: number; error: unknown; failures: number }[] = [];
  const lane = async () => {
    while (next < due.length && signal?.aborted !== true) {
      const box = due[next++]!;
      try {
        const diagnosed = await diagnose(db, box, near.get(box.id) ?? [], { signal, ask });
        done += diagnosed;
        putOff.delete(box.id);
      } catch (error) {
        const failures = (putOff.get(box.id)?.failures ?? 0) + 1;
        putOff.set(box.id, { failures, until: Date.now() + backoff(failures, MINUTE, HOUR) });
        failed.push({ box: box.id, error, failures });
      }
    }
  };
  // While the threads compute, the database reads the next box and saves the last; this limits the number in
  // memory.
  await Promise.all(Array.from({ length: threads.atOnce + 1 }, lane));
  // The calling loop counts and logs the error, so it is not logged here too.
  if (done === 0 && failed.length > 0)
    throw new AggregateError(
      failed.map(({ error }) => error),
      `not diagnosed: box ${failed.map(({ box }) => box).join(', ')}`,
    );
  for (const { error, ...about } of failed)
    log?.error({ err: error, ...about }, 'a box was not diagnosed and will be tried again');
  return done;
}

/** Daily values of the AEROs around each box; those of an AERO are computed once, however many boxes are near it. */
async function surroundings(db: Db, due: readonly DueBox[]): Promise<Map<number, Neighbour[]>> {
  const near = await neighboursOf(
    db,
    due.map(({ id }) => id),
  );
  const newest = due.flatMap(({ aeros }) => aeros.map((aero) => aero.newest));
  const figures = await dailyFigures(
    db,
    [...new Set([...near.values()].flat())],
    dayOf(Math.min(...newest) - DAYS * DAY),
    dayOf(Math.max(...newest) + DAY),
  );
  const made = new Map<number, Neighbour>();
  for (const [aero, daily] of figures) made.set(aero, neighbourOf(daily));
  return new Map(due.map(({ id }) => [id, (near.get(id) ?? []).flatMap((aero) => made.get(aero) ?? [])]));
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Reads a box's current measures, has them diagnosed, and stores the results. */
async function diagnose(
  db: Db,
  box: DueBox,
  near: readonly Neighbour[],
  { signal, ask }: { signal: AbortSignal | undefined; ask: typeof threads.ask },
): Promise<number> {
  const last = box.newest;
  const ids = box.aeros.map(({ id }) => id);
  const measures = await readMeasures(db, ids, last - DAYS * DAY, last);
  const answers = await ask({ box, measures, near }, [measures.bytes.buffer]);
  let done = 0;
  for (const { id, diagnosis, seen } of answers) {
    if (signal?.aborted === true) break;
    const aero = box.aeros.find((one) => one.id === id)!;
    // The forecast's extremes are those of the stroke.
    const baseline = Math.max(aero.baseline ?? 0, aero.sensors?.stroke ?? 0);
    await observe(db, { id, newest: aero.newest, baseline, seen, findings: diagnosis.findings });
    // The box reports its silence, which is later than the AERO's own newest measure.
    const silent = diagnosis.findings.some((finding) => finding.key === 'silent' && isReported(finding));
    const at = silent ? box.newest : aero.newest;
    await saveDiagnosis(db, id, aero.day, noticed(diagnosis, aero), box.loadedAt, at);
    done += 1;
  }
  return done;
}

/** A finding keeps the time it was first reported. */
const noticed = (diagnosis: Diagnosis, { reported, newest }: DueAero): Diagnosis => ({
  ...diagnosis,
  findings: diagnosis.findings.map((finding) =>
    isReported(finding)
      ? { ...finding, noticed: reported?.find(({ key }) => key === finding.key)?.noticed ?? newest }
      : finding,
  ),
});
