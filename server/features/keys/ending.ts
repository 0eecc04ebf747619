import { KEY_DAYS } from '@aerowatch/domain/access';
import { DAY } from '@aerowatch/domain/durations';
import { type Db, transaction } from '../../platform/database/db.ts';
import { recordChanges } from '../../platform/events/events.ts';
import { system } from '../../platform/viewer.ts';
import { queueMail } from '../outbox/queue.ts';
import { claimEnding } from './store.ts';

/** Notifies owners, once, of keys that expire within two weeks or whose maker left; returns how many keys. */
export function tellOfEnding(db: Db, now: Date): Promise<number> {
  const until = new Date(now.getTime() + KEY_DAYS.told * DAY);
  return transaction(db, async (trx) => {
    const ending = await claimEnding(trx, system, now, until);
    for (const { name, prefix, expires_at, orphaned, owners } of ending)
      for (const userId of owners) {
        const kind = orphaned ? 'key_left' : 'key_ending';
        await queueMail(trx, { kind, userId, name, prefix, at: expires_at });
      }
    await recordChanges(
      trx,
      ending.map(({ id, client_id }) => ({ entity: 'keys', type: 'updated', id, clientId: client_id })),
    );
    return ending.length;
  });
}
