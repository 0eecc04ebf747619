import type { workOrdersList } from '@aerowatch/contracts/api/work-orders';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { Verification } from '@aerowatch/domain/faults/repair';
import type { WorkStage } from '@aerowatch/domain/work/orders';
import type { Precision } from '@aerowatch/domain/work/precision';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type ListPage, listedSql, orderOf } from '../../platform/database/list.ts';
import { all, among, containing, visibleTo } from '../../platform/database/scope.ts';
import { found, NotFound } from '../../platform/errors.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import type { WorkOrdersTable } from './schema.ts';

/** A person in a row. */
interface Signed {
  readonly user: number | null;
  readonly user_name: string | null;
}
export interface CommentRow extends Signed {
  readonly id: number;
  readonly at: string;
  readonly text: string;
}
export interface PhotoRow extends Signed {
  readonly id: number;
  readonly at: string;
  readonly caption: string;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly keeps_position: boolean;
}
/** An alert, with what it is about. */
export interface AlertAbout {
  readonly id: number;
  /** The matter it belongs to. */
  readonly matter?: number | null;
  readonly condition: { metric: string };
  readonly finding: { fault?: unknown } | null;
}
export interface OtherRow {
  readonly id: number;
  readonly aero: number | null;
  readonly kind: string;
  readonly rule: string;
  readonly title: string;
  readonly state: string;
  readonly proof: string | null;
}
export interface WorkOrderRow extends Selectable<WorkOrdersTable> {
  assignee_name: string | null;
  created_by_name: string | null;
  closed_by_name: string | null;
  accepted_by_name: string | null;
  dismissed_by_name: string | null;
  serial_number: string;
  position: number | null;
  line: string;
  track_number: string;
  kilometer_point: number | null;
  pole: string;
  latitude: number | null;
  longitude: number | null;
  comments: CommentRow[];
  photos: PhotoRow[];
  /** Open alerts of the AERO, and the one it was created from. */
  open_alerts: AlertAbout[];
  /** Verification by its AERO's measures, while it is needed. */
  repair: Verification | null;
  /** The first AERO of its box, whose curves show the box's own metrics. */
  first_aero: number | null;
  /** Other open matters of its box. */
  others: OtherRow[];
  /** Outcomes of orders of the same kind at this client. */
  precision: Precision;
}

/** Display name of a user. */
export const NAME_OF = (table: string) =>
  sql`case when ${sql.ref(`${table}.id`)} is null then null
    else coalesce(nullif(trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}), ''), ${sql.ref(`${table}.email`)}) end`;
