import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table diagnostics add column repair jsonb;
comment on column diagnostics.repair is 'The last finished work order of the AERO and what its measures say of it (domain/diagnostics/repaired)';
`;

/** A finished work order is not proven yet: later measures decide. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
