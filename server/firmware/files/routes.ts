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
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { transaction } from '../../platform/database/db.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { recordChange, recordChanges } from '../../platform/events/events.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { type Route, route, stream } from '../../platform/http/route.ts';
import { createFirmware, minimumHardware, requireOwner } from './service.ts';
import {
  deleteFirmware,
  type FirmwareRow,
  firmwareForUpdate,
  inUse,
  listFirmwares,
  loadFirmware,
  updateFirmware,
} from './store.ts';

/** A firmware as it goes out; `file` is where it is downloaded. */
export function presentFirmware({
  client_id,
  created_at,
  updated_at,
  file: _,
  ...row
}: FirmwareRow): Firmware {
  return {
    ...row,
    client: client_id,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    file: `/api/firmwares/${row.id}/file/`,
  };
}

export function firmwareRoutes(parts: Parts): Route[] {
  const { db, files, signer } = parts;
  return [
    route(firmwaresList, async ({ viewer, query, request }) => {
      const { rows, count } = await listFirmwares(db, viewer, query);
      return pageOf(request, query, count, rows.map(presentFirmware));
    }),
    route(firmwaresCreate, async ({ viewer, body, file, address }) =>
      presentFirmware(await createFirmware(parts, viewer, body, file!, address)),
    ),
    route(firmwaresPublicKey, () => ({ algorithm: 'ed25519' as const, public_key: signer.publicKeyPem })),
    route(firmwaresGet, async ({ viewer, params }) =>
      presentFirmware(await loadFirmware(db, viewer, params.id)),
    ),
    route(firmwaresPatch, ({ viewer, params, body, request, address }) =>
      transaction(db, async (trx) => {
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
        if (change.description === before.description && change.minimum_hardware === before.minimum_hardware)
          return presentFirmware(before);
        await updateFirmware(trx, before.id, change);
        await recordAudit(trx, viewer, {
          action: 'update',
          entity: 'firmwares',
          id: before.id,
          name: before.version,
          clientId: before.client_id,
          before: { ...before },
          after: change,
          address,
        });
        await recordChange(trx, {
          entity: 'firmwares',
          type: 'updated',
          id: before.id,
          clientId: before.client_id,
        });
        return presentFirmware(await loadFirmware(trx, viewer, before.id));
      }),
    ),
    route(firmwaresDelete, async ({ viewer, params, request, address }) => {
      const gone = await transaction(db, async (trx) => {
        const row = await firmwareForUpdate(trx, viewer, params.id);
        requireOwner(viewer, row);
        checkIfMatch(request, row);
        if (await inUse(trx, row.id)) throw new Conflict('firmware_in_use');
        const rollouts = await deleteFirmware(trx, row.id);
        await recordAudit(trx, viewer, {
          action: 'delete',
          entity: 'firmwares',
          id: row.id,
          name: row.version,
          clientId: row.client_id,
          before: { version: row.version, description: row.description, size: row.size, sha256: row.sha256 },
          address,
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
        return row;
      });
      // After the commit: a file without a row harms nobody, a row without its file would.
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
