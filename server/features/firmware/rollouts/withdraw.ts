import type { SignedWithdrawnList } from '@aerowatch/domain/firmware/firmware-manifest';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../../platform/errors.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import { system, type Viewer } from '../../../platform/viewer.ts';
import { nudgeAll } from '../../twin/store-desired.ts';
import { requireWithdrawnList, signHere, signsItself } from '../files/signing.ts';
import type { FirmwareRow } from '../files/store.ts';
import { allBoxes, keepList, lockLists, newestList, openRolloutsOf } from '../files/store-withdrawn.ts';
import { actOn } from './control.ts';
import { rolloutForUpdate } from './store-rollouts.ts';

/**
 * Withdraws a firmware for good: the signed list is stored, updates of it are cancelled, and boxes are told
 * at once if connected, else when they connect. Throws 400 at `list`, 409 where it is already withdrawn.
 */
export async function withdraw(
  trx: Trx,
  parts: Parts,
  viewer: Viewer,
  firmware: FirmwareRow,
  sent: { readonly reason: string; readonly list?: string | undefined },
): Promise<void> {
  if (firmware.withdrawn_at !== null) throw new Conflict('firmware_withdrawn');
  await lockLists(trx);
  const before = await newestList(trx);
  const next = signsItself(parts)
    ? ownList(parts, firmware, sent, before)
    : vendorsList(parts, firmware, sent.list, before);
  const gone = await keepList(trx, next, parts.clock.date());
  for (const id of await openRolloutsOf(
    trx,
    gone.map((row) => row.id),
  ))
    await actOn(trx, parts, viewer, await rolloutForUpdate(trx, system, id), 'cancel');
  await nudgeAll(trx, await allBoxes(trx), 'withdrawn');
  await recordAudit(trx, viewer, {
    action: 'withdraw',
    entity: 'firmwares',
    id: firmware.id,
    name: firmware.version,
    clientId: firmware.client_id,
    after: {
      reason: sent.reason,
      list: next.list,
      signed_by: next.signatures.map(({ key }) => key).join(', '),
    },
  });
  await recordChanges(
    trx,
    gone.map(({ id, client_id }) => ({ entity: 'firmwares', type: 'updated', id, clientId: client_id })),
  );
}

/** This server signs: all earlier entries, and this firmware. */
function ownList(
  parts: Parts,
  { version, sha256, client_id }: FirmwareRow,
  { reason, list: vendors }: { readonly reason: string; readonly list?: string | undefined },
  before: SignedWithdrawnList | undefined,
): SignedWithdrawnList {
  if (vendors) throw new BadRequest({ list: ['manifest_no_keys'] });
  // The same bytes may also be another client's firmware, which only that client may withdraw.
  const client = client_id === null ? {} : { client: client_id };
  const withdrawn = [...(before?.list.withdrawn ?? []), { version, sha256, reason, ...client }];
  const after = before === undefined ? 0 : Date.parse(before.list.date) + 1;
  const date = new Date(Math.max(parts.clock.now(), after)).toISOString();
  const list = { date, withdrawn, installation: parts.signer.keyId };
  return { list, signatures: [signHere(parts, list)] };
}

/**
 * The vendor's list is accepted if it withdraws this firmware, is newer than the previous one and contains
 * all its entries.
 */
function vendorsList(
  parts: Parts,
  firmware: FirmwareRow,
  text: string | undefined,
  before: SignedWithdrawnList | undefined,
): SignedWithdrawnList {
  const signed = requireWithdrawnList(parts, text);
  const named = new Set(signed.list.withdrawn.map(({ sha256 }) => sha256));
  const forgotten = [firmware, ...(before?.list.withdrawn ?? [])].find(({ sha256 }) => !named.has(sha256));
  if (forgotten !== undefined) throw new BadRequest({ list: [`withdrawn_missing|${forgotten.version}`] });
  if (before !== undefined && Date.parse(signed.list.date) <= Date.parse(before.list.date))
    throw new BadRequest({ list: [`withdrawn_older|${before.list.date}`] });
  return signed;
}
