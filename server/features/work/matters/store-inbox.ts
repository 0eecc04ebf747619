import type { workOrdersInbox } from '@aerowatch/contracts/api/inbox';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { RepairState } from '@aerowatch/domain/faults/repair';
import type { CurveLevel } from '@aerowatch/domain/work/causes-of-matters';
import { ALIKE } from '@aerowatch/domain/work/inbox';
import { INBOX_STAGES } from '@aerowatch/domain/work/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { all, among, containing, visibleTo } from '../../../platform/database/scope.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { userIdOf, type Viewer } from '../../../platform/viewer.ts';
import { NAME_OF, STAGE } from '../store.ts';

type InboxQuery = QueryOf<typeof workOrdersInbox>;

export interface MatterRow {
  readonly id: number;
  readonly updated_at: Date;
  readonly client_id: number;
  readonly box_id: number;
  readonly aero_id: number | null;
  readonly first_aero: number | null;
  readonly kind: string;
  readonly title: string;
  readonly rule: string;
  readonly source: string;
  readonly state: string;
  readonly proof: string | null;
  readonly severity: string;
  readonly urgency: string | null;
  readonly due_on: string | null;
  readonly due_by: string | null;
  readonly since: Date | null;
  readonly confidence: number | null;
  readonly act: string | null;
  readonly assignee_id: number | null;
  readonly assignee_name: string | null;
  readonly escalation: number | null;
  readonly escalated_to: number | null;
  readonly escalated_at: Date | null;
  readonly escalated_name: string | null;
  readonly curve_level: CurveLevel | null;
  readonly returned: string | null;
  readonly repair: RepairState | null;
  readonly alerts: number;
  readonly serial_number: string;
  readonly position: number | null;
  readonly line: string;
  readonly track_number: string;
  readonly kilometer_point: number | null;
  readonly pole: string;
}
interface UnitRow extends MatterRow {
  readonly size: number;
  readonly ids: number[];
  /** AEROs of its matters, without those of a whole box. */
  readonly aeros: number[];
  readonly key: string;
}

const LINE = sql<string>`coalesce(nullif(a.line, ''), b.line, '')`;
// The previous client of a moved box sees nothing of its new place.
const FROM = sql`work_orders w left join boxes b on b.id = w.box_id and b.client_id = w.client_id
  left join aeros a on a.id = w.aero_id and a.box_id = b.id left join users au on au.id = w.assignee_id
  left join users eu on eu.id = w.escalated_to`;
const COLUMNS = sql`w.id, w.updated_at, w.client_id, w.box_id, w.aero_id, w.kind, w.title, w.rule, w.source, w.state, w.proof, w.severity, w.urgency, w.due_on, w.due_by,
  w.since, w.confidence, w.act, w.assignee_id, ${NAME_OF('au')} as assignee_name, w.escalation, w.escalated_to, w.escalated_at, ${NAME_OF('eu')} as escalated_name, w.curve_level, w.returned, w.repaired_at,
  coalesce(b.serial_number, '') as serial_number, a.position, ${LINE} as line, coalesce(a.track_number, '') as track_number, b.kilometer_point, coalesce(b.pole, '') as pole`;
/** Columns that are only read for the rows returned. */
const REST = sql`(select min(fa.id) from aeros fa where fa.box_id = u.box_id) as first_aero,
  (select count(*)::int from alerts al where al.work_order_id = u.id and al.seen_at is null) as alerts,
  case when u.state = 'done' or u.repaired_at is not null then (select d.repair->>'state' from diagnostics d join aeros da on da.id = d.aero_id where da.box_id = u.box_id and (d.repair->>'order')::int = u.id limit 1) end as repair`;

