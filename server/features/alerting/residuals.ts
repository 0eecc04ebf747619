import { DAY } from '@aerowatch/domain/durations';
import { expectedStroke } from '@aerowatch/domain/physics/expected-stroke';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type DayLine, dayLines } from '../measures/series/day-lines.ts';
import type { Points } from '../measures/store-points.ts';
import { cachedLines, keepLines } from './store-residuals.ts';

const dayOf = (time: number) => Math.floor(time / DAY) * DAY;

/**
 * Adds the residual of the stroke from the line of its day to the datapoints of these AEROs; computed lines
 * are stored.
 */
export async function addResiduals(
  trx: Trx,
  aeros: readonly number[],
  points: ReadonlyMap<number, Points>,
): Promise<void> {
  const wanted = daysOf(aeros, points);
  if (wanted.size === 0) return;
  const kept = await cachedLines(trx, wanted);
  const missing = new Map(
    [...wanted].flatMap(([aero, days]) => {
      const open = days.filter((day) => !kept.get(aero)?.has(day));
      return open.length === 0 ? [] : [[aero, open] as const];
    }),
  );
  const made = await dayLines(trx, missing);
  await keepLines(trx, made);
  for (const [aero, lines] of made) kept.set(aero, new Map([...(kept.get(aero) ?? []), ...lines]));
  decorate(points, kept);
}

/** The same over the past, without storing lines. */
export async function addPastResiduals(
  db: Db,
  aeros: readonly number[],
  points: ReadonlyMap<number, Points>,
): Promise<void> {
  decorate(points, await dayLines(db, daysOf(aeros, points)));
}

/** The days (ms of their start, UTC) with datapoints, of each AERO that has any. */
function daysOf(aeros: readonly number[], points: ReadonlyMap<number, Points>): Map<number, number[]> {
  return new Map(
    aeros.flatMap((aero) => {
      const days = new Set((points.get(aero)?.points ?? []).map(({ time }) => dayOf(time)));
      return days.size === 0 ? [] : [[aero, [...days]] as const];
    }),
  );
}

function decorate(
  points: ReadonlyMap<number, Points>,
  lines: ReadonlyMap<number, ReadonlyMap<number, DayLine>>,
): void {
  for (const [aero, own] of lines)
    for (const point of points.get(aero)?.points ?? []) {
      const line = own.get(dayOf(point.time));
      const { stroke, temperature } = point;
      const known = line && stroke !== null && temperature !== null;
      Object.assign(point, { residual: known ? stroke - expectedStroke(line, temperature) : null });
    }
}
