import { canonicalJson } from '../canonical-json.ts';
import { compareVersions } from '../formats.ts';

/** The signed content about a firmware: its bytes, its recipients and its start. */
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
  /** Id of the installation that its client belongs to; absent, as before version 2.7: any. */
  readonly installation?: string | undefined;
}

/**
 * Firmware that no box installs any more, whoever signed it. The newest list counts: it contains all entries
 * of earlier ones.
 */
export interface WithdrawnList {
  /** ISO 8601 in UTC; a box accepts a list that is newer than the one it holds. */
  readonly date: string;
  readonly withdrawn: readonly WithdrawnFirmware[];
  /** Id of the installation that it is for; absent: any. */
  readonly installation?: string | undefined;
}
export type WithdrawnFirmware = {
  readonly version: string;
  /** Hexadecimal, of the whole file: another file of this version is not withdrawn. */
  readonly sha256: string;
  readonly reason: string;
  /** Id of the client whose boxes must not install it; absent: all boxes. */
  readonly client?: number | undefined;
};
/** Maximum number of entries in a list. */
export const MAX_WITHDRAWN = 1000;

/**
 * The vendor's permission for boxes to install an older version: for one file, some boxes, and a limited
 * time.
 */
export interface DowngradePermit {
  readonly allow_downgrade: true;
  readonly version: string;
  readonly sha256: string;
  /** The highest version from which a box may go down to this one. */
  readonly from: string;
  /** Serial numbers; null: every box that the firmware is for. */
  readonly boxes: readonly string[] | null;
  /** ISO 8601 in UTC; it expires at that time. */
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

export interface SignedWithdrawnList {
  readonly list: WithdrawnList;
  readonly signatures: readonly FirmwareSignature[];
}
/** Documents that the maker of a firmware signs. */
export type SignedDocument = FirmwareManifest | DowngradePermit | WithdrawnList;

/** The bytes that are signed. */
export function signedBytes(signed: SignedDocument): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ ...signed }));
}

/** The properties of a box that decide which firmware it may run. */
export interface RunningBox {
  readonly serial: string;
  /** The running version; null where it is unknown. */
  readonly version: string | null;
  readonly hardware: string | null;
  /** Id of its client; null: none was sent to the box. */
  readonly client: number | null;
  /** Id of its installation; absent: a box from before version 2.7, which does not check it. */
  readonly installation?: string | undefined;
  /** The withdrawn firmware that the box was told of. */
  readonly withdrawn?: readonly WithdrawnFirmware[] | undefined;
}

/** The entry of a list that bars a file from boxes of a client; null: from those of every client. */
export const withdrawnFor = (
  list: readonly WithdrawnFirmware[],
  sha256: string,
  client: number | null,
): WithdrawnFirmware | undefined =>
  list.find((one) => one.sha256 === sha256 && (one.client === undefined || one.client === client));

/** Whether a signed document is for a box of this installation. */
export const isForInstallation = (
  signed: { readonly installation?: string | undefined },
  box: Pick<RunningBox, 'installation'>,
): boolean =>
  signed.installation === undefined ||
  box.installation === undefined ||
  signed.installation === box.installation;

/**
 * Why a box may not run the firmware of a manifest, as a sentence of a bootloader; null when it may. The
 * signatures of manifest and permit must have been checked before; `permit` may be null.
 * @param now ms since 1970 by the box's clock
 */
export function refusalOf(
  manifest: FirmwareManifest,
  box: RunningBox,
  now: number,
  permit: DowngradePermit | null,
): string | null {
  const { version, client, minimum_hardware: minimum, not_before: from } = manifest;
  const { reason } = withdrawnFor(box.withdrawn ?? [], manifest.sha256, box.client) ?? {};
  if (reason !== undefined) return `${version} was withdrawn: ${reason}`;
  if (!isForInstallation(manifest, box)) return 'the firmware is meant for another installation';
  if (client !== null && client !== box.client) return 'the firmware is meant for another client';
  if (minimum !== null && (box.hardware === null || compareVersions(box.hardware, minimum) < 0))
    return `the hardware ${box.hardware ?? 'of this box'} is older than ${minimum}`;
  if (from !== null && !(now >= Date.parse(from))) return `the firmware counts from ${from} on`;
  if (box.version === null || compareVersions(version, box.version) >= 0) return null;
  if (permit === null) return `${version} is older than ${box.version}, which runs`;
  return permitRefusal(manifest, permit, box, now);
}

/** Why a permit does not allow a box to go down to the firmware of a manifest; null when it does. */
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
