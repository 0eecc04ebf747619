import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table supervisors add column ready_made boolean not null default false;
comment on column supervisors.ready_made is 'A client began with it and nobody made it their own: it goes with the client';
update supervisors s set ready_made = true where s.whole_client
  and not exists (select from audit a where a.entity = 'supervisors' and a.entity_id = s.id and a.action in ('create', 'update'));`;

/** Any supervisor may follow a whole client now, so ready-made supervisors get a column of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
