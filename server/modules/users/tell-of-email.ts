import { queueMail } from '../../outbox/queue.ts';
import type { Trx } from '../../platform/database/db.ts';

/** Says to an address that the e-mail of the account is another one now. */
export async function tellOfEmail(trx: Trx, userId: number, to: string, email: string): Promise<void> {
  await queueMail(trx, { kind: 'email_changed', userId, to, email });
}
