import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- The token itself, sealed: a box that connects again during its download is offered the same address.
alter table rollout_boxes add column token_sealed text;
-- Failures of the wave that somebody saw and went on in spite of.
alter table rollouts add column accepted_failures integer not null default 0;
create index rollout_boxes_open on rollout_boxes (rollout_id, wave) where state not in ('installed', 'failed', 'cancelled');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
