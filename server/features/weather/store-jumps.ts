import type { Jump } from '@aerowatch/domain/forecast/weather/jump';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';

export interface JumpColumns {
  readonly jump_at: Date | null;
  readonly jump_off: number | null;
  readonly jump_size: number | null;
}
export const jumpIn = ({ jump_at, jump_off, jump_size }: JumpColumns): Jump | null =>
  jump_at === null ? null : { at: jump_at.getTime(), off: jump_off ?? 0, size: jump_size ?? 0 };

/** The remembered jump of a point. Acts for the server itself. */
export async function storedJump(trx: Trx, point: number): Promise<Jump | null> {
  const { rows } = await sql<JumpColumns>`
    select jump_at, jump_off::float8, jump_size::float8 from weather_points where id = ${point}`.execute(trx);
  return rows[0] ? jumpIn(rows[0]) : null;
}

export async function keepJump(trx: Trx, point: number, { at, off, size }: Jump): Promise<void> {
  await sql`update weather_points set jump_at = ${new Date(at)}::timestamptz, jump_off = ${off}::real, jump_size = ${size}::real
    where id = ${point}`.execute(trx);
}
