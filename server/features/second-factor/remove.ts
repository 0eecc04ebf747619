import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { recheckSessions } from '../../platform/events/events.ts';
import type { System, UserViewer } from '../../platform/viewer.ts';
import { queueMail } from '../outbox/queue.ts';
import { aboutUser } from '../users/about.ts';
import { deletePasskeys } from './passkeys/store-passkeys.ts';
import { deleteCodes, deleteTotp, factorsOf } from './store-factors.ts';

/** The person whose factors are removed. */
interface Holder {
  readonly id: number;
  readonly email: string;
  readonly client_id: number | null;
}

/** Removes all factors of somebody who lost them; both people are notified. False when there were none. */
export async function removeFactors(trx: Trx, by: UserViewer | System, holder: Holder): Promise<boolean> {
  const { totp, passkeys } = await factorsOf(trx, by, holder.id);
  await deleteTotp(trx, holder.id);
  await deletePasskeys(trx, holder.id);
  await deleteCodes(trx, holder.id);
  await recheckSessions(trx, holder.id);
  await recordAudit(trx, by, {
    action: 'remove_second_factor',
    ...aboutUser(holder),
    before: { factors: [...(totp === null ? [] : ['totp']), ...Array(passkeys).fill('passkey')] },
  });
  if (totp === null && passkeys === 0) return false;
  const who = by.kind === 'user' ? by.name : '';
  const notified = by.kind === 'user' && by.id !== holder.id ? [holder.id, by.id] : [holder.id];
  for (const userId of notified)
    await queueMail(trx, { kind: 'factors_removed', userId, email: holder.email, by: who });
  return true;
}
