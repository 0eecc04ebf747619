import type { boxesClaim } from '@aerowatch/contracts/api/box-claims';
import type { BodyOf, ResponseOf } from '@aerowatch/contracts/endpoint';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { sha256 } from '../../../platform/crypto/secrets.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import type { UserViewer } from '../../../platform/viewer.ts';
import { chosenClient } from '../../clients/choose.ts';
import { guess } from '../../credentials/guesses.ts';
import { aboutBox } from '../../twin/about-box.ts';
import { createBox } from '../create.ts';
import { deleteAeros } from '../store-delete.ts';
import { aerosOfBox } from '../store-write.ts';
import { BOTH_AEROS, isCode } from './enter.ts';
import {
  admit,
  type ClaimRow,
  claimForUpdate,
  claimOf,
  giveTo,
  measuresOf,
  useClaim,
  waitingForUpdate,
} from './store-claims.ts';

type ClaimParts = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;

/** Whatever is wrong is said in the same words, so that nobody learns which serial numbers have a claim. */
const wrong = () => new BadRequest({ claim_code: ['claim_wrong'] });

/** Takes a box with the code on its label: one that waits, or one that is yet to come. */
export async function claimBox(
  trx: Trx,
  parts: ClaimParts,
  { viewer, address }: { viewer: UserViewer; address: string },
  body: BodyOf<typeof boxesClaim>,
): Promise<ResponseOf<typeof boxesClaim>> {
  const serial = body.serial_number;
  const hash = sha256(body.claim_code);
  const client = await chosenClient(trx, viewer, body.client);
  const isRight = await guess(parts, 'claim_code', { address, account: viewer }, async () =>
    isCode(await claimOf(parts.db, serial), hash),
  );
  const claim = isRight ? await claimForUpdate(trx, serial) : undefined;
  if (claim === undefined || !isCode(claim, hash)) throw wrong();
  return claim.used_at === null
    ? expected(trx, parts, viewer, { claim, client })
    : waited(trx, viewer, { serial, client });
}

/** It has not come yet: it is made, and comes with the code as its password. */
async function expected(
  trx: Trx,
  parts: ClaimParts,
  viewer: UserViewer,
  { claim, client }: { claim: ClaimRow; client: number },
) {
  const serial = claim.serial_number;
  const box = await createBox(trx, parts, viewer, { serial_number: serial, client, aeros: BOTH_AEROS });
  await admit(trx, box, claim.code_hash);
  await useClaim(trx, serial, parts.clock.date());
  await record(trx, viewer, { id: box, serial, client });
  return { box, serial_number: serial, client, measures: 0 };
}

/** It waits: it moves to the client with what it measured. */
async function waited(trx: Trx, viewer: UserViewer, { serial, client }: { serial: string; client: number }) {
  const box = await waitingForUpdate(trx, serial);
  if (box === undefined) throw wrong();
  const before = await aerosOfBox(trx, box.id);
  const { unused } = await giveTo(trx, box.id, client);
  if (unused.length > 0) await deleteAeros(trx, box.id, unused);
  await record(trx, viewer, { id: box.id, serial, client });
  const moved = (entity: 'boxes' | 'aeros', id: number) => [
    { entity, type: 'deleted' as const, id, clientId: null },
    ...(entity === 'aeros' && unused.includes(id)
      ? []
      : [{ entity, type: 'added' as const, id, clientId: client }]),
  ];
  await recordChanges(trx, [...moved('boxes', box.id), ...before.flatMap(({ id }) => moved('aeros', id))]);
  return { box: box.id, serial_number: serial, client, measures: await measuresOf(trx, box.id) };
}

const record = (
  trx: Trx,
  viewer: UserViewer,
  { id, serial, client }: { id: number; serial: string; client: number },
) =>
  recordAudit(trx, viewer, {
    action: 'claim',
    ...aboutBox({ id, serial_number: serial, client_id: client }),
    after: { client },
  });
