import type { RetentionKind } from '@aerowatch/domain/retention';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Rows per step: no lock is held for long. */
const STEP = 500;

/** Measures and their rollups are handled by measures/archive. */
export type PurgedKind = Exclude<RetentionKind, 'measures' | 'rollups'>;

/** Old rows of a kind, by table; dependent rows first. */
const OLD: Readonly<
  Record<PurgedKind, readonly { table: string; isOld: (before: Date) => RawBuilder<unknown> }[]>
> = {
  alerts: [
    {
      table: 'alerts',
      isOld: (before) =>
        sql`seen_at is not null and cleared_at < ${before} and opened_at < ${before} and last_at < ${before}`,
    },
  ],
  messages: [
    { table: 'notifications', isOld: (before) => sql`message_id is not null and created_at < ${before}` },
    { table: 'messages', isOld: (before) => sql`state <> 'queued' and created_at < ${before}` },
  ],
  counts: [{ table: 'box_day_counts', isOld: (before) => sql`day < ${before}` }],
  commands: [
    { table: 'commands', isOld: (before) => sql`created_at < ${before}` },
    {
      table: 'configuration_change_boxes',
      isOld: (before) =>
        sql`change_id in (select id from configuration_changes where created_at < ${before})`,
    },
    { table: 'configuration_changes', isOld: (before) => sql`created_at < ${before}` },
  ],
  forecasts: [
    { table: 'forecast_days', isOld: (before) => sql`day < ${before}` },
    { table: 'forecast_months', isOld: (before) => sql`month < ${before}` },
    { table: 'forecast_scores', isOld: (before) => sql`day < ${before}` },
  ],
};

export const PURGED = Object.keys(OLD) as PurgedKind[];

/** Deletes a few older rows of a kind; returns how many, 0 when there are no more. */
export async function purgeStep(db: Db, kind: PurgedKind, before: Date): Promise<number> {
  for (const { table, isOld } of OLD[kind]) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid in
      (select ctid from ${sql.table(table)} where ${isOld(before)} limit ${STEP} for update skip locked)`.execute(
      db,
    );
    if (Number(numAffectedRows ?? 0) > 0) return Number(numAffectedRows);
  }
  return 0;
}
