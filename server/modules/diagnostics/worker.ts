import { setImmediate } from 'node:timers/promises';
import { diagnose } from '@aerowatch/domain/diagnostics/diagnose';
import type { ConductorType } from '@aerowatch/domain/physics/expansion';
import type { Db } from '../../platform/database/db.ts';
import { type DueAero, dueAeros, recentMeasures, saveDiagnosis } from './store.ts';

/** How far back a diagnosis looks. */
const DAYS = 90;
const AEROS_A_TURN = 50;

/** Diagnoses the AEROs that are due; how many that was. */
export async function diagnoseDue(db: Db, signal?: AbortSignal): Promise<number> {
  const due = await dueAeros(db, AEROS_A_TURN);
  let done = 0;
  for (const aero of due) {
    if (signal?.aborted === true) break;
    await diagnoseOne(db, aero);
    done += 1;
    // Each takes tens of ms of computing: requests and messages go in between.
    await setImmediate();
  }
  return done;
}

async function diagnoseOne(db: Db, aero: DueAero): Promise<void> {
  const loadedAt = new Date();
  const points = await recentMeasures(db, aero.id, aero.newest, DAYS);
  const diagnosis = diagnose({
    points,
    aero: { ...aero, conductor_type: aero.conductor_type as ConductorType | null },
    latitude: aero.latitude,
    baselineFrom: aero.baseline,
  });
  await saveDiagnosis(db, aero.id, aero.day, diagnosis, loadedAt);
}
