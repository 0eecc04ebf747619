import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

/** The result of the last check of the whole chain, made by a worker once a day. */
export interface Verification {
  /** ISO 8601. */
  readonly at: string;
  readonly entries: number;
  readonly problems: number;
}

const KEY = 'audit_verification';
/** A worker that begins a check records it, so that only one of several makes it. */
const BEGUN = 'audit_verification_begun';
/** A check a day, at about the same hour. */
const EVERY = '23 hours';

/** Whether a check is due and was claimed by this worker. */
export async function claimVerification(db: Db, now: Date): Promise<boolean> {
  const value = JSON.stringify({ at: now.toISOString() });
  const { rows } = await sql`insert into settings (key, value) values (${BEGUN}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value
    where (settings.value->>'at')::timestamptz < ${now}::timestamptz - ${EVERY}::interval returning key`.execute(
    db,
  );
  return rows.length > 0;
}

export async function noteVerification(db: Db, verification: Verification): Promise<void> {
  await sql`insert into settings (key, value) values (${KEY}, ${JSON.stringify(verification)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** Undefined before the first. */
export async function readVerification(db: Db): Promise<Verification | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return row?.value as Verification | undefined;
}
