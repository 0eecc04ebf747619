import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Browsers that people are notified in. What a push service takes is kept sealed; its fingerprint tells one from another.
create table push_browsers (id integer primary key generated always as identity, user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(), last_sent_at timestamptz, name text not null, fingerprint text not null unique, subscription text not null default '');
create index push_browsers_user on push_browsers (user_id);
-- The key pair that push services know this console by (VAPID), made when it is first needed; the private half sealed.
create table push_keys (id boolean primary key default true check (id), public_key text not null, private_key text not null);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
