import { type Cause, causesOf } from '@aerowatch/domain/work/causes-of-matters';
import { type Effect, matterFor, reconcile } from '@aerowatch/domain/work/reconcile';
import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import { publishEvents } from '../../outbox/store-events.ts';
import { prove } from './prove.ts';
import {
  attachAlerts,
  endGone,
  followCause,
  insertProposal,
  mattersChanged,
  noteMatters,
  returnProposal,
} from './store-effects.ts';
import { type KnownBox, knownBoxes, lockBoxes, takeDueBoxes } from './store-facts.ts';

/** Boxes compared in one transaction. */
const BOXES_A_TURN = 50;

/**
 * Compares the present causes of boxes that are due with their matters, and writes what is missing; returns
 * the number of boxes. The note that a box is due is deleted in the same transaction: after a crash the next
 * turn repeats it.
 */
export function proposeDue(db: Db, now: Date): Promise<number> {
  return transaction(db, async (trx) => {
    const boxes = await takeDueBoxes(trx, BOXES_A_TURN);
    if (boxes.length === 0) return 0;
    await lockBoxes(trx, boxes);
    for (const box of await knownBoxes(trx, boxes, now)) await compare(trx, box, now);
    return boxes.length;
  });
}

async function compare(trx: Trx, box: KnownBox, now: Date): Promise<void> {
  const { client, facts } = box;
  if (client === null) return;
  const causes = causesOf(facts);
  const written = await prove(trx, box, causes, now);
  // A reopened order counts for its cause.
  const matters = box.matters.map((matter) =>
    written.includes(matter.id) ? { ...matter, state: 'open' as const, proof: null, closedAt: null } : matter,
  );
  const proposed = new Map<Cause, number>();
  const proposedNow: number[] = [];
  for (const effect of reconcile(causes, matters, now.getTime())) {
    const id = await apply(trx, { id: box.id, client }, effect, now);
    if (id !== undefined) written.push(id);
    if (id !== undefined && effect.type === 'propose') proposed.set(effect.cause, id);
    if (id !== undefined && (effect.type === 'propose' || effect.type === 'return')) proposedNow.push(id);
  }
  written.push(...(await join(trx, { ...box, client, matters }, causes, proposed)));
  if (written.length > 0) await mattersChanged(trx, written, client);
  await publishEvents(
    trx,
    proposedNow.map((id) => ({ type: 'work_order.proposed', id, clientId: client })),
  );
}

/** Returns the changed matter. */
async function apply(
  trx: Trx,
  box: { readonly id: number; readonly client: number },
  effect: Effect,
  now: Date,
): Promise<number | undefined> {
  if (effect.type === 'propose') {
    const id = await insertProposal(trx, box, effect.cause);
    if (id !== undefined) await noteMatters(trx, [id], 'proposed', null, { source: effect.cause.source });
    return id;
  }
  if (effect.type === 'follow') {
    const { id, cause, dueOn, proposed } = effect;
    return (await followCause(trx, id, cause, dueOn, proposed)) ? id : undefined;
  }
  if (effect.type === 'return') {
    await returnProposal(trx, effect.id, effect.cause, effect.why, now);
    await noteMatters(trx, [effect.id], 'returned', null, { why: effect.why });
    return effect.id;
  }
  await endGone(trx, effect.id, effect.proposed, now);
  await noteMatters(trx, [effect.id], 'gone', null);
  return effect.id;
}

/** Alerts show their matter, and belong to its owner. */
async function join(
  trx: Trx,
  { client, matters, matterOfAlert }: KnownBox & { readonly client: number },
  causes: readonly Cause[],
  proposed: ReadonlyMap<Cause, number>,
): Promise<number[]> {
  const grown: number[] = [];
  for (const cause of causes) {
    const matter = proposed.get(cause) ?? matterFor(cause, matters)?.id;
    const alerts = cause.alerts.filter((id) => matterOfAlert.get(id) !== matter);
    if (matter === undefined || alerts.length === 0) continue;
    const joined = await attachAlerts(trx, matter, alerts);
    if (joined.length > 0) grown.push(matter);
    await recordChanges(
      trx,
      joined.map((id) => ({ entity: 'alerts', type: 'updated', id, clientId: client })),
    );
  }
  return grown;
}
