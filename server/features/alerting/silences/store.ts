import type { silencesList } from '@aerowatch/contracts/api/silences';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { type ListPage, listedSql } from '../../../platform/database/list.ts';
import { all, among, containing, visibleTo } from '../../../platform/database/scope.ts';
import { found } from '../../../platform/errors.ts';
import { userIdOf, type Viewer } from '../../../platform/viewer.ts';
import type { Window } from './windows.ts';

export interface SilenceRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  client_id: number;
  boxes: number[] | null;
  tag_id: number | null;
  line: string | null;
  from_km: number | null;
  to_km: number | null;
  track: string | null;
  covered: number;
  starts_at: Date;
  ends_at: Date;
  rrule: string | null;
  time_zone: string;
  reason: string;
  user_id: number | null;
  user_name: string | null;
  ended_at: Date | null;
  window_from: Date | null;
  window_to: Date | null;
  times_left: number;
  last_to: Date | null;
  /** The next five, in ISO 8601. */
  next: { from: string; to: string }[];
  alerts: number;
}

/** Boxes with an AERO that a silence covers, and boxes named in it without one. */
const COVERED = sql`case s.scope
  when 'boxes' then (select count(*) from silence_boxes sb join boxes b on b.id = sb.box_id where sb.silence_id = s.id and b.client_id = s.client_id)
  when 'tag' then (select count(*) from box_tags bt join boxes b on b.id = bt.box_id where bt.tag_id = s.tag_id and b.client_id = s.client_id)
  else (select count(distinct b.id) from boxes b join aeros a on a.box_id = b.id
    where b.client_id = s.client_id and coalesce(nullif(a.line, ''), b.line) = s.line
      and (s.from_km is null or b.kilometer_point >= s.from_km) and (s.to_km is null or b.kilometer_point <= s.to_km)
      and (s.track is null or a.track_number = s.track)) end::int`;
const COLUMNS = sql`s.id, s.created_at, s.updated_at, s.client_id, s.tag_id, s.line, s.from_km, s.to_km, s.track, s.starts_at, s.ends_at,
  ${COVERED} as covered, coalesce(l.times_left, 0) as times_left, l.last_to, coalesce(l.next, '[]') as next,
  s.rrule, s.time_zone, s.reason, s.user_id, s.ended_at, w.starts_at as window_from, w.ends_at as window_to,
  case when s.scope = 'boxes' then array(select box_id from silence_boxes sb where sb.silence_id = s.id order by 1) end as boxes,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as user_name,
  (select count(*)::int from alerts al where al.silence_id = s.id and al.silenced and al.seen_at is null) as alerts`;
const FROM = sql`silences s left join users u on u.id = s.user_id
  left join lateral (select starts_at, ends_at from silence_windows sw where sw.silence_id = s.id and sw.ends_at > now()
    order by sw.starts_at limit 1) w on true
  left join lateral (select count(*)::int as times_left, max(ends_at) as last_to,
    jsonb_path_query_array(jsonb_agg(jsonb_build_object('from', starts_at, 'to', ends_at) order by starts_at), '$[0 to 4]') as next
    from silence_windows sw where sw.silence_id = s.id and sw.ends_at > now()) l on true`;

export async function listSilences(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof silencesList>,
): Promise<ListPage<SilenceRow>> {
  const where = all([
    visibleTo(viewer, 's.client_id'),
    among('s.client_id', query.client),
    query.over === true ? sql`true` : sql`w.ends_at is not null`,
    query.search ? sql`s.reason ilike ${containing(query.search)}` : sql`true`,
  ]);
  return listedSql(db, query, {
    columns: COLUMNS,
    changed: 's',
    from: sql`${FROM} where ${where}`,
    order: sql`w.starts_at nulls last, s.id desc`,
  });
}

/** Several at once, for live events; those not visible are left out. */
export async function silencesByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<SilenceRow[]> {
  const { rows } = await sql<SilenceRow>`select ${COLUMNS} from ${FROM}
    where ${visibleTo(viewer, 's.client_id')} and ${among('s.id', ids)} order by s.id`.execute(db);
  return rows;
}

export async function silenceById(db: Db, viewer: Viewer, id: number): Promise<SilenceRow> {
  return found(await silencesByIds(db, viewer, [id]));
}

/** Whether the boxes of a silence belong to the client, as the viewer sees it. */
export async function belong(
  db: Db,
  viewer: Viewer,
  client: number,
  { boxes, tag }: { boxes?: readonly number[] | null; tag?: number | null },
): Promise<{ client: boolean; boxes: boolean; tag: boolean }> {
  const { rows } = await sql<{ client: boolean; boxes: boolean; tag: boolean }>`
    select exists (select from clients c where c.id = ${client} and ${visibleTo(viewer, 'c.id')}) as client,
      (select count(*) from boxes b where b.client_id = ${client} and b.id = any(${[...(boxes ?? [])]}::int[])) = ${new Set(boxes ?? []).size} as boxes,
      (${tag ?? null}::int is null or exists (select from tags t where t.id = ${tag ?? null}::int and t.client_id = ${client})) as tag`.execute(
    db,
  );
  return rows[0]!;
}

