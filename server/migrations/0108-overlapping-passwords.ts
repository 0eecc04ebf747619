import { type Kysely, sql } from 'kysely';

/** The previous password of a box, while it is still valid. */
const STATEMENTS = `
alter table boxes add column previous_secret_hash bytea, add column previous_secret_until timestamptz;
create index boxes_previous_secret on boxes (previous_secret_until) where previous_secret_until is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
