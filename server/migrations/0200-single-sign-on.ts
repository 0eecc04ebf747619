import { type Kysely, sql } from 'kysely';

/**
 * The token shown to the provider when a single sign-on user signs out: encrypted, kept as long as the
 * session.
 */
const STATEMENTS = `
alter table tokens add column sso_id_token text;
create index sso_identities_user on sso_identities (user_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
