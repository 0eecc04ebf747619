import { sql } from 'kysely';
import type { PublishedEvent } from '../outbox/store-events.ts';
import type { Trx } from '../platform/database/db.ts';

/** Boxes that fell silent (no data for more than a week, as their status says) or are back, since it was last looked. Acts for the server itself. */
export async function silencesNow(trx: Trx): Promise<PublishedEvent[]> {
  const { rows } = await sql<{ id: number; client: number | null; silent: boolean }>`
    with fell as (insert into box_silences (box_id, since) select id, last_send + interval '7 days' from boxes
        where last_send < now() - interval '7 days' on conflict do nothing returning box_id),
      back as (delete from box_silences s using boxes b where b.id = s.box_id and b.last_send >= now() - interval '7 days' returning s.box_id)
    select b.id, b.client_id as client, true as silent from fell join boxes b on b.id = fell.box_id
    union all select b.id, b.client_id, false from back join boxes b on b.id = back.box_id
    order by 1`.execute(trx);
  return rows.map(({ id, client, silent }) => ({
    type: silent ? 'box.silent' : 'box.back',
    id,
    clientId: client,
  }));
}
