import { DAY } from '@aerowatch/domain/durations';
import { type ConductorType, expansionOf } from '@aerowatch/domain/physics/expansion';
import { expectedModel, FIT_DAYS, pointsBetween } from '@aerowatch/domain/physics/expected-stroke';
import type { Db } from '../../../platform/database/db.ts';
import { geometries, strokesByTemperature } from './store-expected.ts';

/** stroke = a + b·T (mm, mm/°C); null where nothing can be expected. */
export type DayLine = { readonly a: number; readonly b: number } | null;

/**
 * The lines of expected stroke for some days (ms of their start, UTC) by AERO: each as the chart draws it at
 * the start of that day, so that the measures of a day do not move the line they are compared with.
 */
export async function dayLines(
  db: Db,
  wanted: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, Map<number, DayLine>>> {
  if (wanted.size === 0) return new Map();
  const aeros = [...wanted.keys()];
  const days = [...wanted.values()].flat();
  const [first, last] = days.reduce(
    ([a, b], day) => [Math.min(a, day), Math.max(b, day)],
    [days[0]!, days[0]!],
  );
  const [points, known] = await Promise.all([
    strokesByTemperature(db, aeros, { from: first - FIT_DAYS * DAY, to: last }),
    geometries(db, aeros),
  ]);
  return new Map(
    [...wanted].map(([aero, own]) => {
      const geometry = known.get(aero);
      const facts = {
        length: geometry?.regularized_length ?? null,
        expansion: expansionOf(
          (geometry?.conductor_type as ConductorType | null) ?? null,
          geometry?.expansion_coefficient,
        ),
      };
      const past = points(aero);
      const lines = own.map((day): [number, DayLine] => {
        const before = pointsBetween(past, day - FIT_DAYS * DAY, day);
        const model = expectedModel(before, facts);
        return [day, typeof model === 'string' ? null : { a: model.a, b: model.b }];
      });
      return [aero, new Map(lines)];
    }),
  );
}
