import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * The audit log as an unchangeable chain. Personal data is stored beside it, so that it can be removed when a
 * person is deleted: the chain contains only its salted hash. New entries wait until they are chained.
 */
const TABLES = `
drop trigger audit_no_change on audit;
alter table audit add column personal jsonb not null default '{}';
create table audit_personal (audit_id bigint not null references audit, part text not null check (part in ('actor', 'subject')), person integer, salt bytea not null, content text not null, primary key (audit_id, part));
create index audit_personal_person on audit_personal (person);
create table audit_waiting (audit_id bigint primary key);
create table audit_chain (seq bigint primary key, audit_id bigint not null unique, hash bytea not null, at timestamptz not null default now());
create table audit_heads (seq bigint primary key, hash bytea not null, entries bigint not null, at timestamptz not null default now());
create table audit_settings (retention_days integer);
insert into audit_settings values (null);
`;
const RULES = `
alter table audit drop column user_name, drop column address;
create view audit_told as
  select a.id, a.at, a.user_id, coalesce(actor.held->>'user_name', '#' || a.user_id, '') as user_name, a.client_id, a.action, a.entity, a.entity_id,
    coalesce(subject.held->>'entity_name', a.entity_name) as entity_name, a.changes || coalesce(subject.held->'changes', '{}') as changes,
    actor.held->>'address' as address, actor.held->>'device' as device
  from audit a
    left join lateral (select content::jsonb as held from audit_personal p where p.audit_id = a.id and p.part = 'actor') actor on true
    left join lateral (select content::jsonb as held from audit_personal p where p.audit_id = a.id and p.part = 'subject') subject on true;
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('aerowatch.audit_prune', true) = 'yes' and tg_op = 'DELETE' then return old; end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_no_change before update or delete on audit for each row execute function audit_is_append_only();
create trigger audit_no_truncate before truncate on audit for each statement execute function audit_is_append_only();
create trigger audit_chain_no_change before update or delete on audit_chain for each row execute function audit_is_append_only();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function audit_is_append_only();
create trigger audit_heads_no_change before update or delete on audit_heads for each row execute function audit_is_append_only();
create trigger audit_heads_no_truncate before truncate on audit_heads for each statement execute function audit_is_append_only();
create trigger audit_personal_no_change before update on audit_personal for each row execute function audit_is_append_only();
create function audit_prune() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  days integer := (select retention_days from audit_settings);
  first_kept bigint;
  last audit_chain;
  gone bigint;
begin
  if days is null then return 0; end if;
  perform pg_advisory_xact_lock(7306221);
  select min(c.seq) into first_kept from audit_chain c join audit a on a.id = c.audit_id where a.at >= now() - make_interval(days => days);
  select * into last from audit_chain where seq < coalesce(first_kept, 9223372036854775807) order by seq desc limit 1;
  if last.seq is null then return 0; end if;
  perform set_config('aerowatch.audit_prune', 'yes', true);
  create temporary table pruned on commit drop as select audit_id from audit_chain where seq <= last.seq;
  delete from audit_personal where audit_id in (select audit_id from pruned);
  delete from audit_chain where seq <= last.seq;
  delete from audit where id in (select audit_id from pruned);
  get diagnostics gone = row_count;
  insert into audit_heads (seq, hash, entries) values (last.seq, last.hash, gone);
  drop table pruned;
  perform set_config('aerowatch.audit_prune', '', true);
  return gone;
end $$;
revoke all on function audit_prune() from public;
`;
const PERSONAL = ['email', 'first_name', 'last_name', 'phone'];
const BATCH = 2000;

interface Row {
  id: number;
  user_id: number | null;
  user_name: string;
  address: string | null;
  entity: string;
  entity_id: number | null;
  entity_name: string;
  changes: Record<string, unknown>;
}
interface Part {
  audit_id: number;
  part: 'actor' | 'subject';
  person: number | null;
  salt: string;
  content: string;
  hash: string;
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
  for (let after = 0; ; ) {
    const { rows } =
      await sql<Row>`select id, user_id, user_name, address, entity, entity_id, entity_name, changes
      from audit where id > ${after} order by id limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    await split(db, rows);
  }
  await sql.raw(RULES).execute(db);
}

/**
 * Moves personal data out of the rows. A copy of `platform/audit/personal` as it was when this was released.
 */
async function split(db: Kysely<unknown>, rows: readonly Row[]): Promise<void> {
  const parts = rows.flatMap(partsOf);
  await sql`insert into audit_personal (audit_id, part, person, salt, content)
    select x.audit_id, x.part, x.person, decode(x.salt, 'hex'), x.content
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x(audit_id bigint, part text, person integer, salt text, content text)`.execute(
    db,
  );
  await sql`update audit a set personal = p.hashes from (
      select x.audit_id, jsonb_object_agg(x.part, x.hash) as hashes
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x(audit_id bigint, part text, hash text) group by 1) p
    where a.id = p.audit_id`.execute(db);
  const users = rows.filter(isOfPerson).map(({ id, changes }) => ({ id, changes: masked(changes) }));
  if (users.length > 0)
    await sql`update audit a set entity_name = '#' || a.entity_id, changes = x.changes
      from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as x(id bigint, changes jsonb) where a.id = x.id`.execute(
      db,
    );
  await sql`insert into audit_waiting select unnest(${rows.map((row) => row.id)}::bigint[])`.execute(db);
}

const isOfPerson = (row: Row) => row.entity === 'users' && row.entity_id !== null;

function masked(changes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      PERSONAL.includes(name) ? { from: '•', to: '•' } : value,
    ]),
  );
}

function partsOf(row: Row): Part[] {
  const make = (part: Part['part'], person: number | null, held: object): Part => {
    const salt = randomBytes(16);
    const content = JSON.stringify(held);
    const hash = createHash('sha256').update(salt).update(content).digest('hex');
    return { audit_id: row.id, part, person, salt: salt.toString('hex'), content, hash };
  };
  const actor = make('actor', row.user_id, {
    user_name: row.user_name,
    address: row.address,
    device: null,
  });
  if (!isOfPerson(row)) return [actor];
  const changes = Object.fromEntries(Object.entries(row.changes).filter(([name]) => PERSONAL.includes(name)));
  return [actor, make('subject', row.entity_id, { entity_name: row.entity_name, changes })];
}
