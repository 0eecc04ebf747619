import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table box_silences add client_id integer;
comment on column box_silences.client_id is 'Who was told; a box that comes to another client is silent there anew';
update box_silences s set client_id = b.client_id from boxes b where b.id = s.box_id;`;

/** A box is reported as back to the client that was notified of its silence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
