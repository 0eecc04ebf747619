import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { type ListPage, type ListQuery, listedSql } from '../../../platform/database/list.ts';
import { visibleTo } from '../../../platform/database/scope.ts';
import { NotFound } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';

/** Records a change of many boxes, with the resulting version of each. Unchanged boxes are not included. */
export async function recordConfigurationChange(
  trx: Trx,
  userId: number | null,
  changes: object,
  boxes: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into configuration_changes (user_id, changes)
    values (${userId}, ${JSON.stringify(changes)}::jsonb) returning id`.execute(trx);
  const { id } = rows[0]!;
  await sql`insert into configuration_change_boxes (change_id, box_id, version)
    select ${id}::int, b.id, b.desired_version from boxes b where b.id = any(${[...boxes]}::int[]) order by b.id`.execute(
    trx,
  );
  return id;
}

export interface ChangeRow {
  id: number;
  created_at: Date;
  user_id: number | null;
  user_name: string | null;
  changes: Record<string, unknown>;
  total: number;
  pending: number;
  applied: number;
  refused: number;
  replaced: number;
  held: number;
  stopped: boolean;
}
export interface ChangeBoxRow {
  box: number;
  serial_number: string;
  state: 'pending' | 'applied' | 'refused' | 'replaced' | 'held';
  refused: Record<string, string>;
  reported_at: Date | null;
  last_contact: Date | null;
  last_send: Date | null;
  upload_time: number;
}

/**
 * The reasons for refusals by box `b` of fields written by change `c`, as in the twin: those from before a
 * field changed are void.
 */
const REFUSED = sql<
  Record<string, string>
>`coalesce((select jsonb_object_agg(r.key, r.value) from jsonb_each_text(b.refused) r where c.changes ? r.key
  and (b.reported_at >= coalesce((b.desired_fields_at->>r.key)::timestamptz, b.desired_at)) is not false), '{}')`;
/** The state of change `c` on box `b`, by its reports; a later change makes an open one obsolete. */
export const STATE = sql`case
  when cb.desired is not null then 'held'
  when cb.version < b.desired_version and coalesce(b.reported_version, 0) < cb.version then 'replaced'
  when cb.version = b.desired_version and ${REFUSED} <> '{}' then 'refused'
  when coalesce(b.reported_version, 0) >= cb.version then 'applied' else 'pending' end`;

const counted = (viewer: Viewer, where: RawBuilder<SqlBool>) => sql<ChangeRow>`
  select c.id, c.created_at, c.user_id, nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name, c.changes,
    count(*)::int as total, count(*) filter (where s.state = 'pending')::int as pending,
    count(*) filter (where s.state = 'applied')::int as applied, count(*) filter (where s.state = 'refused')::int as refused,
    count(*) filter (where s.state = 'replaced')::int as replaced,
    count(*) filter (where s.state = 'held')::int as held, c.stopped
  from configuration_changes c left join users u on u.id = c.user_id
    join configuration_change_boxes cb on cb.change_id = c.id join boxes b on b.id = cb.box_id
    cross join lateral (select ${STATE} as state) s
  where ${visibleTo(viewer, 'b.client_id')} and ${where} group by c.id, u.id`;

/** Changes of boxes that the viewer may see, newest first; other boxes in them are not counted. */
export async function listChanges(db: Db, viewer: Viewer, query: ListQuery): Promise<ListPage<ChangeRow>> {
  const direction = sql.raw(query.ordering?.startsWith('-') === false ? 'asc' : 'desc');
  const from = sql`configuration_changes c where exists (select from configuration_change_boxes cb
    join boxes b on b.id = cb.box_id where cb.change_id = c.id and ${visibleTo(viewer, 'b.client_id')})`;
  const order = sql`c.id ${direction}`;
  const page = await listedSql<{ id: number }>(db, query, { columns: sql`c.id`, from, order });
  // Boxes are counted only for the changes on this page, because each may have thousands.
  const ids = page.rows.map(({ id }) => id);
  const { rows } = await sql<ChangeRow>`${counted(viewer, sql`c.id = any(${ids}::int[])`)}
    order by ${order}`.execute(db);
  return { rows, count: page.count };
}

export async function changeById(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<{ change: ChangeRow; boxes: ChangeBoxRow[] }> {
  const { rows } = await counted(viewer, sql`c.id = ${id}`).execute(db);
  const [change] = rows;
  if (change === undefined) throw new NotFound();
  const boxes = await sql<ChangeBoxRow>`
    select b.id as box, b.serial_number, ${STATE} as state, ${REFUSED} as refused, b.reported_at, b.last_contact, b.last_send, b.upload_time
    from configuration_changes c join configuration_change_boxes cb on cb.change_id = c.id join boxes b on b.id = cb.box_id
    where c.id = ${id} and ${visibleTo(viewer, 'b.client_id')} order by b.serial_number`.execute(db);
  return { change, boxes: boxes.rows };
}
