import type { alertsBoxes } from '@aerowatch/contracts/api/alerts';
import type { ApiCondition } from '@aerowatch/contracts/api/supervisors';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { CONDITION_METRIC_KEYS, CONDITION_METRICS } from '@aerowatch/domain/alerting/condition';
import { SEVERITIES, type Severity } from '@aerowatch/domain/alerting/severity';
import type { Finding } from '@aerowatch/domain/faults/finding';
import type { FailureCause, Mechanism } from '@aerowatch/domain/work/causes';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { all, among, containing, visibleTo } from '../../../platform/database/scope.ts';
import { found } from '../../../platform/errors.ts';
import { userIdOf, type Viewer } from '../../../platform/viewer.ts';

export interface AlertRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  supervisor_id: number | null;
  supervisor_name: string;
  condition: ApiCondition;
  aero_id: number;
  box_id: number;
  client_id: number;
  opened_at: Date;
  value: number;
  last_value: number;
  last_at: Date;
  occurrences: number;
  cleared_at: Date | null;
  late: boolean;
  severity: Severity;
  assignee_id: number | null;
  assignee_name: string | null;
  mechanism: Mechanism | null;
  cause: FailureCause | null;
  flapping: boolean;
  silenced: boolean;
  silenced_until: Date | null;
  silence_id: number | null;
  silence_reason: string | null;
  also: (ApiCondition & { compared: number | null })[];
  finding: Finding | null;
  comments: { id: number; at: string; user: number | null; user_name: string; text: string }[];
  seen_at: Date | null;
  seen_by: number | null;
  seen_by_name: string | null;
  comment: string;
  /** Orders created from it, and open ones of its AERO. */
  orders: { id: number; kind: string; mine: boolean }[];
  matter: {
    id: number;
    kind: string;
    rule: string;
    title: string;
    state: string;
    proof: string | null;
    assignee: number | null;
    assignee_name: string | null;
  } | null;
}
export type AlertFilters = QueryOf<typeof alertsBoxes>;
export type AlertState = 'opened' | 'archived' | 'all';

export const COLUMNS = sql`al.id, al.created_at, al.updated_at, al.supervisor_id, al.supervisor_name, al.condition, al.aero_id,
  al.box_id, al.client_id, al.opened_at, al.value, al.last_value, al.last_at, al.occurrences, al.cleared_at, al.late,
  al.severity, al.assignee_id, al.mechanism, al.cause, al.flapping, al.silenced, al.silenced_until, al.silence_id, si.reason as silence_reason,
  al.also, al.finding, (select coalesce(json_agg(json_build_object('id', ac.id, 'at', to_char(ac.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'user', ac.user_id, 'user_name', ac.user_name, 'text', ac.text) order by ac.id), '[]') from alert_comments ac where ac.alert_id = al.id) as comments,
  case when who.id is null then null else coalesce(nullif(trim(who.first_name || ' ' || who.last_name), ''), who.email) end as assignee_name,
  al.seen_at, al.seen_by, al.comment, case when u.id is null then null
    else coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) end as seen_by_name,
  (select coalesce(json_agg(json_build_object('id', w.id, 'kind', w.kind, 'mine', w.alert_id is not distinct from al.id) order by w.id desc), '[]')
    from work_orders w where w.client_id = al.client_id and w.state in ('open', 'planned', 'done') and (w.alert_id = al.id or (w.aero_id = al.aero_id
      and (w.state in ('open', 'planned') or w.closed_at = al.seen_at)))) as orders,
  case when mt.id is not null then json_build_object('id', mt.id, 'kind', mt.kind, 'rule', mt.rule, 'title', mt.title, 'state', mt.state, 'proof', mt.proof, 'assignee', mt.assignee_id, 'assignee_name',
    case when mu.id is not null then coalesce(nullif(trim(mu.first_name || ' ' || mu.last_name), ''), mu.email) end) end as matter`;
export const FROM = sql`alerts al left join users u on u.id = al.seen_by left join users who on who.id = al.assignee_id
  left join silences si on si.id = al.silence_id
  left join work_orders mt on mt.id = al.work_order_id and mt.client_id = al.client_id left join users mu on mu.id = mt.assignee_id`;

