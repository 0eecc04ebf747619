import type { Fault } from '@aerowatch/domain/faults/list';
import { FAULTS } from '@aerowatch/domain/faults/list';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { among, visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';

export interface PrecisionRow {
  readonly client: number;
  readonly kind: Fault;
  readonly found: number;
  readonly not_found: number;
  readonly other_cause: number;
  readonly open: number;
}

/** Outcomes of the orders for each fault, per client; the most inspected first. */
export async function precisionOf(
  db: Db,
  viewer: Viewer,
  clients: readonly number[] | undefined,
): Promise<PrecisionRow[]> {
  const { rows } = await sql<PrecisionRow>`
    select client_id as client, kind,
      count(*) filter (where state = 'done' and verdict = 'found')::int as found,
      count(*) filter (where state = 'done' and verdict = 'not_found')::int as not_found,
      count(*) filter (where state = 'done' and verdict = 'other_cause')::int as other_cause,
      count(*) filter (where state in ('open', 'planned'))::int as open
    from work_orders
    where ${visibleTo(viewer, 'client_id')} and ${among('client_id', clients)} and kind = any(${[...FAULTS]}::text[]) and state in ('open', 'planned', 'done')
    group by client_id, kind order by count(*) desc, client_id, kind`.execute(db);
  return rows;
}
