import type { Repair } from '@aerowatch/domain/faults/repair';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/**
 * AEROs to diagnose again before their next day, because their data changed. They wait until nothing more is
 * requested for a while. Acts for the server itself.
 */
export async function askDiagnoses(db: Db, aeros: readonly number[]): Promise<void> {
  if (aeros.length === 0) return;
  await sql`
    insert into diagnostics_asked (aero_id) select distinct id from unnest(${[...aeros]}::int[]) as asked (id) order by id
    on conflict (aero_id) do update set last_at = now()`.execute(db);
}

/**
 * Work on an AERO was reported as done: its diagnosis shows it as being verified, even before the next one is
 * computed.
 */
export async function beginVerification(db: Db, aero: number, repair: Repair): Promise<void> {
  const began = { ...repair, state: 'verifying', moved: null, called: null };
  await sql`update diagnostics set repair = ${JSON.stringify(began)}::jsonb where aero_id = ${aero}`.execute(
    db,
  );
}
