import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, transaction } from '../../platform/database/db.ts';

/** A rate-limited subject: failures of an account, calls from an address. */
export interface ThrottleSubject {
  readonly scope: string;
  readonly subject: string;
}
export interface Limit extends ThrottleSubject {
  readonly most: number;
  readonly windowMs: number;
}

/** Subjects are stored as hashes, so that the table identifies nobody. */
const hashed = (subject: string) => createHash('sha256').update(subject).digest('base64url').slice(0, 22);

/**
 * Records a hit for each and returns the ids. It must be called before the attempt, so that concurrent
 * attempts count each other.
 */
export async function addHits(db: Db, hits: readonly ThrottleSubject[], at: Date): Promise<number[]> {
  const values = hits.map(({ scope, subject }) => ({ scope, subject: hashed(subject), at }));
  const rows = await db.insertInto('throttle_hits').values(values).returning('id').execute();
  return rows.map((row) => row.id);
}

/** Removes hits: the attempt does not count. */
export async function removeHits(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('throttle_hits').where('id', 'in', ids).execute();
}

/**
 * Records a hit for each limit, if all allow one more, and returns their ids; otherwise records none and
 * returns the seconds until then. Exact also for simultaneous attempts in any process, because subjects are
 * locked.
 */
export async function takeHits(db: Db, limits: readonly Limit[], now: Date): Promise<number[] | number> {
  return transaction(db, async (trx) => {
    const names = limits.map(({ scope, subject }) => `${scope} ${hashed(subject)}`).sort();
    // In a fixed order, so that two calls never deadlock.
    for (const name of names)
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
    const seconds = Math.max(...(await secondsOver(trx, limits, now)));
    return seconds > 0 ? seconds : addHits(trx, limits, now);
  });
}

/**
 * Seconds until each limit allows one more, 0 when it does now. `ownIds`: the caller's own hits, which count
 * only earlier ones. One query for all, because signing in waits for it.
 */
export async function secondsOver(
  db: Db,
  limits: readonly Limit[],
  now: Date,
  ownIds: readonly number[] = [],
): Promise<number[]> {
  const parts = limits.map(({ scope, subject, windowMs, most }, index) => {
    const since = new Date(now.getTime() - windowMs);
    return sql`(select ${sql.lit(index)}::int as index, at from throttle_hits
      where scope = ${scope} and subject = ${hashed(subject)} and at > ${since}
        and id < ${ownIds[index] ?? Number.MAX_SAFE_INTEGER}
      order by at desc offset ${sql.lit(most - 1)} limit 1)`;
  });
  const { rows } = await sql<{ index: number; at: Date }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const seconds = limits.map(() => 0);
  for (const { index, at } of rows) {
    const free = at.getTime() + (limits[index]?.windowMs ?? 0);
    seconds[index] = Math.max(1, Math.ceil((free - now.getTime()) / 1000));
  }
  return seconds;
}

export async function forget(db: Db, { scope, subject }: ThrottleSubject): Promise<void> {
  await db
    .deleteFrom('throttle_hits')
    .where('scope', '=', scope)
    .where('subject', '=', hashed(subject))
    .execute();
}

/** Removes hits older than any window. */
export async function sweepHits(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from throttle_hits where at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
