import { type Condition, normalizeCondition } from '@aerowatch/domain/alerting/condition';
import { readyMadeName } from '@aerowatch/i18n/ready-made';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { recordChanges } from '../../../platform/events/events.ts';

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

/**
 * The supervisors of a new client, so that monitoring works without set-up: mails go only to users who opt
 * in. Users read the names in their own language.
 */
export async function makeReadyMade(trx: Trx, client: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into supervisors (name, client_id, enabled, whole_client, ready_made)
    values (${readyMadeName('en')}, ${client}, true, true, true) returning id`.execute(trx);
  const { id } = rows[0]!;
  for (const [position, definition] of CONDITIONS.entries())
    await sql`insert into conditions (supervisor_id, position, definition) values (${id}, ${position}, ${JSON.stringify(definition)}::jsonb)`.execute(
      trx,
    );
  await recordChanges(trx, [{ entity: 'supervisors', type: 'added', id, clientId: client }]);
}
