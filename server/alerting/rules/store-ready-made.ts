import { type Condition, normalizeCondition } from '@aerowatch/domain/alerting/condition';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import { recordChanges } from '../../platform/events/events.ts';

const NAME = 'Silence and diagnoses';
const BASE = { period: { value: 0, unit: 'minutes' }, actions: [{ type: 'email' }] } as const;
const CONDITIONS: readonly Condition[] = [
  normalizeCondition({ ...BASE, actions: [...BASE.actions], metric: 'silence', comparator: 'gt', value: 3 }),
  normalizeCondition({
    ...BASE,
    actions: [...BASE.actions],
    metric: 'finding',
    comparator: 'gte',
    value: 1,
    finding: 'any',
  }),
];

/** What a new client starts with, so that nobody has to know of it: mails go to who opts in. */
export async function makeReadyMade(trx: Trx, client: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into supervisors (name, client_id, enabled, whole_client) values (${NAME}, ${client}, true, true) returning id`.execute(
    trx,
  );
  const { id } = rows[0]!;
  for (const [position, definition] of CONDITIONS.entries())
    await sql`insert into conditions (supervisor_id, position, definition) values (${id}, ${position}, ${JSON.stringify(definition)}::jsonb)`.execute(
      trx,
    );
  await recordChanges(trx, [{ entity: 'supervisors', type: 'added', id, clientId: client }]);
}

/** Supervisors of a whole client watch each AERO that it has now; how many came. */
export async function followClients(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    with came as (
      insert into supervisor_aeros (supervisor_id, aero_id)
      select s.id, a.id from supervisors s join boxes b on b.client_id = s.client_id join aeros a on a.box_id = b.id
      where s.whole_client and not exists (select from supervisor_aeros sa where sa.supervisor_id = s.id and sa.aero_id = a.id)
      order by 1, 2 on conflict do nothing returning supervisor_id, aero_id),
    due as (insert into diagnosis_due (aero_id) select distinct aero_id from came
      where exists (select from diagnosis_days d where d.aero_id = came.aero_id) order by 1 on conflict do nothing)
    select s.id, s.client_id from supervisors s where s.id in (select supervisor_id from came)`.execute(trx);
  await recordChanges(
    trx,
    rows.map(({ id, client_id: clientId }) => ({ entity: 'supervisors', type: 'updated', id, clientId })),
  );
  return rows.length;
}
