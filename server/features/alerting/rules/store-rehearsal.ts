import type { SamiLevel } from '@aerowatch/domain/sami';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';

export interface PastAero {
  readonly aero: number;
  readonly box: number;
  /** SAMI at the beginning of the rehearsed period. */
  readonly sami: SamiLevel;
  /** Later changes of the SAMI (ms), ascending. */
  readonly samiSet: readonly { readonly at: number; readonly level: SamiLevel }[];
}

/** A time of silence of an AERO, ms. */
export interface PastSilence {
  readonly aero: number;
  readonly from: number;
  readonly to: number;
}

/** The times of silence of some AEROs that overlap a period. The caller must have checked the ids. */
export async function silencesOver(
  db: Db,
  ids: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<PastSilence[]> {
  const { rows } = await sql<{ aero: number; starts_at: Date; ends_at: Date }>`
    select x.aero, w.starts_at, w.ends_at from unnest(${[...ids]}::int[]) as x (aero)
      cross join lateral silences_over(x.aero, ${from}::timestamptz, ${to}::timestamptz) w`.execute(db);
  return rows.map(({ aero, starts_at, ends_at }) => ({
    aero,
    from: starts_at.getTime(),
    to: ends_at.getTime(),
  }));
}

/**
 * The AEROs with their boxes, their SAMI at a time, and its changes until another. The caller must have
 * checked the ids.
 */
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
