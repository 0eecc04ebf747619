import { type Kysely, sql } from 'kysely';

/**
 * Keys end, and may do what their scopes say. Those made before could read and nothing else, which is what they
 * keep; they live a year from the upgrade on, so that nothing stops by it and their owners are told in time.
 * Work may be asked for by a key.
 */
const STATEMENTS = `
alter table api_keys add column expires_at timestamptz not null default now() + interval '365 days', add column scopes text[] not null default '{read}',
  add column created_by integer references users on delete set null, add column told_at timestamptz;
create index api_keys_ending on api_keys (expires_at) where told_at is null and revoked_at is null;
alter table jobs alter column user_id drop not null, add column key_id integer references api_keys on delete cascade,
  add constraint jobs_of_somebody check (user_id is not null or key_id is not null);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
