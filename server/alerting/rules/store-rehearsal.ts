import type { SamiLevel } from '@aerowatch/domain/sami';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

export interface PastAero {
  readonly aero: number;
  readonly box: number;
  /** As it was at the beginning of the time rehearsed. */
  readonly sami: SamiLevel;
  /** What it became afterwards (ms), ascending. */
  readonly samiSet: readonly { readonly at: number; readonly level: SamiLevel }[];
}

/** The AEROs with their boxes, the SAMI they had at a time, and how it went until another. For ids that have been checked. */
export async function aerosOver(
  db: Db,
  ids: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<PastAero[]> {
  const { rows } = await sql<PastAero>`
    select a.id as aero, a.box_id as box, coalesce(
      (select h.to_level from sami_history h where h.aero_id = a.id and h.at <= ${from} order by h.at desc, h.id desc limit 1),
      (select h.from_level from sami_history h where h.aero_id = a.id and h.at > ${from} order by h.at, h.id limit 1),
      a.sami) as sami,
      (select coalesce(json_agg(json_build_object('at', round(extract(epoch from h.at) * 1000)::int8, 'level', h.to_level) order by h.at, h.id), '[]')
        from sami_history h where h.aero_id = a.id and h.at > ${from} and h.at <= ${to}) as "samiSet"
    from aeros a where a.id = any(${[...ids]}::int[]) order by a.id`.execute(db);
  return rows;
}