function where(viewer: Viewer, query: Partial<InboxQuery>): RawBuilder<unknown> {
  const words = (column: RawBuilder<unknown>, list: readonly string[] | undefined) =>
    list === undefined ? [] : [sql`${column} = any(${[...list]}::text[])`];
  const conditions: RawBuilder<unknown>[] = [
    visibleTo(viewer, 'w.client_id'),
    among('w.client_id', query.client),
    among('w.box_id', query.box),
    among('w.aero_id', query.aero),
    among('w.id', query.ids),
    among('w.assignee_id', query.assignee),
    ...words(sql`w.kind`, query.kind),
    ...words(sql`w.severity`, query.severity),
    ...words(STAGE, query.stage ?? INBOX_STAGES),
  ];
  // Ended matters are found by index.
  if (query.stage === undefined)
    conditions.push(sql`(w.state in ('proposed', 'open', 'planned') or w.proof in ('verifying', 'word'))`);
  if (query.line !== undefined) conditions.push(sql`lower(${LINE}) = lower(${query.line})`);
  if (query.search) {
    const like = containing(query.search);
    const columns = [
      'w.title',
      'w.rule',
      'w.external_reference',
      'b.serial_number',
      'b.name',
      'b.pole',
      'b.line',
    ];
    conditions.push(
      sql`(${sql.join(
        columns.map((column) => sql`${sql.ref(column)} ilike ${like}`),
        sql` or `,
      )})`,
    );
  }
  return all(conditions);
}

/** Tab conditions: matters of the viewer, and those of no user. */
const isMine = (viewer: Viewer) => sql<boolean>`coalesce(assignee_id = ${userIdOf(viewer)}::int, false)`;
const NOBODYS = sql<boolean>`assignee_id is null`;
const ofTab = (tab: InboxQuery['tab'], viewer: Viewer) =>
  tab === 'mine' ? isMine(viewer) : tab === 'unassigned' ? NOBODYS : sql`true`;

/** All ascending: overdue, due today, the most severe, the most certain, then along the line. */
const KEYS = ['late', 'today', 'sev', 'unsure', 'line', 'km', 'id'] as const;
/** `isAtOnce` in SQL: such a fault is late from its first hour, and no other late matter comes before it. */
const AT_ONCE = sql<boolean>`(urgency = 'now' and severity = 'high' and aero_id is not null)`;
/** Finished work has no day any more. */
const dueBefore = (day: RawBuilder<unknown>) => sql<boolean>`(state <> 'done' and due_on < ${day})`;
const keysOf = (today: string) => {
  const [now, next] = [sql`${today}::date`, sql`${today}::date + 1`];
  return sql`case when ${dueBefore(now)} or ${AT_ONCE} and ${dueBefore(next)} then 0 else 1 end as late,
  case when not ${AT_ONCE} and ${dueBefore(next)} and not ${dueBefore(now)} then 0 else 1 end as today,
  case when ${AT_ONCE} then 0 when severity = 'high' then 1 when severity = 'medium' then 2 else 3 end as sev,
  round((1 - coalesce(confidence, 0))::numeric, 2)::float8 as unsure, coalesce(kilometer_point, 1e9)::float8 as km`;
};

const cursorOf = (key: string) => Buffer.from(key).toString('base64url');
/** The keys after which a page begins; null for the first page. */
function keysAfter(cursor: string | undefined): unknown[] | null {
  if (cursor === undefined) return null;
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(keys) &&
      keys.length === KEYS.length &&
      typeof keys[4] === 'string' &&
      keys.every((one, at) => at === 4 || Number.isFinite(one))
    )
      return keys;
  } catch {
    // A cursor in another format is refused below.
  }
  throw new BadRequest({ cursor: ['cursor'] });
}

export interface Inbox {
  readonly counts: { readonly mine: number; readonly unassigned: number; readonly all: number };
  readonly count: number;
  readonly next: string | null;
  readonly rows: readonly UnitRow[];
}

