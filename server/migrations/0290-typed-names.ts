import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create index audit_personal_typed on audit_personal (lower(content::jsonb->>'entity_name')) where person is null and part = 'subject';
comment on index audit_personal_typed is 'Names that somebody typed to come in: found when whoever has that name is deleted';`;

/** Names typed at sign-in are stored beside the audit log, and deleted with the person they belong to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
