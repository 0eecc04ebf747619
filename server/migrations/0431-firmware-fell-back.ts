import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table boxes add column firmware_fell_back text, add column firmware_fell_back_at timestamptz;
comment on column boxes.firmware_fell_back is 'The version that the box ran before it reported an older one that nobody asked for; null: none';
`;

/** A box that reverts to an older firmware is marked as such until it runs the newer one again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
