import { type Kysely, sql } from 'kysely';

/**
 * Second factors, open challenges, and data that distinguishes sessions. Secrets that must be read again are
 * encrypted (`totp_factors`), the others hashed.
 */
const STATEMENTS = `
create table totp_factors (user_id integer primary key references users on delete cascade, secret text, confirmed_at timestamptz, last_step bigint not null default 0,
  pending text, pending_at timestamptz);
create table passkeys (id integer generated always as identity primary key, user_id integer not null references users on delete cascade, name text not null,
  credential_id text not null unique, public_key bytea not null, counter bigint not null default 0, transports text[] not null default '{}',
  created_at timestamptz not null default now(), last_used_at timestamptz);
create index passkeys_user on passkeys (user_id);
create table recovery_codes (id integer generated always as identity primary key, user_id integer not null references users on delete cascade, hash bytea not null,
  used_at timestamptz, unique (user_id, hash));
create table challenges (id integer generated always as identity primary key, hash bytea not null unique, kind text not null,
  user_id integer references users on delete cascade, address text not null, data jsonb not null default '{}', tries integer not null default 0,
  expires_at timestamptz not null);
create index challenges_expiry on challenges (expires_at);
create table sso_identities (issuer text not null, sub text not null, user_id integer not null references users on delete cascade,
  linked_at timestamptz not null default now(), primary key (issuer, sub), unique (issuer, user_id));
alter table users add column must_change_password boolean not null default false;
alter table clients add column require_second_factor boolean not null default false;
alter table tokens add column method text not null default 'password', add column address text, add column device text,
  add column last_used_at timestamptz;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