export interface NewSilence {
  readonly client: number;
  readonly scope: 'boxes' | 'tag' | 'line';
  readonly boxes: readonly number[];
  readonly tag: number | null;
  readonly line: string | null;
  readonly from_km: number | null;
  readonly to_km: number | null;
  readonly track: string | null;
  readonly from: number;
  readonly to: number;
  readonly rrule: string | null;
  readonly zone: string;
  readonly reason: string;
}

export async function insertSilence(
  trx: Trx,
  viewer: Viewer,
  silence: NewSilence,
  windows: readonly Window[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into silences (client_id, scope, tag_id, line, from_km, to_km, track, starts_at, ends_at, rrule, time_zone, reason, user_id)
    values (${silence.client}, ${silence.scope}, ${silence.tag}, ${silence.line}, ${silence.from_km}, ${silence.to_km}, ${silence.track}, ${new Date(silence.from)},
      ${new Date(silence.to)}, ${silence.rrule}, ${silence.zone}, ${silence.reason}, ${userIdOf(viewer)}) returning id`.execute(
    trx,
  );
  const { id } = rows[0]!;
  await insertParts(trx, id, silence, windows);
  return id;
}

/** The boxes of a silence and its windows; a window already begun stays one window. */
async function insertParts(
  trx: Trx,
  id: number,
  silence: NewSilence,
  windows: readonly Window[],
): Promise<void> {
  await sql`insert into silence_boxes (silence_id, box_id) select ${id}, box from unnest(${[...new Set(silence.boxes)]}::int[]) as box`.execute(
    trx,
  );
  await sql`insert into silence_windows (silence_id, client_id, tag_id, line, from_km, to_km, track, starts_at, ends_at)
    select ${id}, ${silence.client}, ${silence.tag}::int, ${silence.line}::text, ${silence.from_km}::float8, ${silence.to_km}::float8, ${silence.track}::text, *
      from unnest(${windows.map(({ from }) => new Date(from))}::timestamptz[], ${windows.map(({ to }) => new Date(to))}::timestamptz[])
    on conflict (silence_id, starts_at) do update set ends_at = excluded.ends_at, tag_id = excluded.tag_id, line = excluded.line,
      from_km = excluded.from_km, to_km = excluded.to_km, track = excluded.track`.execute(trx);
}

/**
 * Changes a silence from `now` on: past windows stay, the present one ends or continues. Its alerts stay
 * silenced until the end of what still covers them, or until now.
 */
export async function changeSilence(
  trx: Trx,
  id: number,
  silence: NewSilence,
  windows: readonly Window[],
  now: Date,
): Promise<void> {
  await sql`update silences set scope = ${silence.scope}, tag_id = ${silence.tag}, line = ${silence.line}, from_km = ${silence.from_km},
    to_km = ${silence.to_km}, track = ${silence.track}, starts_at = ${new Date(silence.from)}, ends_at = ${new Date(silence.to)},
    rrule = ${silence.rrule}, time_zone = ${silence.zone}, reason = ${silence.reason}, updated_at = clock_timestamp() where id = ${id}`.execute(
    trx,
  );
  await leaveFrom(trx, id, now);
  await sql`delete from silence_boxes where silence_id = ${id}`.execute(trx);
  await insertParts(trx, id, silence, windows);
  await sql`update alerts al set silenced_until = o.until, silence_id = coalesce(o.silence_id, al.silence_id)
    from (select a.id, coalesce(max(w.ends_at), ${now}) as until, (array_agg(w.silence_id order by w.ends_at desc))[1] as silence_id
      from alerts a left join lateral silences_over(a.aero_id, ${now}, ${now}) w on true
      where a.silence_id = ${id} and a.silenced group by a.id) o where o.id = al.id`.execute(trx);
}

/** Removes all windows from `at` on, and ends the one in progress. */
async function leaveFrom(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`delete from silence_windows where silence_id = ${id} and starts_at >= ${at}`.execute(trx);
  await sql`update silence_windows set ends_at = ${at} where silence_id = ${id} and ends_at > ${at}`.execute(
    trx,
  );
}

/** Removes all its windows after `at`. */
export async function endSilence(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`update silences set ended_at = ${at}, updated_at = clock_timestamp() where id = ${id}`.execute(
    trx,
  );
  await leaveFrom(trx, id, at);
  await sql`update alerts set silenced_until = ${at} where silence_id = ${id} and silenced and silenced_until > ${at}`.execute(
    trx,
  );
}

/** Alerts whose silence is over; those still firing must be notified. */
export async function wakeSilenced(trx: Trx, now: Date, limit: number) {
  const { rows } = await sql<{
    id: number;
    client_id: number;
    /** Whether to notify: it is still true, or keeps flapping. */
    fires: boolean;
    flapping: boolean;
    occurrences: number;
    actions: { type: string }[];
  }>`
    with over as (select id from alerts where silenced and silenced_until <= ${now} order by id limit ${limit} for no key update skip locked),
    woken as (update alerts a set silenced = false from over where a.id = over.id
      returning a.id, a.client_id, a.seen_at is null and (a.flapping or a.cleared_at is null) as fires, a.flapping, a.occurrences, a.condition->'actions' as actions),
    noted as (insert into alert_events (alert_id, at, type) select id, ${now}, 'silence_over' from woken)
    select * from woken`.execute(trx);
  return rows;
}
