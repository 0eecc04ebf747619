import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table tokens add column former_hash bytea, add column former_until timestamptz;
create unique index tokens_former on tokens (former_hash) where former_hash is not null;
comment on column tokens.former_hash is 'The token that this session had before somebody proved again to be there';
comment on column tokens.former_until is 'How long it answers; without one until the new token was used';`;

/** A session gets a new token when its owner confirms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
