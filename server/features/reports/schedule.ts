import { firstWorkingDay, monthBefore, monthOf } from '@aerowatch/domain/report/month';
import { type Db, transaction } from '../../platform/database/db.ts';
import { system } from '../../platform/viewer.ts';
import { queueMail } from '../outbox/queue.ts';
import { claimReports } from './store-subscriptions.ts';

/** The time zone of the railway's working day. */
const ZONE = 'Europe/Paris';
/** Hour of the first working day from which reports are sent. */
const HOUR = 6;

/** Queues the reports of last month, from the first working day of this one on; returns how many. */
export function sendReports(db: Db, now: number): Promise<number> {
  const running = monthOf(now, ZONE);
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(now);
  if (local < `${firstWorkingDay(running)} ${String(HOUR).padStart(2, '0')}:00`) return Promise.resolve(0);
  const month = monthBefore(running);
  return transaction(db, async (trx) => {
    const due = await claimReports(trx, system, month);
    for (const { user, client } of due) await queueMail(trx, { kind: 'report', userId: user, client, month });
    return due.length;
  });
}
