import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** Minutes without the dashboard after which the next use is a new visit. */
const APART = 60;

/** When a user's previous visit ended; null at the first, and for callers that are not users. Records this visit. */
export async function visitOf(db: Db, viewer: Viewer, now: Date): Promise<Date | null> {
  if (viewer.kind !== 'user') return null;
  const { rows } = await sql<{ before: Date | null }>`
    insert into user_visits as v (user_id, last_at) values (${viewer.id}, ${now}::timestamptz)
    on conflict (user_id) do update set last_at = ${now}::timestamptz,
      before_at = case when v.last_at < ${now}::timestamptz - make_interval(mins => ${APART}) then v.last_at else v.before_at end
    returning before_at as before`.execute(db);
  return rows[0]?.before ?? null;
}
