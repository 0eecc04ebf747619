import { type Kysely, sql } from 'kysely';

/** What the provider is shown when somebody who came by single sign-on leaves: sealed, as long as the session. */
const STATEMENTS = `
alter table tokens add column sso_id_token text;
create index sso_identities_user on sso_identities (user_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
