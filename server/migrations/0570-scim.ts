import { type Kysely, sql } from 'kysely';

const ID = 'id integer generated always as identity primary key';
const STATEMENTS = `
create table scim_tokens (${ID}, created_at timestamptz not null default now(), name text not null,
  client_id integer references clients on delete cascade, prefix text not null, hash bytea not null unique,
  last_used_at timestamptz, created_by integer references users on delete set null);
comment on column scim_tokens.client_id is 'The client whose people it reaches; null: everybody';
create table scim_people (user_id integer primary key references users on delete cascade,
  external_id text, is_made boolean not null);
comment on table scim_people is 'People whom a directory named or made (is_made) by SCIM';
create index scim_people_external on scim_people (external_id) where external_id is not null;
create table scim_groups (${ID}, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  client_id integer references clients on delete cascade, name text not null, external_id text,
  role_id integer references groups);
comment on column scim_groups.role_id is 'The role that its name stands for; null: none';
create unique index scim_groups_name on scim_groups (coalesce(client_id, 0), lower(name));
create table scim_members (group_id integer not null references scim_groups on delete cascade,
  user_id integer not null references users on delete cascade, primary key (group_id, user_id));
create index scim_members_user on scim_members (user_id);
`;

/** Directories that create, change and deactivate people (SCIM 2.0): their tokens, people and groups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
