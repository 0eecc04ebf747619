import { type Kysely, sql } from 'kysely';

/**
 * Signatures of the vendor over the manifest of a firmware (none: this server signs when it is offered), and
 * the data of a rollout that downgrades or needs a second person.
 */
const STATEMENTS = `
alter table firmwares add column not_before timestamptz, add column signatures jsonb not null default '[]';
alter table rollouts add column allow_downgrade boolean not null default false, add column reason text not null default '', add column permit jsonb,
  add column approved_by integer references users on delete set null, add column approved_at timestamptz;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
