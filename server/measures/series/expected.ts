import { type ConductorType, expansionOf } from '@aerowatch/domain/physics/expansion';
import {
  expectedModel,
  FIT_DAYS,
  type NotFittable,
  type StrokeModel,
} from '@aerowatch/domain/physics/expected-stroke';
import type { Db } from '../../platform/database/db.ts';
import { geometries, strokesByTemperature } from './store-expected.ts';

/** What a healthy tensioner would have done: the model, or why there is none. */
export interface Fit {
  readonly model: StrokeModel | null;
  readonly problem: NotFittable | null;
}

/** Models of AEROs from the days before a time (ms). */
export async function expectedModels(
  db: Db,
  aeros: readonly number[],
  until: number,
): Promise<Map<number, Fit>> {
  const from = until - FIT_DAYS * 86_400_000;
  const [points, known] = await Promise.all([
    strokesByTemperature(db, aeros, { from, to: until }),
    geometries(db, aeros),
  ]);
  const fits = new Map<number, Fit>();
  for (const aero of aeros) {
    const geometry = known.get(aero);
    const model = expectedModel(points(aero), {
      length: geometry?.regularized_length ?? null,
      expansion: expansionOf(
        (geometry?.conductor_type as ConductorType | null) ?? null,
        geometry?.expansion_coefficient,
      ),
    });
    fits.set(aero, typeof model === 'string' ? { model: null, problem: model } : { model, problem: null });
  }
  return fits;
}
