import { type Kysely, sql } from 'kysely';

/**
 * Keys expire, and may do what their scopes allow. Existing keys could only read, which they keep; they are
 * valid for a year after the upgrade, so that nothing stops at once and their owners are notified in time. A
 * key may have the scope for work orders.
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
