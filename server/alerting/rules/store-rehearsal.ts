import type { SamiLevel } from '@aerowatch/domain/sami';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

export interface PastAero {
  readonly aero: number;
  readonly box: number;
  /** As it was at the beginning of the time rehearsed. */
  readonly sami: SamiLevel;
}

/** The AEROs with their boxes and the SAMI they had at a time. For ids that have been checked. */
export async function aerosAt(db: Db, ids: readonly number[], at: Date): Promise<PastAero[]> {
  const { rows } = await sql<PastAero>`
    select a.id as aero, a.box_id as box, coalesce(
      (select h.to_level from sami_history h where h.aero_id = a.id and h.at <= ${at} order by h.at desc, h.id desc limit 1),
      (select h.from_level from sami_history h where h.aero_id = a.id and h.at > ${at} order by h.at, h.id limit 1),
      a.sami) as sami
    from aeros a where a.id = any(${[...ids]}::int[]) order by a.id`.execute(db);
  return rows;
}
