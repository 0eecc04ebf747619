import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { type ListQuery, listPage } from '../../../platform/database/list.ts';
import { all, among, containing, visibleTo } from '../../../platform/database/scope.ts';
import { NotFound } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';

/** Bytes of a payload that are shown in the list. */
const PREVIEW = 400;

/** Filters of the list; times in ms since 1970, `to` excluded. */
export interface AsideFilter {
  readonly search?: string | undefined;
  readonly box?: readonly number[] | undefined;
  readonly client?: readonly number[] | undefined;
  readonly reason?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly replayed?: boolean | undefined;
}

// A message belongs to the present client of its box; one without a box is for administrators.
const seen = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('set_aside')
    .leftJoin('boxes', 'boxes.id', 'set_aside.box_id')
    .where(visibleTo(viewer, 'boxes.client_id'));

const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/** The SQL condition of a filter. */
function left({ search = '', box, client, reason, from, to, replayed }: AsideFilter): RawBuilder<SqlBool> {
  return all([
    among('set_aside.box_id', box),
    among('boxes.client_id', client),
    reason === undefined ? sql`true` : sql`set_aside.reason = ${reason}`,
    from === undefined ? sql`true` : sql`set_aside.received_at >= ${at(from)}`,
    to === undefined ? sql`true` : sql`set_aside.received_at < ${at(to)}`,
    replayed === undefined ? sql`true` : sql`(set_aside.replayed_at is not null) = ${replayed}`,
    search === '' ? sql`true` : sql`set_aside.serial_number ilike ${containing(search)}`,
  ]);
}

/** A page of the set-aside list, newest first. */
export function listSetAside(db: Db, viewer: Viewer, query: AsideFilter & ListQuery) {
  return listPage(
    seen(db, viewer)
      .where(left(query))
      .select([
        'set_aside.id',
        'set_aside.box_id',
        'set_aside.serial_number',
        'set_aside.topic',
        'set_aside.reason',
        'set_aside.detail',
        'set_aside.received_at',
        'set_aside.replayed_at',
        'set_aside.conflict',
        'set_aside.masked',
        sql<number>`length(set_aside.payload)`.as('size'),
        sql<Buffer>`substring(set_aside.payload from 1 for ${sql.lit(PREVIEW)})`.as('beginning'),
      ]),
    query,
    '-id',
    { id: 'set_aside.id', received_at: 'set_aside.received_at' },
  );
}

/** One message, locked for replay; a foreign one is treated as missing. */
export async function setAsideForReplay(trx: Trx, viewer: Viewer, id: number) {
  return seen(trx, viewer)
    .where('set_aside.id', '=', id)
    .select([
      'set_aside.id',
      'set_aside.topic',
      'set_aside.payload',
      'set_aside.single',
      'set_aside.reason',
      'set_aside.replayed_at',
      'set_aside.masked',
      'set_aside.box_id',
      'set_aside.serial_number',
      'set_aside.received_at',
    ])
    .forUpdate('set_aside')
    .executeTakeFirstOrThrow(() => new NotFound());
}

/** The next messages to retry, oldest first, without conflicting values. */
export function nextToReplay(
  trx: Trx,
  viewer: Viewer,
  filter: AsideFilter,
  after: number,
  limit: number,
): Promise<{ id: number; box_id: number | null }[]> {
  return seen(trx, viewer)
    .where(left({ ...filter, replayed: false }))
    .where('set_aside.conflict', 'is', null)
    .where('set_aside.id', '>', after)
    .select(['set_aside.id', 'set_aside.box_id'])
    .orderBy('set_aside.id')
    .limit(limit)
    .execute();
}

/** What was deleted for a box. */
interface Gone {
  readonly box: number | null;
  readonly serial: string;
  readonly client: number | null;
  readonly count: number;
}

/** Deletes the oldest filtered messages, and returns the number for each box. */
export async function deleteSetAside(
  trx: Trx,
  viewer: Viewer,
  filter: AsideFilter,
  limit: number,
): Promise<Gone[]> {
  const chosen = seen(trx, viewer)
    .where(left(filter))
    .select(['set_aside.id', 'boxes.client_id', 'boxes.serial_number'])
    .orderBy('set_aside.id')
    .limit(limit)
    .forUpdate('set_aside')
    .skipLocked();
  const { rows } = await sql<Gone>`
    with chosen as materialized (${chosen}),
    gone as (
      delete from set_aside using chosen where set_aside.id = chosen.id
      returning set_aside.box_id, coalesce(chosen.serial_number, set_aside.serial_number) as serial, chosen.client_id)
    select box_id as box, min(serial) as serial, client_id as client, count(*)::int as count
    from gone group by box_id, client_id order by box_id`.execute(trx);
  return rows;
}

/** Deletes the oldest messages beyond their retention, and the counts of such days; for the server itself. */
export async function forgetSetAside(db: Db, days: number, limit: number): Promise<number> {
  await sql`delete from set_aside_days where day < (now() at time zone 'UTC')::date - ${days}::int`.execute(
    db,
  );
  const { numAffectedRows } = await sql`
    delete from set_aside where id in (
      select id from set_aside where received_at < now() - make_interval(days => ${days})
      order by received_at limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * The amounts beyond the quotas, by box, largest first; administrators also get boxes that were deleted
 * since.
 */
export async function notKept(
  db: Db,
  viewer: Viewer,
): Promise<
  { box: number | null; serial_number: string; not_kept: number; bytes: number; last_day: string }[]
> {
  const { rows } = await sql<{
    box: number | null;
    serial_number: string;
    not_kept: number;
    bytes: number;
    last_day: string;
  }>`
    select boxes.id as box, coalesce(boxes.serial_number, '') as serial_number, sum(d.not_kept)::float8 as not_kept,
      sum(d.not_kept_bytes)::float8 as bytes, max(d.day)::text as last_day
    from set_aside_days d left join boxes on boxes.id = d.box_id
    where d.not_kept > 0 and ${visibleTo(viewer, 'boxes.client_id')}
    group by boxes.id, boxes.serial_number order by 3 desc`.execute(db);
  return rows;
}

export async function markReplayed(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('set_aside').set({ replayed_at: sql`now()` }).where('id', '=', id).execute();
}

/** It is still unusable: the newest reason is shown. */
export async function noteReason(trx: Trx, id: number, reason: string, detail: string): Promise<void> {
  await trx.updateTable('set_aside').set({ reason, detail }).where('id', '=', id).execute();
}
