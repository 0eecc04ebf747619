import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** The place of an AERO, as people describe it. */
export interface AeroPlace {
  readonly aero: number;
  readonly position: number;
  readonly track: string;
  readonly line: string;
  readonly box: string;
  readonly boxName: string;
  readonly pole: string;
  readonly kilometerPoint: number | null;
  readonly client: string;
  readonly sami: string;
}

/** Places of AEROs. The caller must have checked that the reader may see the alerts. */
export async function placesOf(db: Db, aeros: readonly number[]): Promise<Map<number, AeroPlace>> {
  const { rows } = await sql<AeroPlace>`
    select a.id as aero, a.position, a.track_number as track, coalesce(nullif(a.line, ''), b.line) as line,
      b.serial_number as box, b.name as "boxName", b.pole, b.kilometer_point as "kilometerPoint",
      coalesce(c.name, '') as client, a.sami
    from aeros a join boxes b on b.id = a.box_id left join clients c on c.id = b.client_id
    where a.id = any(${[...aeros]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.aero, row]));
}
