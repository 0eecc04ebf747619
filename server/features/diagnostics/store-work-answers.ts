import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';

/** Of two answers at once, the second waits and hears that nothing is asked any more. */
export async function lockAero(trx: Trx, aero: number): Promise<void> {
  await sql`select from aeros where id = ${aero} for no key update`.execute(trx);
}

export async function keepWorkAnswer(
  trx: Trx,
  {
    aero,
    at,
    fault,
    worked,
    user,
  }: {
    readonly aero: number;
    readonly at: number;
    readonly fault: string;
    readonly worked: boolean;
    readonly user: number | null;
  },
): Promise<void> {
  await trx
    .insertInto('work_answers')
    .values({ aero_id: aero, at: new Date(at), fault, worked, user_id: user })
    .execute();
}
