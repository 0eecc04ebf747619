import { type Kysely, sql } from 'kysely';

/**
 * Requested e-mail addresses until their link is opened. Also encrypts links to files in the outbox: unsent
 * ones are kept, the others are no longer needed.
 */
const STATEMENTS = `
create table email_changes (user_id integer primary key references users on delete cascade, email text not null, hash bytea not null unique,
  created_at timestamptz not null default now(), expires_at timestamptz not null);
update messages set payload = payload - 'path' where kind = 'export' and state <> 'queued';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
