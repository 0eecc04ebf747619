import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FirmwareSignature } from '@aerowatch/domain/firmware/firmware-manifest';
import type { Parts } from '../../../parts.ts';
import { recordEdit } from '../../../platform/audit/record-edit.ts';
import { transaction } from '../../../platform/database/db.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { BadRequest, Forbidden } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/route.ts';
import { clientScope, may, type Viewer } from '../../../platform/viewer.ts';
import { assignableClients } from '../../boxes/store-write.ts';
import { requireManifest, signsItself } from './signing.ts';
import { type FirmwareRow, insertFirmware, loadFirmware, versionTaken } from './store.ts';
import { isWithdrawn } from './store-withdrawn.ts';

export interface FirmwareForm {
  version: string;
  description: string;
  client?: number | null | undefined;
  minimum_hardware?: string | undefined;
  not_before?: string | undefined;
  manifest?: string | undefined;
}

/** What the upload states about a new firmware. */
interface Said {
  readonly version: string;
  readonly client: number | null | undefined;
  readonly minimum_hardware: string | null;
  readonly not_before: Date | null;
  readonly installation: string | null;
  /** The vendor's; null: this server signs. */
  readonly signatures: readonly FirmwareSignature[] | null;
}

/**
 * From the form where this server signs, else from the vendor's manifest, which the form must not contradict.
 */
function saidOf(parts: Parts, form: FirmwareForm, file: UploadedFile): Said {
  const version = canonicalVersion(form.version);
  const minimum = minimumHardware(form.minimum_hardware);
  if (signsItself(parts)) {
    if (form.manifest) throw new BadRequest({ manifest: ['manifest_no_keys'] });
    const from = form.not_before ? new Date(form.not_before) : null;
    // The signature binds it to this installation, whose key no other has.
    const said = { version, client: form.client, minimum_hardware: minimum, not_before: from };
    return { ...said, installation: null, signatures: null };
  }
  const { manifest, signatures } = requireManifest(parts, form.manifest, file);
  if (manifest.version !== version) throw new BadRequest({ version: ['manifest_differs'] });
  if (form.minimum_hardware && minimum !== manifest.minimum_hardware)
    throw new BadRequest({ minimum_hardware: ['manifest_differs'] });
  if (form.client && form.client !== manifest.client) throw new BadRequest({ client: ['manifest_differs'] });
  if (form.not_before && Date.parse(form.not_before) !== Date.parse(manifest.not_before ?? ''))
    throw new BadRequest({ not_before: ['manifest_differs'] });
  const from = manifest.not_before === null ? null : new Date(manifest.not_before);
  return { ...manifest, installation: manifest.installation ?? null, not_before: from, signatures };
}

/**
 * The client of a new firmware: an administrator's may be for all clients, anyone else's is for their own.
 */
async function ownerOf(
  parts: Parts,
  viewer: Viewer,
  client: number | null | undefined,
): Promise<number | null> {
  const scope = clientScope(viewer);
  if (scope === null) {
    if (client != null && !(await assignableClients(parts.db, viewer, [client])).has(client))
      throw new BadRequest({ client: ['unknown'] });
    return client ?? null;
  }
  // The uploader cannot assign a manifest for all clients to one of them.
  if (client === null && !signsItself(parts)) throw new BadRequest({ client: ['firmware_for_all'] });
  if (scope === 'none') throw new BadRequest({ client: ['required'] });
  if (client != null && client !== scope) throw new BadRequest({ client: ['unknown'] });
  return scope;
}

/** Stores a file with its SHA-256 and the signatures of its manifest. */
export async function createFirmware(
  parts: Parts,
  viewer: Viewer,
  form: FirmwareForm,
  file: UploadedFile,
): Promise<FirmwareRow> {
  const said = saidOf(parts, form, file);
  const clientId = await ownerOf(parts, viewer, said.client);
  const { version } = said;
  const name = `firmwares/${crypto.randomUUID()}.bin`;
  const stored = await parts.files.put(name, createReadStream(file.path));
  try {
    return await transaction(parts.db, async (trx) => {
      if (await versionTaken(trx, clientId, version)) throw new BadRequest({ version: ['taken'] });
      if (await isWithdrawn(trx, stored.sha256, clientId))
        throw new BadRequest({ file: ['firmware_withdrawn'] });
      const row = {
        version,
        description: form.description,
        client_id: clientId,
        size: stored.size,
        sha256: stored.sha256,
        // Where the vendor signs, a signature of the server would only be another thing to trust.
        signature: said.signatures === null ? parts.signer.sign(await readFile(file.path)) : '',
        minimum_hardware: said.minimum_hardware,
        not_before: said.not_before,
        installation: said.installation,
        signatures: JSON.stringify(said.signatures ?? []),
        file: name,
      };
      const id = await insertFirmware(trx, row);
      const { file: _, signature: __, signatures: ___, ...audited } = row;
      await recordEdit(trx, viewer, {
        action: 'create',
        entity: 'firmwares',
        id,
        name: version,
        clientId,
        after: { ...audited, signed_by: said.signatures?.map((one) => one.key).join(', ') ?? 'server' },
      });
      return loadFirmware(trx, viewer, id);
    });
  } catch (error) {
    await parts.files.remove(name);
    if (isUniqueViolation(error, 'firmwares_version')) throw new BadRequest({ version: ['taken'] });
    throw error;
  }
}

/** `01.2.0` is `1.2.0`: versions compare as numbers. */
export function canonicalVersion(version: string): string {
  return version.split('.').map(Number).join('.');
}

/** Three numbers, or none for any hardware. */
export function minimumHardware(value: string | null | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (!/^\d{1,3}(\.\d{1,3}){0,2}$/.test(value)) throw new BadRequest({ minimum_hardware: ['version'] });
  return [...value.split('.').map(Number), 0, 0].slice(0, 3).join('.');
}

/** Only admins may change a firmware for all clients. */
export function requireOwner(viewer: Viewer, row: FirmwareRow): void {
  if (row.client_id === null && !may(viewer, 'admin')) throw new Forbidden();
}