/** Times in the JSON format of the other answers. */
const AT = sql`to_char(x.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COMMENT = sql`json_build_object('id', x.id, 'at', ${AT}, 'user', x.user_id, 'user_name', ${NAME_OF('xu')}, 'text', x.text)`;
const PHOTO = sql`json_build_object('id', x.id, 'at', ${AT}, 'user', x.user_id, 'user_name', ${NAME_OF('xu')}, 'caption', x.caption,
  'width', x.width, 'height', x.height, 'size', x.size, 'keeps_position', x.keeps_position)`;
const listOf = (
  what: RawBuilder<unknown>,
  table: string,
) => sql`(select coalesce(json_agg(${what} order by x.id), '[]')
  from ${sql.table(table)} x left join users xu on xu.id = x.user_id where x.work_order_id = w.id)`;

// The previous client of a moved box sees nothing of its new place.
const FROM = sql`work_orders w left join boxes b on b.id = w.box_id and b.client_id = w.client_id
  left join aeros a on a.id = w.aero_id and a.box_id = b.id
  left join lateral (select count(*) filter (where p.verdict = 'found')::int as found, count(*) filter (where p.verdict = 'not_found')::int as not_found,
    count(*) filter (where p.verdict = 'other_cause')::int as other_cause from work_orders p
    where p.client_id = w.client_id and p.kind = w.kind and p.state = 'done') pr on true
  left join users au on au.id = w.assignee_id left join users cu on cu.id = w.created_by left join users lu on lu.id = w.closed_by
  left join users ku on ku.id = w.accepted_by left join users du on du.id = w.dismissed_by`;
const LINE = sql`coalesce(nullif(a.line, ''), b.line, '')`;
const OTHERS = sql`(select coalesce(json_agg(json_build_object('id', o.id, 'aero', o.aero_id, 'kind', o.kind, 'rule', o.rule, 'title', o.title,
    'state', o.state, 'proof', o.proof) order by o.id), '[]') from work_orders o
  where o.box_id = w.box_id and o.client_id = w.client_id and o.id <> w.id and o.state in ('proposed', 'open', 'planned'))`;
const COLUMNS = sql`w.*, ${NAME_OF('au')} as assignee_name, ${NAME_OF('cu')} as created_by_name, ${NAME_OF('lu')} as closed_by_name,
  ${NAME_OF('ku')} as accepted_by_name, ${NAME_OF('du')} as dismissed_by_name, (select min(fa.id) from aeros fa where fa.box_id = b.id) as first_aero,
  ${OTHERS} as others,
  coalesce(b.serial_number, '') as serial_number, a.position, ${LINE} as line, coalesce(a.track_number, '') as track_number,
  b.kilometer_point, coalesce(b.pole, '') as pole, b.latitude, b.longitude,
  ${listOf(COMMENT, 'work_order_comments')} as comments, ${listOf(PHOTO, 'work_order_photos')} as photos,
  case when w.state = 'done' or w.repaired_at is not null then (select d.repair from diagnostics d join aeros da on da.id = d.aero_id where da.box_id = w.box_id and (d.repair->>'order')::int = w.id limit 1) end as repair,
  json_build_object('found', pr.found, 'not_found', pr.not_found, 'other_cause', pr.other_cause) as precision,
  (select coalesce(json_agg(json_build_object('id', al.id, 'matter', al.work_order_id, 'condition', al.condition, 'finding', json_build_object('fault', al.finding->'fault')) order by al.id), '[]') from alerts al
    where al.seen_at is null and al.client_id = w.client_id and (al.aero_id = w.aero_id or al.id = w.alert_id or al.work_order_id = w.id)) as open_alerts`;

const SEVERITY = sql`case w.severity when 'high' then 3 when 'medium' then 2 else 1 end`;
const STATE = sql`case w.state when 'proposed' then 0 when 'open' then 1 when 'planned' then 2 when 'done' then 3 else 4 end`;
const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  severity: SEVERITY,
  state: STATE,
  line: LINE,
  kilometer_point: sql`b.kilometer_point`,
  assignee: NAME_OF('au'),
};

const words = (column: string, list: readonly string[] | undefined) =>
  list === undefined ? sql`true` : sql`${sql.ref(column)} = any(${[...list]}::text[])`;

/** The same rule as in domain/work/orders. */
export const STAGE = sql<WorkStage>`case when w.state <> 'done' then w.state when w.proof = 'verifying' then 'verifying' when w.proof = 'word' then 'done' else 'closed' end`;
const asksForProposals = (asked: readonly string[] | undefined) =>
  asked?.some((one) => one === 'proposed' || one === 'dismissed') === true;

function where(viewer: Viewer, query: QueryOf<typeof workOrdersList>) {
  const conditions: RawBuilder<unknown>[] = [
    visibleTo(viewer, 'w.client_id'),
    among('w.client_id', query.client),
    among('w.box_id', query.box),
    among('w.aero_id', query.aero),
    among('w.alert_id', query.alert),
    among('w.assignee_id', query.assignee),
    among('w.id', query.ids),
    words('w.state', query.state),
    ...(query.stage === undefined ? [] : [sql`${STAGE} = any(${query.stage}::text[])`]),
    // A matter that nobody accepted is a proposal: earlier consumers never see one.
    query.proposals === true || asksForProposals(query.state) || asksForProposals(query.stage)
      ? sql`true`
      : sql`w.accepted_at is not null`,
    words('w.severity', query.severity),
    words('w.kind', query.kind),
    words('w.source', query.source),
    words('w.verdict', query.verdict),
  ];
  if (query.mine === true) conditions.push(sql`w.assignee_id = ${userIdOf(viewer)}::int`);
  if (query.mine === false) conditions.push(sql`w.assignee_id is distinct from ${userIdOf(viewer)}::int`);
  if (query.line !== undefined) conditions.push(sql`lower(${LINE}) = lower(${query.line})`);
  if (query.external_reference !== undefined)
    conditions.push(sql`w.external_reference = ${query.external_reference}`);
  if (query.due_before !== undefined) conditions.push(sql`w.due_on < ${query.due_before}::date`);
  if (query.search) {
    const like = containing(query.search);
    const columns = ['w.title', 'w.description', 'w.external_reference', 'w.closing_note', 'b.serial_number'];
    const matches = [...columns, 'b.name', 'b.pole', 'b.line'].map(
      (column) => sql`${sql.ref(column)} ilike ${like}`,
    );
    conditions.push(sql`(${sql.join(matches, sql` or `)})`);
  }
  return all(conditions);
}

/** A page of orders; by due date unless ordered otherwise. */
export async function listOrders(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof workOrdersList>,
): Promise<ListPage<WorkOrderRow>> {
  return listedSql(db, query, {
    columns: COLUMNS,
    changed: 'w',
    from: sql`${FROM} where ${where(viewer, query)}`,
    order: orderOf(
      query.ordering,
      'state,due_on,-severity',
      (field) => ORDERS[field] ?? sql.ref(`w.${field}`),
    ),
  });
}

export async function ordersByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<WorkOrderRow[]> {
  const { rows } = await sql<WorkOrderRow>`select ${COLUMNS} from ${FROM}
    where ${visibleTo(viewer, 'w.client_id')} and ${among('w.id', ids)} order by w.id`.execute(db);
  return rows;
}

export async function orderById(db: Db, viewer: Viewer, id: number): Promise<WorkOrderRow> {
  return found(await ordersByIds(db, viewer, [id]));
}

/** One order, locked until the transaction ends. */
export async function orderForUpdate(trx: Trx, viewer: Viewer, id: number): Promise<WorkOrderRow> {
  await sql`select from work_orders where id = ${id} and ${visibleTo(viewer, 'client_id')} for no key update`.execute(
    trx,
  );
  return orderById(trx, viewer, id);
}

/**
 * Orders of these ids, locked in the order of their ids until the transaction ends; invisible ones are left
 * out.
 */
export async function ordersForUpdate(
  trx: Trx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<WorkOrderRow[]> {
  await sql`select from work_orders where ${among('id', ids)} and ${visibleTo(viewer, 'client_id')} order by id for no key update`.execute(
    trx,
  );
  return ordersByIds(trx, viewer, ids);
}

/** The order with this reference of a maintenance system; several clients may use the same reference. */
export async function idByReference(db: Db, viewer: Viewer, reference: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from work_orders
    where external_reference = ${reference} and ${visibleTo(viewer, 'client_id')} order by id limit 2`.execute(
    db,
  );
  // Callers who see several clients must use the order's own number.
  if (rows.length !== 1 || rows[0] === undefined) throw new NotFound();
  return rows[0].id;
}
