import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import { system } from '../../../platform/viewer.ts';
import { chainsOf } from '../../duty/store.ts';
import { NOTIFICATIONS_CHANNEL } from '../../outbox/queue.ts';
import { orderById } from '../store.ts';
import { tellDuty } from '../tell.ts';
import { mattersChanged, noteMatters } from './store-effects.ts';
import { type DueMatter, queueByRules, stayPut, takeDueMatters, waitFor } from './store-escalate.ts';

/** Matters given on in one transaction. */
const A_TURN = 50;

/**
 * Gives matters that nobody accepted to the next person of their client's roster: who is on duty first, then
 * who follows. The step, its history and all that is told are written in one transaction with the row locked:
 * after a crash it is repeated as a whole, and no other process does it a second time. Returns how many.
 */
export function escalateDue(db: Db, now: Date): Promise<number> {
  return transaction(db, async (trx) => {
    const due = await takeDueMatters(trx, now, A_TURN);
    const chains = await chainsOf(trx, [...new Set(due.map(({ client_id }) => client_id))], now.getTime());
    let queued = 0;
    for (const matter of due) queued += await giveOn(trx, matter, chains.get(matter.client_id) ?? [], now);
    if (queued > 0) await wake(trx, NOTIFICATIONS_CHANNEL);
    return due.length;
  });
}

async function giveOn(trx: Trx, matter: DueMatter, chain: readonly number[], now: Date): Promise<number> {
  const { id, client_id, asked } = matter;
  const next = chain.find((user) => !asked.includes(user));
  if (next === undefined) {
    await stayPut(trx, id, asked.length);
    if (asked.length > 0) await noteMatters(trx, [id], 'unanswered', null);
    return 0;
  }
  const isFirst = asked.length === 0;
  await waitFor(trx, id, next, asked.length + 1, now);
  await noteMatters(trx, [id], isFirst ? 'on_duty' : 'escalated', null, { assignee: next });
  await mattersChanged(trx, [id], client_id);
  await tellDuty(trx, await orderById(trx, system, id), next, isFirst ? 'on_duty' : 'escalated');
  // Rules told the person on duty as they fired.
  return isFirst ? 0 : queueByRules(trx, id, next);
}
