import { MODEL_STROKES } from '@aerowatch/domain/box/box-configuration';
import type { Db } from '../../platform/database/db.ts';
import type { Points } from '../measures/store-points.ts';
import { modelsOf } from './store-models.ts';

/**
 * Adds to the datapoints of these AEROs their stroke in percent of the stroke of their model; null where the model is
 * undefined: a condition on it is not judged there.
 */
export async function addStrokeShares(
  db: Db,
  aeros: readonly number[],
  points: ReadonlyMap<number, Points>,
): Promise<void> {
  if (aeros.length === 0) return;
  for (const [aero, model] of await modelsOf(db, aeros)) {
    const whole = MODEL_STROKES[model];
    for (const point of points.get(aero)?.points ?? []) {
      const known = whole !== undefined && point.stroke !== null;
      Object.assign(point, { stroke_percent: known ? (100 * point.stroke!) / whole : null });
    }
  }
}
