import { type Kysely, sql } from 'kysely';

/** Spellings of the names of a box's secrets in messages. */
const NAMES = '(cellular[^a-z0-9]?password|cellular[^a-z0-9]?pin|maintenance[^a-z0-9]?password)';

/**
 * The set-aside list is limited: by quota per box and day, counted in `set_aside_days`, and by retention. Box
 * 0 means messages without a box; the table has no foreign key, so that the counts of deleted boxes remain.
 * Messages masked earlier are marked as such.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table set_aside add column masked boolean not null default false`.execute(db);
  await sql`
    update set_aside set masked = true
    where not single and position('\\x2a2a2a'::bytea in payload) > 0 and encode(payload, 'escape') ~* ${sql.lit(NAMES)}`.execute(
    db,
  );
  await sql`create index set_aside_received on set_aside (received_at)`.execute(db);
  await sql`alter table box_ledgers add column not_kept bigint not null default 0`.execute(db);
  await sql`
    create table set_aside_days (
      box_id integer not null, day date not null, bytes bigint not null default 0,
      not_kept bigint not null default 0, not_kept_bytes bigint not null default 0, primary key (box_id, day))`.execute(
    db,
  );
}
