import type { Neighbour } from '@aerowatch/domain/forecast/line-prior';
import { type ConductorType, expansionOf, thermalSlope } from '@aerowatch/domain/physics/expansion';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';

/** Most neighbours that are read. */
const MAX_NEIGHBOURS = 100;

/** AEROs of the same client, line and conductor whose slope is known to a tenth. Acts for the server itself. */
export async function neighboursOnLine(db: Db, aero: number): Promise<Neighbour[]> {
  const { rows } = await sql<{
    slope: number;
    length: number | null;
    conductor: ConductorType;
    expansion: number | null;
  }>`
    with own as (select a.id, a.conductor_type, b.client_id, coalesce(nullif(a.line, ''), b.line) as line
      from aeros a join boxes b on b.id = a.box_id where a.id = ${aero})
    select (s.standing->>'slope')::float8 as slope, o.regularized_length::float8 as length, o.conductor_type as conductor,
      o.expansion_coefficient::float8 as expansion
    from own join boxes b on b.client_id = own.client_id join aeros o on o.box_id = b.id and o.id <> own.id
      join aero_standings s on s.aero_id = o.id
    where own.line <> '' and coalesce(nullif(o.line, ''), b.line) = own.line and o.conductor_type = own.conductor_type
      and s.unavailable is null and s.standing is not null
      and (s.standing->>'slopeError')::float8 < 0.1 * abs((s.standing->>'slope')::float8)
    order by o.id limit ${MAX_NEIGHBOURS}`.execute(db);
  return rows.map(({ slope, length, conductor, expansion }) => ({
    slope,
    theory: length ? thermalSlope(length, expansionOf(conductor, expansion)) : null,
  }));
}
