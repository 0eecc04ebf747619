import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { all, among, visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';

export interface MutedRow {
  aero: number;
  box: number;
  since: Date | null;
  user: number | null;
  user_name: string | null;
  supervisor: number | null;
  supervisor_name: string | null;
  reason: string;
}

/** AEROs that open no alerts because they are unsatisfactory, with the cause of that. */
export async function mutedAeros(
  db: Db,
  viewer: Viewer,
  filters: { client?: number[] | undefined; box?: number[] | undefined },
): Promise<MutedRow[]> {
  const where = all([
    visibleTo(viewer, 'b.client_id'),
    among('b.client_id', filters.client),
    among('b.id', filters.box),
  ]);
  const { rows } = await sql<MutedRow>`
    select a.id as aero, b.id as box, coalesce(a.sami_since, h.at) as since, h.user_id as user,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name,
      h.supervisor_id as supervisor, h.supervisor_name, coalesce(h.reason, '') as reason
    from aeros a join boxes b on b.id = a.box_id
      left join sami_history h on h.id = (select max(id) from sami_history l where l.aero_id = a.id)
      left join users u on u.id = h.user_id
    where a.sami = 'unsatisfactory' and ${where} order by since desc nulls last, a.id`.execute(db);
  return rows;
}
