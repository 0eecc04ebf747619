import { createPublicKey } from 'node:crypto';
import {
  type Firmware,
  firmwaresCreate,
  firmwaresDelete,
  firmwaresFile,
  firmwaresGet,
  firmwaresList,
  firmwaresPatch,
  firmwaresPublicKey,
} from '@aerowatch/contracts/api/firmwares';
import type { Parts } from '../../../parts.ts';
import { recordEdit } from '../../../platform/audit/record-edit.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { rawKey } from '../../../platform/crypto/vendor-keys.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import { BadRequest, Conflict, NotFound } from '../../../platform/errors.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import { basePathOf } from '../../../platform/http/console/base-path.ts';
import { checkIfMatch } from '../../../platform/http/etag.ts';
import { listRoute } from '../../../platform/http/list-route.ts';
import { changeRoute, type Route, route, stream } from '../../../platform/http/route.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { createFirmware, minimumHardware, requireOwner } from './service.ts';
import { isSigned, signaturesOf, signsItself } from './signing.ts';
import {
  deleteFirmware,
  type FirmwareRow,
  firmwareForUpdate,
  inUse,
  listFirmwares,
  loadFirmware,
  updateFirmware,
} from './store.ts';

/** A firmware as the API returns it; `file` is its download path, below the path of PUBLIC_URL. */
export function presentFirmware(
  parts: Pick<Parts, 'config' | 'signer'>,
  { client_id, created_at, updated_at, file: _, ...row }: FirmwareRow,
): Firmware {
  const whole = { ...row, client_id, created_at, updated_at, file: '' };
  const signedBy = signsItself(parts) ? 'server' : isSigned(parts, whole) ? 'vendor' : 'nobody';
  return {
    ...row,
    signatures: [...signaturesOf(parts, whole)],
    signed_by: signedBy,
    not_before: row.not_before?.toISOString() ?? null,
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    client: client_id,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    file: `${basePathOf(parts.config.publicUrl)}/api/firmwares/${row.id}/file/`,
  };
}

const ownKey = ({ signer }: Pick<Parts, 'signer'>) => ({
  id: signer.keyId,
  key: createPublicKey(signer.publicKeyPem),
});

const aboutFirmware = ({ id, version: name, client_id: clientId }: FirmwareRow) =>
  ({ entity: 'firmwares', id, name, clientId }) as const;

/** The keys that boxes should trust. */
const presentKeys = (parts: Pick<Parts, 'config' | 'signer'>) => {
  const { config, signer } = parts;
  return {
    algorithm: 'ed25519' as const,
    installation: signer.keyId,
    public_key: signer.publicKeyPem,
    signed_by: signsItself(parts) ? ('server' as const) : ('vendor' as const),
    keys: (signsItself(parts) ? [ownKey(parts)] : config.firmware.keys).map(({ id, key }) => ({
      id,
      public_key: rawKey(key).toString('base64'),
    })),
    signatures: config.firmware.signatures,
    approval_above: config.rolloutApproval,
  };
};

/** Deletes a firmware with its updates, and records it. */
async function deleteRecorded(trx: Trx, viewer: Viewer, row: FirmwareRow): Promise<void> {
  const rollouts = await deleteFirmware(trx, row.id);
  await recordAudit(trx, viewer, {
    action: 'delete',
    ...aboutFirmware(row),
    before: { version: row.version, description: row.description, size: row.size, sha256: row.sha256 },
  });
  await recordChanges(trx, [
    ...rollouts.map(({ id, client_id }) => ({
      entity: 'rollouts' as const,
      type: 'deleted' as const,
      id,
      clientId: client_id,
    })),
    { entity: 'firmwares', type: 'deleted', id: row.id, clientId: row.client_id },
  ]);
}

export function firmwareRoutes(parts: Parts): Route[] {
  const { db, files } = parts;
  const present = (row: FirmwareRow) => presentFirmware(parts, row);
  return [
    listRoute(db, firmwaresList, listFirmwares, present),
    route(firmwaresCreate, async ({ viewer, body, file }) =>
      present(await createFirmware(parts, viewer, body, file!)),
    ),
    route(firmwaresPublicKey, () => presentKeys(parts)),
    route(firmwaresGet, async ({ viewer, params }) => present(await loadFirmware(db, viewer, params.id))),
    changeRoute(db, firmwaresPatch, async (trx, { viewer, params, body, request }) => {
      const before = await firmwareForUpdate(trx, viewer, params.id);
      requireOwner(viewer, before);
      checkIfMatch(request, before);
      const change = {
        description: body.description ?? before.description,
        minimum_hardware:
          body.minimum_hardware === undefined
            ? before.minimum_hardware
            : minimumHardware(body.minimum_hardware),
      };
      if (change.minimum_hardware !== before.minimum_hardware && !signsItself(parts))
        throw new BadRequest({ minimum_hardware: ['firmware_signed'] });
      if (change.description === before.description && change.minimum_hardware === before.minimum_hardware)
        return present(before);
      await updateFirmware(trx, before.id, change);
      await recordEdit(trx, viewer, {
        action: 'update',
        ...aboutFirmware(before),
        before: { ...before },
        after: change,
      });
      return present(await loadFirmware(trx, viewer, before.id));
    }),
    route(firmwaresDelete, async ({ viewer, params, request }) => {
      const gone = await transaction(db, async (trx) => {
        const row = await firmwareForUpdate(trx, viewer, params.id);
        requireOwner(viewer, row);
        checkIfMatch(request, row);
        if (await inUse(trx, row.id)) throw new Conflict('firmware_in_use');
        await deleteRecorded(trx, viewer, row);
        return row;
      });
      // After the commit: a file without a row does no harm, a row without its file would.
      await files.remove(gone.file);
      return undefined;
    }),
    route(firmwaresFile, async ({ viewer, params }) => {
      const row = await loadFirmware(db, viewer, params.id);
      if ((await files.size(row.file)) === undefined) throw new NotFound();
      return stream(files.read(row.file), {
        type: 'application/octet-stream',
        filename: `firmware-${row.version}.bin`,
        headers: { 'Content-Length': String(row.size) },
      });
    }),
  ];
}
