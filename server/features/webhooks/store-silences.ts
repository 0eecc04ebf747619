import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import { quietTerm } from '../aeros/store-contact-status.ts';
import type { PublishedEvent } from '../outbox/store-events.ts';

/**
 * Boxes that fell silent, as a whole or one AERO of them, or came back since the last check. Silent: a
 * condition on silence fires for one of its AEROs (a number of upload intervals set by the client), or there
 * is no data for more than a week, by its status. Back: heard since; changing or disabling a rule does not
 * count. A box that moves to another client starts anew. Acts for the server itself.
 */
export async function silencesNow(trx: Trx): Promise<PublishedEvent[]> {
  const { rows } = await sql<{ id: number; client: number | null; silent: boolean }>`
    with now_silent as (
        select b.id from boxes b where ${quietTerm} < now() - interval '7 days'
        union select a.box_id from conditions c join supervisors s on s.id = c.supervisor_id and s.enabled
          join episodes e on e.condition_id = c.id join aeros a on a.id = e.aero_id
        where c.definition->>'metric' = 'silence' and coalesce((e.state->>'holds')::boolean, e.state->>'state' = 'firing', false)),
      fell as (insert into box_silences (box_id, client_id, since)
        select b.id, b.client_id, coalesce(${quietTerm}, now()) from now_silent join boxes b using (id)
        on conflict do nothing returning box_id, client_id),
      gone as (delete from box_silences s using boxes b where b.id = s.box_id and (s.client_id is distinct from b.client_id
          or ${quietTerm} > s.since and not exists (select from now_silent n where n.id = s.box_id))
        returning s.box_id, s.client_id is not distinct from b.client_id as back, b.client_id)
    select box_id as id, client_id as client, true as silent from fell
    union all select box_id, client_id, false from gone where back
    order by 1`.execute(trx);
  return rows.map(({ id, client, silent }) => ({
    type: silent ? 'box.silent' : 'box.back',
    id,
    clientId: client,
  }));
}
