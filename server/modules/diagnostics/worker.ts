import { setImmediate } from 'node:timers/promises';
import { placeExtremes } from '@aerowatch/domain/climate/place-extremes';
import type { DiagnosedAero, NeighbourDay, Twin } from '@aerowatch/domain/diagnostics/context';
import { type Day, daysOf } from '@aerowatch/domain/diagnostics/days';
import { type Diagnosis, diagnoseDays } from '@aerowatch/domain/diagnostics/diagnose';
import { stands } from '@aerowatch/domain/diagnostics/finding';
import { type Neighbour, neighbourDays, neighbourOf } from '@aerowatch/domain/diagnostics/neighbours';
import { DAY } from '@aerowatch/domain/durations';
import type { Measure } from '@aerowatch/domain/metrics';
import type { ConductorType } from '@aerowatch/domain/physics/expansion';
import type { Db } from '../../platform/database/db.ts';
import { observe } from '../forecast/observe.ts';
import { saveDiagnosis } from './store.ts';
import { type DueAero, type DueBox, dueBoxes } from './store-due.ts';
import { measuresOf } from './store-measures.ts';
import { dailyFigures, neighboursOf } from './store-neighbours.ts';

/** How far back a diagnosis looks. */
const DAYS = 90;
/** Boxes of which the surroundings are read together. */
const BOXES_A_TURN = 25;

/** Diagnoses the AEROs that are due; how many that was. */
export async function diagnoseDue(db: Db, signal?: AbortSignal): Promise<number> {
  const due = await dueBoxes(db, BOXES_A_TURN);
  if (due.length === 0) return 0;
  const neighbours = await surroundings(db, due);
  let done = 0;
  // The database reads one box while the one before is thought about: never more than two are held.
  let next = readBox(db, due[0]!);
  for (const [i, box] of due.entries()) {
    if (signal?.aborted === true) break;
    const read = await next;
    if (i + 1 < due.length) next = readBox(db, due[i + 1]!);
    // What fails while another box is looked at is told when it is waited for.
    next.catch(() => undefined);
    done += await diagnoseBox(db, box, read, neighbours.get(box.id) ?? [], signal);
  }
  await next.catch(() => undefined);
  return done;
}

interface Read {
  readonly loadedAt: Date;
  readonly measures: Map<number, Measure[]>;
}

/** The measures of a box's AEROs that a diagnosis looks at, as they were at a moment. */
async function readBox(db: Db, box: DueBox): Promise<Read> {
  const loadedAt = new Date();
  const last = Math.max(...box.aeros.map(({ newest }) => newest));
  const ids = box.aeros.map(({ id }) => id);
  return { loadedAt, measures: await measuresOf(db, ids, last - DAYS * DAY, last) };
}

/** What the boxes around each box measured; figures of an AERO are made once, however many boxes it is near to. */
async function surroundings(db: Db, due: readonly DueBox[]): Promise<Map<number, NeighbourDay[]>> {
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
  return new Map(
    due.map(({ id }) => [id, neighbourDays((near.get(id) ?? []).flatMap((aero) => made.get(aero) ?? []))]),
  );
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Both AEROs of a box are read together: each is the other's twin. */
async function diagnoseBox(
  db: Db,
  box: DueBox,
  { loadedAt, measures }: Read,
  around: readonly NeighbourDay[],
  signal: AbortSignal | undefined,
): Promise<number> {
  await setImmediate();
  const sides: { aero: DueAero; days: Day[] }[] = [];
  for (const aero of box.aeros) {
    const own = (measures.get(aero.id) ?? []).filter(({ time }) => time >= (aero.baseline ?? 0));
    sides.push({ aero, days: daysOf(own) });
    await setImmediate();
  }
  measures.clear();
  const { cold, hot, source } = placeExtremes(box);
  let done = 0;
  for (const { aero, days } of sides) {
    if (!aero.due || signal?.aborted === true) continue;
    const other = sides.find((side) => side.aero.id !== aero.id);
    const twin: Twin | null = other ? { aero: knownOf(other.aero), days: other.days } : null;
    const since = aero.newest - DAYS * DAY;
    const diagnosis = diagnoseDays({
      days: days.filter(({ start }) => start > since - DAY),
      aero: knownOf(aero),
      latitude: box.latitude,
      longitude: box.longitude,
      altitude: box.altitude,
      extremes: { cold, hot, source },
      twin,
      neighbours: around,
      logTime: box.logTime,
    });
    await observe(db, {
      ...aero,
      longitude: box.longitude,
      known: knownOf(aero),
      days,
      findings: diagnosis.findings,
    });
    await saveDiagnosis(db, aero.id, aero.day, noticed(diagnosis, aero), loadedAt, aero.newest);
    done += 1;
    // Each takes tens of ms of computing: requests and messages go in between.
    await setImmediate();
  }
  return done;
}

/** What stands was said before, or is said now for the first time. */
const noticed = (diagnosis: Diagnosis, { noticed: before, newest }: DueAero): Diagnosis => ({
  ...diagnosis,
  findings: diagnosis.findings.map((finding) =>
    stands(finding) ? { ...finding, noticed: before?.[finding.key] ?? newest } : finding,
  ),
});

const knownOf = (aero: DueAero): DiagnosedAero => ({
  ...aero,
  conductor_type: aero.conductor_type as ConductorType | null,
});
