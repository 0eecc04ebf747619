import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

export interface StoredChange {
  readonly id: number;
  readonly entity: string;
  readonly type: string;
  readonly entity_id: number;
  readonly client_id: number | null;
  readonly user_id: number | null;
}
export type NewChange = Omit<StoredChange, 'id'>;

const COLUMNS = ['id', 'entity', 'type', 'entity_id', 'client_id', 'user_id'] as const;

export async function insertChanges(db: Db, changes: readonly NewChange[]): Promise<number[]> {
  const rows = await db
    .insertInto('change_events')
    .values([...changes])
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Delivered when the transaction commits, and only then. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

export async function changesById(db: Db, ids: readonly number[]): Promise<StoredChange[]> {
  return db
    .selectFrom('change_events')
    .select(COLUMNS)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute();
}

export async function newestChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('change_events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** More than this many missed changes are not sent: the page is read again. */
const MOST_MISSED = 10_000;
/**
 * `at` is when a transaction began; it may have committed this much later, s, and its changes are sent then.
 */
const TRANSACTION = 60;
/**
 * Changes that may have been missed after a change, or undefined when it is too long ago. A transaction that
 * began before the last seen change may have committed after it, so one minute before is sent again.
 */
export async function changesSince(db: Db, id: number): Promise<StoredChange[] | undefined> {
  let missed = db.selectFrom('change_events').select(COLUMNS);
  // Position 0: there was no change yet.
  if (id !== 0) {
    const last = await db.selectFrom('change_events').select('at').where('id', '=', id).executeTakeFirst();
    if (last === undefined) return undefined;
    missed = missed.where('at', '>=', new Date(last.at.getTime() - TRANSACTION * 1000));
  }
  const rows = await missed
    .orderBy('id')
    .limit(MOST_MISSED + 1)
    .execute();
  return rows.length > MOST_MISSED ? undefined : rows;
}

/**
 * Seconds, longer than a page needs from its first read until its stream is open; a slower browser reads
 * again.
 */
const OPENING = 10;
/** A hundred a second: reading the page again costs less than sending more. */
const MOST_NEW = 7000;
/**
 * Changes made while the page of a new stream was loading, or undefined when there are so many that the page
 * must be read again.
 */
export async function newChanges(db: Db): Promise<StoredChange[] | undefined> {
  const rows = await db
    .selectFrom('change_events')
    .select(COLUMNS)
    .where('at', '>=', sql<Date>`now() - make_interval(secs => ${OPENING + TRANSACTION})`)
    .orderBy('id')
    .limit(MOST_NEW + 1)
    .execute();
  return rows.length > MOST_NEW ? undefined : rows;
}

export async function forgetChanges(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('change_events')
    .where('at', '<', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
