import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table notes add column metrics text[];
comment on column notes.metrics is 'Of a baseline reset: the metrics that begin anew, after a sensor was replaced; null: all';
`;

/** A replaced sensor begins only the history of what it measures anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
