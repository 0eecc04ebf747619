import type { Cause } from '@aerowatch/domain/work/causes-of-matters';
import { proofNow } from '@aerowatch/domain/work/proof';
import { matterFor } from '@aerowatch/domain/work/reconcile';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { recordChange } from '../../../platform/events/events.ts';
import { system } from '../../../platform/viewer.ts';
import { auditedOf } from '../change.ts';
import { publishOrders } from '../publish.ts';
import { orderById } from '../store.ts';
import { updateOrder } from '../store-write.ts';
import { tellProof } from '../tell.ts';
import { openedAgain } from './acts.ts';
import { mattersChanged, noteMatters } from './store-effects.ts';
import type { KnownBox } from './store-facts.ts';

/** Updates finished orders with the present result of measures; returns those that are open again. */
export async function prove(trx: Trx, box: KnownBox, causes: readonly Cause[], now: Date): Promise<number[]> {
  const opened: number[] = [];
  for (const matter of box.matters) {
    const { id, kind, closedAt } = matter;
    if (matter.state !== 'done' || matter.proof !== 'verifying' || closedAt === null) continue;
    const repair = box.repairs.get(id) ?? null;
    const cause = causes.find((one) => matterFor(one, [matter]) !== undefined);
    const heard = box.heardAt > closedAt;
    const facts = { kind, closedAt, repair: repair?.state ?? null, causeSince: cause?.since ?? null, heard };
    const proof = proofNow(facts, now.getTime());
    if (proof === null) continue;
    const measured = { moved: repair?.moved ?? null, called: repair?.called ?? null };
    await said(trx, id, proof, measured);
    if (proof === 'not_proven') opened.push(id);
  }
  return opened;
}

/** The result of measures for an order: it is closed, open again, or needs a user's confirmation. */
async function said(
  trx: Trx,
  id: number,
  proof: 'proven' | 'not_proven' | 'word',
  measured: Readonly<Record<string, number | null>>,
): Promise<void> {
  const before = await orderById(trx, system, id);
  await updateOrder(trx, id, proof === 'not_proven' ? openedAgain(before) : { proof });
  await noteMatters(trx, [id], proof === 'word' ? 'asked' : proof, null, measured);
  const clientId = before.client_id;
  await recordAudit(trx, system, {
    action: proof === 'not_proven' ? 'reopen' : 'verify',
    entity: 'work_orders',
    id,
    name: auditedOf(before, { language: 'en' }).title,
    clientId,
    before: { state: before.state, proof: before.proof },
    after: { state: proof === 'not_proven' ? 'open' : 'done', proof },
  });
  await mattersChanged(trx, [id], clientId);
  await recordChange(trx, { entity: 'work_orders', type: 'updated', id, clientId });
  if (proof !== 'proven') await tellProof(trx, before, proof === 'word' ? 'asked' : proof);
  await publishOrders(trx, 'work_order.changed', [before]);
}
