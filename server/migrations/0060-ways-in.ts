import { type Kysely, sql } from 'kysely';

/**
 * An e-mail that somebody asked to have in place of theirs, until its link is followed. And links to files
 * that lay in the outbox as they were sent: those that are still to go stay, the others are of no use.
 */
const STATEMENTS = `
create table email_changes (user_id integer primary key references users on delete cascade, email text not null, hash bytea not null unique,
  created_at timestamptz not null default now(), expires_at timestamptz not null);
update messages set payload = payload - 'path' where kind = 'export' and state <> 'queued';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
