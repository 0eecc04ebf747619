import { canonicalJson } from './canonical-json.ts';
import { compareVersions } from './formats.ts';

/** What is signed of a firmware: which bytes they are, and for whom and from when. */
export interface FirmwareManifest {
  /** x.y.z without leading zeros. */
  readonly version: string;
  /** Hexadecimal, of the whole file. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** x.y.z; null: any. */
  readonly minimum_hardware: string | null;
  /** Id of the client of this installation that it is for; null: every client. */
  readonly client: number | null;
  /** ISO 8601 in UTC; null: at once. */
  readonly not_before: string | null;
}

/** The vendor's word that boxes may go down to an older version: for one file, some boxes, and a time. */
export interface DowngradePermit {
  readonly allow_downgrade: true;
  readonly version: string;
  readonly sha256: string;
  /** The highest version that it may be left for this one. */
  readonly from: string;
  /** Serial numbers; null: every box that the firmware is for. */
  readonly boxes: readonly string[] | null;
  /** ISO 8601 in UTC; it counts until then. */
  readonly not_after: string;
  readonly reason: string;
}

/** Ed25519 over the canonical JSON (RFC 8785) of what is signed. */
export interface FirmwareSignature {
  /** Which key: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
  readonly key: string;
  /** Base64. */
  readonly signature: string;
}
export interface SignedManifest {
  readonly manifest: FirmwareManifest;
  readonly signatures: readonly FirmwareSignature[];
}
export interface SignedPermit {
  readonly permit: DowngradePermit;
  readonly signatures: readonly FirmwareSignature[];
}

/** The bytes that a signature of a manifest or of a permit is made over. */
export function signedBytes(signed: FirmwareManifest | DowngradePermit): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ ...signed }));
}

/** A box as far as it decides what it may run. */
export interface RunningBox {
  readonly serial: string;
  /** The version that it runs; null where it is not known. */
  readonly version: string | null;
  readonly hardware: string | null;
  /** Id of its client; null: none was sent to the box. */
  readonly client: number | null;
}

/**
 * Why a box may not run what a manifest describes, as a sentence of a bootloader; null when it may. Signatures,
 * of the manifest and of the permit, were checked before: `permit` is one that was, or none.
 * @param now ms since 1970 by the box's clock
 */
export function refusalOf(
  manifest: FirmwareManifest,
  box: RunningBox,
  now: number,
  permit: DowngradePermit | null,
): string | null {
  const { version, client, minimum_hardware: minimum, not_before: from } = manifest;
  if (client !== null && client !== box.client) return 'the firmware is meant for another client';
  if (minimum !== null && (box.hardware === null || compareVersions(box.hardware, minimum) < 0))
    return `the hardware ${box.hardware ?? 'of this box'} is older than ${minimum}`;
  if (from !== null && !(now >= Date.parse(from))) return `the firmware counts from ${from} on`;
  if (box.version === null || compareVersions(version, box.version) >= 0) return null;
  if (permit === null) return `${version} is older than ${box.version}, which runs`;
  return permitRefusal(manifest, permit, box, now);
}

/** Why a permit does not let a box go down to what a manifest describes; null when it does. */
export function permitRefusal(
  manifest: Pick<FirmwareManifest, 'version' | 'sha256'>,
  permit: DowngradePermit,
  box: Pick<RunningBox, 'serial' | 'version'>,
  now: number,
): string | null {
  if (permit.version !== manifest.version || permit.sha256 !== manifest.sha256)
    return 'the permit to go down is for another firmware';
  if (permit.boxes !== null && !permit.boxes.includes(box.serial))
    return 'the permit to go down is for other boxes';
  if (box.version !== null && compareVersions(box.version, permit.from) > 0)
    return `the permit to go down is for ${permit.from} and before`;
  if (!(now < Date.parse(permit.not_after))) return `the permit to go down ended ${permit.not_after}`;
  return null;
}
