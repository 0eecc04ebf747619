import { type Db, transaction } from '../../platform/database/db.ts';
import { system } from '../../platform/viewer.ts';
import { queueMail } from '../outbox/queue.ts';
import { claimMornings } from './store-mornings.ts';

/** Queues the week ahead for users who chose this morning; returns how many. */
export function queueMornings(db: Db, now: Date): Promise<number> {
  return transaction(db, async (trx) => {
    const users = await claimMornings(trx, system, now);
    for (const userId of users) await queueMail(trx, { kind: 'week_ahead', userId });
    return users.length;
  });
}
