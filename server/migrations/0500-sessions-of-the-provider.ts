import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table tokens add column sso_sid text;
comment on column tokens.sso_sid is 'Session at the OpenID provider (sid), which it names when it ends it';
create index tokens_sso_sid on tokens (sso_sid) where sso_sid is not null;
`;

/** Which session of the OpenID provider a session came from, for back-channel logout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
