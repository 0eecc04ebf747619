import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table clients add column forecast_threshold integer not null default 20 check (forecast_threshold between 1 and 100);
comment on column clients.forecast_threshold is 'Percent: a chance of the week ahead from this on is a proposal and a warning';
-- Proposals about the week ahead come and go with it.
create function note_forecast_threshold() returns trigger language plpgsql as $$ begin
  insert into matters_due (box_id) select id from boxes where client_id = new.id;
  return null;
end $$;
create trigger note_forecast_threshold after update of forecast_threshold on clients for each row
  when (old.forecast_threshold <> new.forecast_threshold) execute function note_forecast_threshold();
`;

/** From which chance of the week ahead on something is proposed, by client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