/** The subject of a condition, from the table of metrics. */
const SUBJECT = sql<string>`case al.condition->>'metric' ${sql.join(
  CONDITION_METRIC_KEYS.map(
    (key) => sql`when ${sql.lit(key)} then ${sql.lit(CONDITION_METRICS[key].subject)}`,
  ),
  sql` `,
)} end`;
/** Alerts of one AERO with one cause, as `groupOf` of the domain. */
export const GROUP = sql<string>`al.aero_id || '/' || coalesce(al.cause, ${SUBJECT})`;

/** SQL condition over `alerts al`. */
export function where(viewer: Viewer, state: AlertState, filters: AlertFilters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<unknown>[] = [
    visibleTo(viewer, 'al.client_id'),
    among('al.client_id', filters.client),
    among('al.box_id', filters.box),
    among('al.aero_id', filters.aero),
    among('al.supervisor_id', filters.supervisor),
    among('al.assignee_id', filters.assignee),
    ...workFilters(viewer, filters),
  ];
  if (state !== 'all')
    conditions.push(state === 'opened' ? sql`al.seen_at is null` : sql`al.seen_at is not null`);
  if (filters.metric) conditions.push(sql`al.condition->>'metric' = any(${filters.metric}::text[])`);
  if (filters.firing !== undefined)
    conditions.push(filters.firing ? sql`al.cleared_at is null` : sql`al.cleared_at is not null`);
  if (filters.late !== undefined) conditions.push(sql`al.late = ${filters.late}`);
  if (filters.from !== undefined) conditions.push(sql`al.opened_at >= ${new Date(filters.from)}`);
  if (filters.to !== undefined) conditions.push(sql`al.opened_at <= ${new Date(filters.to)}`);
  if (filters.search) {
    const like = containing(filters.search);
    conditions.push(sql`(al.supervisor_name ilike ${like} or al.comment ilike ${like} or exists (
      select from boxes b where b.id = al.box_id and (b.serial_number ilike ${like} or b.name ilike ${like}
        or b.pole ilike ${like} or b.line ilike ${like})))`);
  }
  return all(conditions);
}

function workFilters(viewer: Viewer, filters: AlertFilters): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filters.severity) conditions.push(sql`al.severity = any(${filters.severity}::text[])`);
  if (filters.cause) conditions.push(sql`al.cause = any(${filters.cause}::text[])`);
  if (filters.mechanism) conditions.push(sql`al.mechanism = any(${filters.mechanism}::text[])`);
  if (filters.subject) conditions.push(sql`${SUBJECT} = any(${filters.subject}::text[])`);
  if (filters.group) conditions.push(sql`${GROUP} = any(${filters.group.split(',')}::text[])`);
  if (filters.silenced !== undefined) conditions.push(sql`al.silenced = ${filters.silenced}`);
  if (filters.flapping !== undefined) conditions.push(sql`al.flapping = ${filters.flapping}`);
  if (filters.commented !== undefined)
    conditions.push(
      sql`exists (select from alert_comments ac where ac.alert_id = al.id) = ${filters.commented}`,
    );
  if (filters.mine !== undefined)
    conditions.push(
      filters.mine
        ? sql`al.assignee_id = ${userIdOf(viewer)}`
        : sql`al.assignee_id is distinct from ${userIdOf(viewer)}`,
    );
  return conditions;
}

type OrderKey =
  | 'opened_at'
  | 'last_at'
  | 'severity'
  | 'duration'
  | 'place'
  | 'assignee'
  | 'cause'
  | 'comments';
