import { DAY } from '@aerowatch/domain/durations';
import { type ConductorType, expansionOf } from '@aerowatch/domain/physics/expansion';
import {
  expectedModel,
  FIT_DAYS,
  type NotFittable,
  type StrokeModel,
  type StrokePoints,
} from '@aerowatch/domain/physics/expected-stroke';
import type { Db } from '../../../platform/database/db.ts';
import { breather } from '../../../platform/load/turns.ts';
import { geometries, strokesByTemperature } from './store-expected.ts';

/** The expected behaviour of a healthy tensioner: the model, or why there is none. */
export interface Fit {
  readonly model: StrokeModel | null;
  readonly problem: NotFittable | null;
}

/**
 * AEROs whose points are read at a time: the data of more would outlive the young heap, and wait for a major
 * collection.
 */
const AT_A_TIME = 5;

/** Models of AEROs from the days before a time (ms). */
export async function expectedModels(
  db: Db,
  aeros: readonly number[],
  until: number,
): Promise<Map<number, Fit>> {
  const span = { from: until - FIT_DAYS * DAY, to: until };
  const known = await geometries(db, aeros);
  const fits = new Map<number, Fit>();
  const breathe = breather();
  for (let at = 0; at < aeros.length; at += AT_A_TIME) {
    const some = aeros.slice(at, at + AT_A_TIME);
    const points = await strokesByTemperature(db, some, span);
    for (const aero of some) {
      fits.set(aero, fitOf(points(aero), known.get(aero)));
      await breathe();
    }
  }
  return fits;
}

type Geometry = Awaited<ReturnType<typeof geometries>> extends Map<number, infer Row> ? Row : never;

function fitOf(points: StrokePoints, geometry: Geometry | undefined): Fit {
  const model = expectedModel(points, {
    length: geometry?.regularized_length ?? null,
    expansion: expansionOf(
      (geometry?.conductor_type as ConductorType | null) ?? null,
      geometry?.expansion_coefficient,
    ),
  });
  return typeof model === 'string' ? { model: null, problem: model } : { model, problem: null };
}
