import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { firstTime } from '../measures/ingest/write/store-packs.ts';

/** The scope of a report: one client, from (included) to (excluded). */
export interface Scope {
  readonly viewer: Viewer;
  readonly client: number;
  readonly from: Date;
  /** End of the month, or now while it is not over. */
  readonly to: Date;
}

const own = ({ viewer, client }: Scope, column: string) =>
  sql<boolean>`${visibleTo(viewer, column)} and ${sql.ref(column)} = ${client}`;

/**
 * SAMI of AERO `a` at a moment: from its last change before, else the old level of its next change, else its
 * present one.
 */
const samiAt = (at: Date): RawBuilder<SamiLevel> => sql`coalesce(
  (select h.to_level from sami_history h where h.aero_id = a.id and h.at <= ${at} order by h.at desc, h.id desc limit 1),
  (select h.from_level from sami_history h where h.aero_id = a.id and h.at > ${at} order by h.at, h.id limit 1), a.sami)`;

/** Whether AERO `a` existed before a moment: it was created, or measured, as in imported years. */
const thereBefore = (at: Date): RawBuilder<boolean> => sql`(a.created_at < ${at}
  or coalesce(${firstTime(sql`a.id`)} < ${at}, false)
  or exists (select from measure_archived_months m where m.aero_id = a.id and m.month < ${at}))`;

/** A row of the table of all AEROs. */
export interface AeroRow {
  readonly aero: number;
  readonly box: number;
  readonly serial_number: string;
  readonly position: number;
  readonly line: string;
  readonly track: string;
  readonly pole: string;
  readonly kilometer_point: number | null;
  readonly sami_before: SamiLevel;
  readonly sami: SamiLevel;
  /** Opened within the month, and not closed at its end. */
  readonly alerts: number;
  readonly open_alerts: number;
  readonly open_orders: number;
  readonly stroke_min: number | null;
  readonly stroke_max: number | null;
}

/** All AEROs of the client that existed before the end, ordered along their lines. */
export async function aeroRows(db: Db, scope: Scope): Promise<AeroRow[]> {
  const { from, to } = scope;
  const { rows } = await sql<AeroRow>`
    with opened as (
      select aero_id, count(*) filter (where opened_at >= ${from})::int as alerts,
        count(*) filter (where seen_at is null or seen_at >= ${to})::int as open_alerts
      from alerts where ${own(scope, 'client_id')} and opened_at < ${to} group by aero_id),
    ordered as (
      select aero_id, count(*)::int as open_orders from work_orders
      where ${own(scope, 'client_id')} and aero_id is not null and accepted_at is not null and created_at < ${to} and (closed_at is null or closed_at >= ${to})
      group by aero_id)
    select a.id as aero, b.id as box, b.serial_number, a.position, coalesce(nullif(a.line, ''), b.line) as line, a.track_number as track,
      b.pole, b.kilometer_point::float8 as kilometer_point, ${samiAt(from)} as sami_before, ${samiAt(to)} as sami,
      coalesce(o.alerts, 0) as alerts, coalesce(o.open_alerts, 0) as open_alerts, coalesce(w.open_orders, 0) as open_orders,
      a.stroke_min::float8 as stroke_min, a.stroke_max::float8 as stroke_max
    from aeros a join boxes b on b.id = a.box_id left join opened o on o.aero_id = a.id left join ordered w on w.aero_id = a.id
    where ${own(scope, 'b.client_id')} and ${thereBefore(to)}
    order by coalesce(nullif(a.line, ''), b.line), b.kilometer_point nulls last, b.serial_number, a.position`.execute(
    db,
  );
  return rows;
}

/** Number of AEROs at each level, and of boxes by their worst AERO. */
export interface SamiCounts {
  readonly aeros: Record<SamiLevel, number>;
  readonly boxes: Record<SamiLevel, number>;
}

