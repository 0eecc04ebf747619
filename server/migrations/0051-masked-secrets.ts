import { type Kysely, sql } from 'kysely';
import { maskPayload, maskText } from '../features/measures/set-aside/mask.ts';

const PAGE = 200;

/** Masks passwords and PINs of boxes in messages that were set aside before masking existed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; payload: Buffer; detail: string | null }>`
      select id, payload, detail from set_aside where id > ${after} and not single order by id limit ${PAGE}`.execute(
      db,
    );
    for (const { id, payload, detail } of rows) {
      after = id;
      const masked = { payload: maskPayload(payload), detail: detail === null ? null : maskText(detail) };
      if (masked.payload !== payload || masked.detail !== detail)
        await sql`update set_aside set payload = ${masked.payload}, detail = ${masked.detail} where id = ${id}`.execute(
          db,
        );
    }
    if (rows.length < PAGE) return;
  }
}
