import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create index audit_personal_typed on audit_personal (lower(content::jsonb->>'entity_name')) where person is null and part = 'subject';
comment on index audit_personal_typed is 'Names that somebody typed to come in: found when whoever has that name is deleted';`;

/** What somebody typed to sign in stands beside the audit log, and goes with the person whose name it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