export type AlertOrdering = OrderKey | `-${OrderKey}`;
const ORDER: Readonly<Record<OrderKey, (way: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  opened_at: (way) => sql`al.opened_at ${way}`,
  last_at: (way) => sql`al.last_at ${way}`,
  severity: (way) =>
    sql`array_position(array[${sql.join(SEVERITIES.map((key) => sql.lit(key)))}], al.severity) ${way}, al.opened_at desc`,
  duration: (way) => sql`coalesce(al.cleared_at, al.seen_at, now()) - al.opened_at ${way}`,
  place: (way) =>
    sql`(select row(coalesce(nullif(pa.line, ''), pb.line), pb.kilometer_point) from boxes pb join aeros pa on pa.id = al.aero_id where pb.id = al.box_id) ${way}`,
  // Unassigned ones come last in both directions.
  assignee: (way) =>
    sql`coalesce(nullif(trim(who.first_name || ' ' || who.last_name), ''), who.email) ${way} nulls last, al.opened_at desc`,
  cause: (way) => sql`al.cause ${way} nulls last, al.opened_at desc`,
  comments: (way) =>
    sql`(select count(*) from alert_comments ac where ac.alert_id = al.id) ${way}, al.opened_at desc`,
};
/** Of lists: by this, then by id. */
export function orderOf(ordering: AlertOrdering = '-opened_at'): RawBuilder<unknown> {
  const way = sql.raw(ordering.startsWith('-') ? 'desc' : 'asc');
  return sql`${ORDER[ordering.replace('-', '') as OrderKey](way)}, al.id ${way}`;
}
/** Alerts opened before this one in the order of the list. */
export interface Before {
  readonly openedAt: Date;
  readonly id: number;
}

export async function listAlerts(
  db: Db,
  viewer: Viewer,
  state: AlertState,
  filters: AlertFilters,
  window: {
    limit: number;
    offset?: number;
    before?: Before | undefined;
    ordering?: AlertOrdering | undefined;
  },
): Promise<AlertRow[]> {
  const { limit, offset = 0, before, ordering } = window;
  const cursor = before ? sql`(al.opened_at, al.id) < (${before.openedAt}, ${before.id}::int)` : sql`true`;
  const { rows } =
    await sql<AlertRow>`select ${COLUMNS} from ${FROM} where ${where(viewer, state, filters)} and ${cursor}
    order by ${orderOf(ordering)} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Ids of the alerts in a list, newest first. */
export async function listAlertIds(
  db: Db,
  viewer: Viewer,
  state: AlertState,
  filters: AlertFilters,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select al.id from alerts al where ${where(viewer, state, filters)}
    order by al.opened_at desc, al.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countAlerts(
  db: Db,
  viewer: Viewer,
  state: AlertState,
  filters: AlertFilters,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from alerts al
    where ${where(viewer, state, filters)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function countByBox(
  db: Db,
  viewer: Viewer,
  filters: AlertFilters,
): Promise<{ box: number; count: number }[]> {
  const { rows } = await sql<{ box: number; count: number }>`select al.box_id as box, count(*)::int as count
    from alerts al where ${where(viewer, 'opened', filters)} group by al.box_id order by count(*) desc, al.box_id`.execute(
    db,
  );
  return rows;
}

export async function alertsByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`select ${COLUMNS} from ${FROM}
    where ${visibleTo(viewer, 'al.client_id')} and ${among('al.id', ids)} order by al.id`.execute(db);
  return rows;
}

export async function alertById(db: Db, viewer: Viewer, id: number): Promise<AlertRow> {
  return found(await alertsByIds(db, viewer, [id]));
}

/**
 * Locked until the transaction ends, in order of id as the workers lock them. Those not visible are left out.
 */
export async function alertsForUpdate(trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<AlertRow[]> {
  await sql`select from alerts where ${visibleTo(viewer, 'client_id')} and ${among('id', ids)} order by id
    for no key update`.execute(trx);
  return alertsByIds(trx, viewer, ids);
}

/** Marks alerts as seen by the viewer, which archives them; a comment replaces the previous one. */
export async function markSeen(
  trx: Trx,
  viewer: Viewer,
  ids: readonly number[],
  at: Date,
  comment: string | undefined,
): Promise<void> {
  await sql`update alerts set seen_at = ${at}, seen_by = ${userIdOf(viewer)}, updated_at = clock_timestamp(),
      comment = coalesce(${comment ?? null}, comment)
    where ${among('id', ids)}`.execute(trx);
}

export async function reopen(trx: Trx, id: number): Promise<void> {
  await sql`update alerts set seen_at = null, seen_by = null, updated_at = clock_timestamp() where id = ${id}`.execute(
    trx,
  );
}

export async function setComment(trx: Trx, id: number, comment: string): Promise<void> {
  await sql`update alerts set comment = ${comment}, updated_at = clock_timestamp() where id = ${id}`.execute(
    trx,
  );
}