/** Counts AEROs by level; `of` selects the level. */
export function samiCounts(rows: readonly AeroRow[], of: (row: AeroRow) => SamiLevel): SamiCounts {
  const none = () => Object.fromEntries(SAMI_LEVELS.map((level) => [level, 0])) as Record<SamiLevel, number>;
  const [aeros, boxes] = [none(), none()];
  const worst = new Map<number, number>();
  for (const row of rows) {
    const level = of(row);
    aeros[level] += 1;
    worst.set(row.box, Math.max(worst.get(row.box) ?? 0, SAMI_LEVELS.indexOf(level)));
  }
  for (const rank of worst.values()) boxes[SAMI_LEVELS[rank] ?? 'satisfactory'] += 1;
  return { aeros, boxes };
}

export interface BoxDays {
  readonly box: number;
  /** Days of the month since the box exists, and those with a measure. */
  readonly days: number;
  readonly sent: number;
  /** No measure in the last seven of them. */
  readonly silent: boolean;
}
export interface Availability {
  readonly boxes: readonly BoxDays[];
  /** By day (UTC): how many boxes existed, and how many of them sent. */
  readonly days: readonly { readonly day: string; readonly boxes: number; readonly sent: number }[];
}

/**
 * On which whole days (`first` to `last`) boxes sent anything; a box counts from its first measure or its
 * creation.
 */
export async function availability(db: Db, scope: Scope, first: string, last: string): Promise<Availability> {
  const there = sql`b as (
    select x.id, least((x.created_at at time zone 'UTC')::date, (select min(c.day) from box_day_counts c where c.box_id = x.id)) as since
    from boxes x where ${own(scope, 'x.client_id')}),
    d as (select g::date as day from generate_series(${first}::date, ${last}::date, interval '1 day') g),
    cell as (select b.id as box, d.day, coalesce(c.count, 0) > 0 as sent from d join b on b.since <= d.day
      left join box_day_counts c on c.box_id = b.id and c.day = d.day)`;
  const [boxes, days] = await Promise.all([
    sql<BoxDays>`with ${there} select box, count(*)::int as days, count(*) filter (where sent)::int as sent,
      coalesce(bool_and(not sent) filter (where day > ${last}::date - 7), false) as silent from cell group by box`.execute(
      db,
    ),
    sql<
      Availability['days'][number]
    >`with ${there} select day::text, count(*)::int as boxes, count(*) filter (where sent)::int as sent
      from cell group by day order by day`.execute(db),
  ]);
  return { boxes: boxes.rows, days: days.rows };
}

export interface AlertFigures {
  /** Within the month: opened, notified, ended, and marked as seen. */
  readonly opened: number;
  readonly told: number;
  readonly over: number;
  readonly closed: number;
  /** At its end. */
  readonly open: number;
  /** From opening to being marked as seen, for those closed within the month; null without any. */
  readonly median_hours: number | null;
}

export async function alertFigures(db: Db, scope: Scope): Promise<AlertFigures> {
  const { from, to } = scope;
  const { rows } = await sql<AlertFigures>`
    select count(*) filter (where opened_at >= ${from})::int as opened,
      count(*) filter (where opened_at >= ${from} and exists (
        select from notifications n join messages m on m.id = n.message_id where n.alert_id = al.id and m.state = 'sent'))::int as told,
      count(*) filter (where cleared_at >= ${from} and cleared_at < ${to})::int as over,
      count(*) filter (where seen_at >= ${from} and seen_at < ${to})::int as closed,
      count(*) filter (where seen_at is null or seen_at >= ${to})::int as open,
      (percentile_cont(0.5) within group (order by extract(epoch from seen_at - opened_at) / 3600)
        filter (where seen_at >= ${from} and seen_at < ${to}))::float8 as median_hours
    from alerts al where ${own(scope, 'al.client_id')} and opened_at < ${to}`.execute(db);
  return rows[0]!;
}

export interface OrderFigures {
  readonly created: number;
  readonly done: number;
  readonly cancelled: number;
  readonly open: number;
  readonly overdue: number;
  /** Of those done within the month. */
  readonly found: number;
  /** Repairs proven by measures, and orders planned later than their urgency required. */
  readonly proven: number;
  readonly after_deadline: number;
  readonly not_found: number;
  readonly other_cause: number;
}

