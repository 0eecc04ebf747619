import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // Measures that added a value to a stored one: received = stored + merged + duplicates + set aside.
  'alter table box_ledgers add column merged bigint not null default 0',
  `alter table set_aside add column conflict jsonb`,
  `comment on column set_aside.conflict is 'metric, stored and refused value, where a value differs from the stored one'`,
  'alter table aero_due add column filled smallint not null default 0',
  `comment on column aero_due.filled is 'Metrics, as bits, that a datapoint stored before got now'`,
];

/** A later measure of the same moment fills missing values, and a different value is set aside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
