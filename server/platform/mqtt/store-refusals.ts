import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import type { System } from '../viewer.ts';

/** Refusals of a serial number since the last time they were stored. */
export interface Refusals {
  readonly serial: string;
  /** Of the newest; empty where many boxes share it. */
  readonly address: string;
  readonly count: number;
}

/** Serial numbers kept: anybody can send made-up ones. */
export const MOST_REFUSED = 1000;
/** Days after the last refusal for which one is kept. */
const KEPT_DAYS = 30;

/** Adds refusals to those stored. */
export async function addRefusals(db: Db, _viewer: System, refusals: readonly Refusals[]): Promise<void> {
  await db
    .insertInto('refused_boxes')
    .values(refusals.map(({ serial, address, count }) => ({ serial_number: serial, address, count })))
    .onConflict((conflict) =>
      conflict.column('serial_number').doUpdateSet((from) => ({
        address: from.ref('excluded.address'),
        count: sql`refused_boxes.count + excluded.count`,
        last_at: from.ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** Deletes those that were refused long ago, and the oldest of too many. */
export async function forgetRefusals(db: Db, _viewer: System, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db
    .deleteFrom('refused_boxes')
    .where((where) =>
      where.or([
        where('last_at', '<', before),
        where(
          'serial_number',
          'in',
          where
            .selectFrom('refused_boxes')
            .select('serial_number')
            .orderBy('last_at', 'desc')
            .offset(MOST_REFUSED),
        ),
      ]),
    )
    .execute();
}