export async function orderFigures(db: Db, scope: Scope, lastDay: string): Promise<OrderFigures> {
  const { from, to } = scope;
  const closed = sql`closed_at >= ${from} and closed_at < ${to}`;
  const { rows } = await sql<OrderFigures>`
    select count(*) filter (where created_at >= ${from})::int as created,
      count(*) filter (where ${closed} and state = 'done')::int as done,
      count(*) filter (where ${closed} and state = 'cancelled')::int as cancelled,
      count(*) filter (where closed_at is null or closed_at >= ${to})::int as open,
      count(*) filter (where (closed_at is null or closed_at >= ${to}) and due_on < ${lastDay}::date)::int as overdue,
      count(*) filter (where ${closed} and proof = 'proven')::int as proven,
      count(*) filter (where (closed_at is null or closed_at >= ${from}) and state <> 'cancelled' and due_on > due_by)::int as after_deadline,
      count(*) filter (where ${closed} and state = 'done' and verdict = 'found')::int as found,
      count(*) filter (where ${closed} and state = 'done' and verdict = 'not_found')::int as not_found,
      count(*) filter (where ${closed} and state = 'done' and verdict = 'other_cause')::int as other_cause
    from work_orders where ${own(scope, 'client_id')} and accepted_at is not null and created_at < ${to}`.execute(
    db,
  );
  return rows[0]!;
}

/** An event of an AERO: an alert, an order, a change of its SAMI, an entry of its maintenance log. */
export interface AeroEvent {
  readonly aero: number;
  readonly at: Date;
  readonly kind: 'alert' | 'order' | 'sami' | 'note';
  /** Metric of the alert, kind of the order, level before; empty for a note. */
  readonly what: string;
  /** Level after; text of the note; title of the order, which may be empty. */
  readonly text: string;
}

/** Events of AEROs within the month, in order. */
export async function happenedTo(db: Db, scope: Scope, aeros: readonly number[]): Promise<AeroEvent[]> {
  const { from, to } = scope;
  const ids = [...aeros];
  const { rows } = await sql<AeroEvent>`
    select * from (
      select aero_id as aero, opened_at as at, 'alert' as kind, condition->>'metric' as what, supervisor_name as text
      from alerts where ${own(scope, 'client_id')} and aero_id = any(${ids}::int[]) and opened_at >= ${from} and opened_at < ${to}
      union all select aero_id, created_at, 'order', kind, title from work_orders
      where ${own(scope, 'client_id')} and aero_id = any(${ids}::int[]) and accepted_at is not null and created_at >= ${from} and created_at < ${to}
      union all select h.aero_id, h.at, 'sami', h.from_level, h.to_level from sami_history h
        join aeros a on a.id = h.aero_id join boxes b on b.id = a.box_id
      where ${own(scope, 'b.client_id')} and h.aero_id = any(${ids}::int[]) and h.at >= ${from} and h.at < ${to}
      union all select a.id, n.at, 'note', '', n.text from notes n join boxes b on b.id = n.box_id
        join aeros a on a.box_id = b.id and (n.aero_id is null or n.aero_id = a.id)
      where ${own(scope, 'b.client_id')} and a.id = any(${ids}::int[]) and n.at >= ${from} and n.at < ${to}) x
    order by at, kind`.execute(db);
  return rows;
}

/** Present findings of an AERO, without curves. */
export interface Standing {
  readonly aero: number;
  readonly fault: string | null;
}

/** Diagnoses with findings from before the end of the month, of all AEROs of the client. */
export async function standings(db: Db, scope: Scope): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select d.aero_id as aero, d.fault from diagnostics d join aeros a on a.id = d.aero_id join boxes b on b.id = a.box_id
    where ${own(scope, 'b.client_id')} and d.verdict in ('bad', 'watch')
      and exists (select from jsonb_array_elements(d.findings) f where ${stoodBefore(scope)})`.execute(db);
  return rows;
}

/** A reported finding noticed before the end. */
const stoodBefore = ({ to }: Scope) =>
  sql`f->>'verdict' in ('bad', 'watch') and coalesce((f->>'noticed')::float8, 0) < ${to.getTime()}::float8`;
