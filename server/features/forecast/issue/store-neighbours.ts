import type { Neighbour } from '@aerowatch/domain/forecast/standing/line-prior';
import { type ConductorType, expansionOf, thermalSlope } from '@aerowatch/domain/physics/expansion';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';

/** Maximum number of neighbours read. */
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
    from own cross join lateral (select near.aero_id, near.standing from aero_standings near
        where near.client_id = own.client_id and near.line = own.line and near.conductor_type = own.conductor_type
          and near.slope_known and near.aero_id <> own.id order by near.aero_id limit ${MAX_NEIGHBOURS}) s
      join aeros o on o.id = s.aero_id
    where own.line <> '' order by o.id`.execute(db);
  return rows.map(({ slope, length, conductor, expansion }) => ({
    slope,
    theory: length ? thermalSlope(length, expansionOf(conductor, expansion)) : null,
  }));
}
