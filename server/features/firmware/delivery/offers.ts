import type { FirmwareOffer } from '@aerowatch/contracts/mqtt/firmware';
import type { Parts } from '../../../parts.ts';
import { newSecret, sha256 } from '../../../platform/crypto/secrets.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import { manifestOf, signHere, signsItself } from '../files/signing.ts';
import { newestList } from '../files/store-withdrawn.ts';
import { type DueOffer, dueOffers, keepToken } from './store-claim.ts';

/** How long a download address is valid, and how much of that must remain for it to be offered again. */
const TOKEN_MS = 24 * 3_600_000;
const LEFT_MS = 3_600_000;

/**
 * A box is offered its update, and sent the withdrawn list, when it subscribes, and at once while it is
 * connected.
 */
export function registerFirmwareDownlink(parts: Parts): void {
  const { broker, db } = parts;
  broker.registerDownlink('withdrawn', async () => {
    const newest = await newestList(db);
    return newest === undefined ? [] : [JSON.stringify(newest)];
  });
  broker.registerDownlink('firmware', (box) =>
    transaction(db, async (trx) => {
      const messages: string[] = [];
      for (const due of await dueOffers(trx, box))
        messages.push(JSON.stringify(await offerOf(trx, parts, due)));
      return messages;
    }),
  );
}

async function offerOf(trx: Trx, parts: Parts, due: DueOffer): Promise<FirmwareOffer> {
  const base = parts.config.publicUrl.replace(/\/$/, '');
  const withdrawn = await newestList(trx);
  return {
    rollout: due.rollout_id,
    version: due.version,
    url: `${base}/firmware/${await tokenFor(trx, parts, due)}`,
    size: due.size,
    sha256: due.sha256,
    manifest: manifestOf(due),
    signatures: signsItself(parts) ? [signHere(parts, manifestOf(due))] : due.signatures,
    ...(withdrawn === undefined ? {} : { withdrawn }),
    ...(due.permit === null ? {} : { downgrade: due.permit }),
    ...(due.signature === '' ? {} : { signature: due.signature }),
  };
}

/** The context to which the token's encryption is bound. */
export const sealedTokenAs = (rollout: number, box: number) => `rollout:${rollout}:box:${box}:token`;

/** The token of this box and update: the same one for a whole day, so that a download can be resumed. */
async function tokenFor(trx: Trx, { vault, clock }: Parts, due: DueOffer): Promise<string> {
  const place = sealedTokenAs(due.rollout_id, due.box_id);
  const now = clock.now();
  if (due.token_sealed !== null && (due.token_expires_at?.getTime() ?? 0) > now + LEFT_MS)
    return vault.open(due.token_sealed, place);
  const token = newSecret();
  await keepToken(trx, due, {
    hash: sha256(token),
    sealed: vault.seal(token, place),
    expiresAt: new Date(now + TOKEN_MS),
  });
  return token;
}
