import { signedManifest, signedPermit, signedWithdrawnList } from '@aerowatch/contracts/api/firmwares';
import {
  type FirmwareManifest,
  type FirmwareSignature,
  type SignedDocument,
  type SignedManifest,
  type SignedPermit,
  type SignedWithdrawnList,
  signedBytes,
} from '@aerowatch/domain/firmware/firmware-manifest';
import type { z } from 'zod';
import type { Parts } from '../../../parts.ts';
import { countSigners } from '../../../platform/crypto/vendor-keys.ts';
import { BadRequest } from '../../../platform/errors.ts';
import type { FirmwareRow } from './store.ts';

type Signing = Pick<Parts, 'config' | 'signer'>;

export function manifestOf(
  row: Omit<FirmwareManifest, 'client' | 'not_before' | 'installation'> & {
    client_id: number | null;
    not_before: Date | null;
    installation: string | null;
  },
): FirmwareManifest {
  return {
    version: row.version,
    sha256: row.sha256,
    size: row.size,
    minimum_hardware: row.minimum_hardware,
    client: row.client_id,
    not_before: row.not_before?.toISOString() ?? null,
    ...(row.installation === null ? {} : { installation: row.installation }),
  };
}

/** Whether the server signs firmware itself, rather than the vendor elsewhere. */
export const signsItself = ({ config }: Signing): boolean => config.firmware.keys.length === 0;

/**
 * Signatures of a firmware: the vendor's as uploaded, or this server's own, created on demand so that the
 * allowed hardware can still be changed.
 */
export function signaturesOf(parts: Signing, row: FirmwareRow): readonly FirmwareSignature[] {
  return signsItself(parts) ? [signHere(parts, manifestOf(row))] : row.signatures;
}

/** Whether boxes with the keys of this installation would accept it. */
export function isSigned(parts: Signing, row: FirmwareRow): boolean {
  return signsItself(parts) || hasSigners(parts, manifestOf(row), row.signatures);
}

export function signHere({ signer }: Signing, signed: SignedDocument): FirmwareSignature {
  return { key: signer.keyId, signature: signer.sign(Buffer.from(signedBytes(signed))) };
}

const signersOf = (parts: Signing, signed: SignedDocument, by: readonly FirmwareSignature[]) =>
  countSigners(signedBytes(signed), by, parts.config.firmware.keys);
const hasSigners = (parts: Signing, signed: SignedDocument, by: readonly FirmwareSignature[]) =>
  signersOf(parts, signed, by) >= parts.config.firmware.signatures;

/** The manifest of an upload, when the vendor's keys are known; throws 400 at `manifest` for any problem. */
export function requireManifest(
  parts: Signing,
  text: string | undefined,
  file: { readonly sha256: string; readonly size: number },
): SignedManifest {
  if (text === undefined || text === '') throw new BadRequest({ manifest: ['manifest_required'] });
  const signed = read(signedManifest, 'manifest', text);
  if (signed.manifest.sha256 !== file.sha256 || signed.manifest.size !== file.size)
    throw new BadRequest({ manifest: ['manifest_other_file'] });
  requireSigners(parts, 'manifest', signed.manifest, signed.signatures);
  requireThisInstallation(parts, 'manifest', signed.manifest);
  return signed;
}

/** The vendor's list of withdrawn firmwares; throws 400 at `list`. */
export function requireWithdrawnList(parts: Signing, text: string | undefined): SignedWithdrawnList {
  if (text === undefined || text === '') throw new BadRequest({ list: ['withdrawn_required'] });
  const signed = read(signedWithdrawnList, 'list', text);
  requireSigners(parts, 'list', signed.list, signed.signatures);
  requireThisInstallation(parts, 'list', signed.list);
  return signed;
}

function requireThisInstallation(
  { signer }: Signing,
  field: string,
  { installation }: { readonly installation?: string | undefined },
): void {
  if (installation !== undefined && installation !== signer.keyId)
    throw new BadRequest({ [field]: [`manifest_other_installation|${signer.keyId}`] });
}

/** The vendor's permit to go down to an older version; throws 400 at `permit`. */
export function requirePermit(parts: Signing, text: string | undefined): SignedPermit {
  if (text === undefined || text === '') throw new BadRequest({ permit: ['permit_required'] });
  const signed = read(signedPermit, 'permit', text);
  requireSigners(parts, 'permit', signed.permit, signed.signatures);
  return signed;
}

function requireSigners(
  parts: Signing,
  field: string,
  signed: SignedDocument,
  by: readonly FirmwareSignature[],
): void {
  const { signatures: needed } = parts.config.firmware;
  const have = signersOf(parts, signed, by);
  if (have < needed) throw new BadRequest({ [field]: [`manifest_signatures|${have}|${needed}`] });
}

function read<S extends z.ZodType>(schema: S, field: string, text: string): z.output<S> {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw new BadRequest({ [field]: ['manifest_unreadable'] });
  }
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new BadRequest({ [field]: ['manifest_unreadable'] });
  return parsed.data;
}
