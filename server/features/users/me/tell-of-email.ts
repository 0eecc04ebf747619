import type { Trx } from '../../../platform/database/db.ts';
import { queueMail } from '../../outbox/queue.ts';

/** Notifies an address that the account's e-mail has changed. */
export async function tellOfEmail(trx: Trx, userId: number, to: string, email: string): Promise<void> {
  await queueMail(trx, { kind: 'email_changed', userId, to, email });
}
