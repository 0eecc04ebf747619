import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table supervisor_scope_due alter column box_id drop not null, add column supervisor_id integer,
  add constraint supervisor_scope_due_one check (num_nonnulls(box_id, supervisor_id) = 1);
comment on table supervisor_scope_due is 'Boxes that changed, and supervisors that were written: what those follow is looked at again';`;

/** A changed supervisor is one item to check, instead of every box of its client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
