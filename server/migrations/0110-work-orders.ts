import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create table work_orders (id integer generated always as identity primary key, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  client_id integer not null references clients on delete cascade, box_id integer not null references boxes on delete cascade, aero_id integer references aeros on delete set null,
  title text not null default '', description text not null default '', kind text not null, source text not null, alert_id integer references alerts on delete set null,
  severity text not null default 'medium', state text not null default 'open', due_on date, assignee_id integer references users on delete set null,
  checklist jsonb not null default '[]', acts text[] not null default '{}', verdict text, mechanism text, cause text, closing_note text not null default '',
  external_reference text, external_url text, created_by integer references users on delete set null, closed_at timestamptz, closed_by integer references users on delete set null);
create unique index work_orders_one_open on work_orders (aero_id, kind) where state in ('open', 'planned') and aero_id is not null;
create unique index work_orders_reference on work_orders (client_id, external_reference) where external_reference is not null;
create index work_orders_client on work_orders (client_id, state);
create index work_orders_box on work_orders (box_id);
create index work_orders_aero on work_orders (aero_id);
create index work_orders_alert on work_orders (alert_id) where alert_id is not null;
create index work_orders_assignee on work_orders (assignee_id) where assignee_id is not null;
create table work_order_comments (id integer generated always as identity primary key, created_at timestamptz not null default now(),
  work_order_id integer not null references work_orders on delete cascade, user_id integer references users on delete set null, text text not null);
create index work_order_comments_order on work_order_comments (work_order_id);
create table work_order_photos (id integer generated always as identity primary key, created_at timestamptz not null default now(),
  work_order_id integer not null references work_orders on delete cascade, user_id integer references users on delete set null, caption text not null default '',
  width integer not null, height integer not null, size integer not null, keeps_position boolean not null default false, picture bytea not null);
create index work_order_photos_order on work_order_photos (work_order_id);`;

/** Work on the pole, and what was found there. Photos are deleted with their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
