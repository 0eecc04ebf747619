import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { type ListPage, type ListQuery, listedSql } from '../../../platform/database/list.ts';

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
  query: ListQuery,
): Promise<ListPage<ConfigurationEntry>> {
  return listedSql(db, query, {
    columns: sql`h.version, h.at, h.user_id, nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name, h.desired`,
    from: sql`box_configurations h left join users u on u.id = h.user_id where h.box_id = ${boxId}`,
    counted: sql`box_configurations where box_id = ${boxId}`,
    order: sql`h.version ${sql.raw(query.ordering?.startsWith('-') === false ? 'asc' : 'desc')}`,
  });
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