/** A page of the inbox; `today` is the user's day. Similar rows form one unit, represented by the first. */
export async function readInbox(db: Db, viewer: Viewer, query: InboxQuery, today: string): Promise<Inbox> {
  const after = keysAfter(query.cursor);
  const later =
    after === null
      ? sql`true`
      : sql`(late, today, sev, unsure, line, km, id) > (${after[0]}::int, ${after[1]}::int, ${after[2]}::int, ${after[3]}::float8, ${after[4]}::text, ${after[5]}::float8, ${after[6]}::int)`;
  const { rows } = await sql<UnitRow & { count: number; counts: Inbox['counts'] }>`
    with found as materialized (select ${COLUMNS} from ${FROM} where ${where(viewer, query)}),
    tab as (select *, ${keysOf(today)}, count(*) over (partition by coalesce(aero_id, -box_id)) as beside from found where ${ofTab(query.tab, viewer)}),
    alike as (select *, ${query.grouped} and title = '' and beside = 1 and count(*) filter (where beside = 1 and title = '')
        over (partition by client_id, kind, rule, line, state, proof, assignee_id) >= ${ALIKE} as grouped from tab),
    units as (select *, row_number() over unit as place, count(*) over (partition by ${unitKey()})::int as size,
        array_agg(id) over (partition by ${unitKey()} order by late, today, sev, unsure, line, km, id rows between unbounded preceding and unbounded following) as ids,
        array_remove(array_agg(aero_id) over (partition by ${unitKey()}), null) as aeros
      from alike window unit as (partition by ${unitKey()} order by late, today, sev, unsure, line, km, id)),
    firsts as (select * from units where place = 1),
    counted as (select count(*)::int as count, (select json_build_object('mine', count(*) filter (where ${isMine(viewer)}),
      'unassigned', count(*) filter (where ${NOBODYS}), 'all', count(*)) from found) as counts from firsts)
    select u.*, json_build_array(late, today, sev, unsure, line, km, id)::text as key, c.count, c.counts, ${REST}
    from counted c left join (select * from firsts where ${later} order by late, today, sev, unsure, line, km, id limit ${query.limit + 1}) u on true
    order by late, today, sev, unsure, line, km, id`.execute(db);
  const { counts, count } = rows[0]!;
  const page = rows.filter(({ id }) => id !== null);
  const shown = page.slice(0, query.limit);
  const last = page.length > query.limit ? shown.at(-1) : undefined;
  return { counts, count, next: last ? cursorOf(last.key) : null, rows: shown };
}
const unitKey = () =>
  sql`case when grouped then 0 else id end, client_id, kind, rule, line, state, proof, assignee_id, grouped`;

/**
 * Each AERO with a matter in the inbox, with the place of its first matter in the order of the inbox; a box's
 * matter counts for the first of its AEROs.
 */
export const placesInInbox = (
  viewer: Viewer,
  client: readonly number[] | undefined,
  today: string,
): RawBuilder<unknown> => sql`(select aero, min(place)::int as place from (
    select coalesce(aero_id, (select fa.id from aeros fa where fa.box_id = k.box_id order by fa.position limit 1)) as aero,
      row_number() over (order by late, today, sev, unsure, line, km, id) as place
    from (select *, ${keysOf(today)} from (select ${COLUMNS} from ${FROM} where ${where(viewer, { client: client && [...client] })}) f) k) p group by aero)`;

/** Matters in the form of the inbox, by id. */
export async function mattersByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<MatterRow[]> {
  const { rows } = await sql<MatterRow>`select u.*, ${REST} from (select ${COLUMNS} from ${FROM}
    where ${visibleTo(viewer, 'w.client_id')} and ${among('w.id', ids)}) u order by u.id`.execute(db);
  return rows;
}

export interface EventRow {
  readonly at: Date;
  readonly type: string;
  readonly user: number | null;
  readonly user_name: string | null;
  readonly detail: Record<string, string | number | boolean | null> | null;
}
/** Events of a matter, the oldest first. */
export async function historyOf(db: Db, order: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`select e.at, e.type, e.user_id as user, ${NAME_OF('u')} as user_name,
      case when e.detail->'assignee' is null then e.detail else e.detail || jsonb_build_object('assignee_name', ${NAME_OF('given')}) end as detail
    from work_order_events e left join users u on u.id = e.user_id left join users given on given.id = (e.detail->>'assignee')::int
    where e.work_order_id = ${order} order by e.id`.execute(db);
  return rows;
}
