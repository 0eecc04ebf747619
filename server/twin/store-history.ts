import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { pageWindow } from '../platform/http/pages.ts';

export interface ConfigurationEntry {
  version: number;
  at: Date;
  user_id: number | null;
  user_name: string | null;
  desired: Record<string, unknown>;
}

/** Desired configurations of a box, newest first unless asked otherwise. The caller has checked the box. */
export async function configurationHistory(
  db: Db,
  boxId: number,
  query: { page: number; page_size: number; ordering?: string | undefined },
): Promise<{ rows: ConfigurationEntry[]; count: number }> {
  const { limit, offset } = pageWindow(query);
  const direction = sql.raw(query.ordering?.startsWith('-') === false ? 'asc' : 'desc');
  const [rows, total] = await Promise.all([
    sql<ConfigurationEntry>`select h.version, h.at, h.user_id, nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name, h.desired
      from box_configurations h left join users u on u.id = h.user_id where h.box_id = ${boxId}
      order by h.version ${direction} limit ${limit} offset ${offset}`.execute(db),
    sql<{
      count: number;
    }>`select count(*)::integer as count from box_configurations where box_id = ${boxId}`.execute(db),
  ]);
  return { rows: rows.rows, count: total.rows[0]?.count ?? 0 };
}

export async function configurationAt(
  db: Db,
  boxId: number,
  version: number,
): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom('box_configurations')
    .select('desired')
    .where('box_id', '=', boxId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.desired;
}
