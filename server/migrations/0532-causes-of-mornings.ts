import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What asks for attention is found by its cause, however many boxes there are.
create index diagnostics_reported on diagnostics (aero_id) where verdict in ('bad', 'watch');
create index boxes_quiet on boxes (least(last_send, aero1_send, aero2_send));
create index boxes_unheard on boxes (created_at) where last_send is null;
create index forecast_weeks_largest on forecast_weeks ((chances[peak]) desc nulls last, aero_id);
create index alerts_created on alerts (created_at);
create index alerts_cleared on alerts (cleared_at) where cleared_at is not null;
create index sami_history_at on sami_history (at);
`;

/** Indexes for the causes of attention: findings, quiet boxes, weeks with a large chance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
