import type { Parts } from '../../../parts.ts';
import { newSecret, sameBytes, sha256 } from '../../../platform/crypto/secrets.ts';
import { transaction } from '../../../platform/database/db.ts';
import type { Claim } from '../../../platform/mqtt/broker.ts';
import { system } from '../../../platform/viewer.ts';
import { createBox } from '../create.ts';
import {
  addWaiting,
  admit,
  type ClaimRow,
  claimForUpdate,
  claimOf,
  hasRoom,
  MOST_WAITING,
  useClaim,
} from './store-claims.ts';

/** Both positions: which of them measures is seen from what it sends. */
export const BOTH_AEROS = [{ position: 1 as const }, { position: 2 as const }];

/** Whether the code of a label is that of the claim; a serial number without one takes as long. */
export function isCode(claim: ClaimRow | undefined, hash: Buffer): boolean {
  return sameBytes(hash, claim?.code_hash ?? sha256(newSecret()));
}

/**
 * A serial number that no box has came with its claim: it becomes a box without a client, which waits. False:
 * it is refused.
 */
export async function enterWaiting(
  parts: Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>,
  { serial, hash, network }: Claim,
): Promise<boolean> {
  // Most are refused here, without a transaction.
  if (!isCode(await claimOf(parts.db, serial), hash)) return false;
  return transaction(parts.db, async (trx) => {
    const claim = await claimForUpdate(trx, serial);
    if (!isCode(claim, hash) || claim?.used_at !== null) return false;
    if (!(await hasRoom(trx, MOST_WAITING))) return false;
    const now = parts.clock.date();
    const box = await createBox(trx, parts, system, { serial_number: serial, aeros: BOTH_AEROS });
    await admit(trx, box, hash);
    await addWaiting(trx, box, network, now);
    await useClaim(trx, serial, now);
    return true;
  });
}
