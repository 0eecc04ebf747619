import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** The model type of AEROs, by id. For ids that have been checked. */
export async function modelsOf(db: Db, aeros: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; model_type: number }>`
    select id, model_type from aeros where id = any(${[...aeros]}::int[]) order by id`.execute(db);
  return new Map(rows.map(({ id, model_type }) => [id, model_type]));
}
