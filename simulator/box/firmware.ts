/** A box's firmware update: download with resume, checks, and what can go wrong. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type FirmwareSignature,
  isForInstallation,
  type RunningBox,
  refusalOf,
  type SignedDocument,
  type SignedManifest,
  type SignedPermit,
  type SignedWithdrawnList,
  signedBytes,
  type WithdrawnList,
} from '@aerowatch/domain/firmware/firmware-manifest';

export interface FirmwareOffer extends SignedManifest {
  readonly rollout: number | string;
  readonly version: string;
  readonly url: string;
  readonly size: number;
  readonly sha256: string;
  /** Allows the box to install an older version. */
  readonly downgrade?: SignedPermit;
  /** The current list of withdrawn firmwares; also sent on its own. */
  readonly withdrawn?: unknown;
}

/** Keys built into a bootloader, and the number of signatures it requires. */
export interface Bootloader {
  readonly keys: readonly KeyObject[];
  readonly signatures: number;
}
export type FirmwareState = 'downloading' | 'verifying' | 'installing' | 'failed';

export class FirmwareError extends Error {
  override name = 'FirmwareError';
}
/** Power was lost: downloaded bytes stay, the box restarts. */
export class PowerLoss extends Error {
  override name = 'PowerLoss';
}

/** An offer as received, or the reason why it is invalid. */
export function readOffer(document: unknown): FirmwareOffer {
  const offer = document as Partial<Record<keyof FirmwareOffer, unknown>> | null;
  const texts =
    offer &&
    [offer.version, offer.url, offer.sha256].every((text) => typeof text === 'string' && text !== '');
  const whole =
    offer &&
    typeof offer.size === 'number' &&
    offer.size > 0 &&
    ['number', 'string'].includes(typeof offer.rollout) &&
    isSigned(offer.manifest, offer.signatures);
  if (!texts || !whole) throw new FirmwareError('the offer cannot be read');
  return offer as FirmwareOffer;
}

export interface DownloadOptions {
  /** File of the box's flash; an earlier partial download is continued. */
  readonly file: string;
  readonly attempts: number;
  /** Called with 0 to 100 as the file grows. */
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
  /** Ends the transfer after this many bytes, as a lost connection does. */
  readonly cutAt?: (bytes: number) => Error | undefined;
}

/** Downloads a file; continues an earlier partial download by HTTP Range. */
export async function download(offer: FirmwareOffer, options: DownloadOptions): Promise<void> {
  await mkdir(dirname(options.file), { recursive: true });
  let last: unknown;
  for (let attempt = 0; attempt < options.attempts; attempt++) {
    try {
      if ((await sizeOf(options.file)) > offer.size) await truncate(options.file, 0);
      if ((await sizeOf(options.file)) === offer.size) return;
      await transfer(offer, options);
    } catch (error) {
      if (error instanceof PowerLoss || error instanceof FirmwareError || options.signal.aborted) throw error;
      last = error;
    }
  }
  if ((await sizeOf(options.file)) === offer.size) return;
  throw new FirmwareError(`download failed: ${last instanceof Error ? last.message : 'incomplete'}`);
}

async function transfer(offer: FirmwareOffer, options: DownloadOptions): Promise<void> {
  const held = await sizeOf(options.file);
  const headers: Record<string, string> = held > 0 ? { range: `bytes=${held}-` } : {};
  const response = await fetch(offer.url, { headers, signal: options.signal });
  if (response.status >= 400 && response.status < 500 && response.status !== 416) {
    throw new FirmwareError(`download refused: ${response.status}`);
  }
  if (response.status === 416) await truncate(options.file, 0);
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  // A server without ranges sends the whole file again.
  const from = response.status === 206 ? held : 0;
  let bytes = from;
  const counted = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      // No byte beyond the signed size: a server that never stops sending must not fill the flash.
      if (bytes > offer.size) throw new FirmwareError(`more was sent than ${offer.size} bytes`);
      yield chunk;
      options.onProgress(Math.min(100, Math.floor((bytes / offer.size) * 100)));
      const cut = options.cutAt?.(bytes);
      if (cut) throw cut;
    }
  };
  const target = createWriteStream(options.file, from === 0 ? { flags: 'w' } : { flags: 'a' });
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), counted, target);
}

const isSigned = (signed: unknown, signatures: unknown): boolean =>
  typeof signed === 'object' &&
  signed !== null &&
  Array.isArray(signatures) &&
  signatures.every((one) => typeof one?.signature === 'string');

/**
 * Checks of a bootloader before it accepts any byte: enough signatures of its keys over the manifest, an
 * offer that matches the manifest, and a firmware for this box that is newer than the running one. Throws
 * with the reason.
 */
export function judge(offer: FirmwareOffer, bootloader: Bootloader, box: RunningBox, now: number): void {
  const { manifest, signatures, downgrade } = offer;
  if (bootloader.keys.length === 0) throw new FirmwareError('this box holds no key to check a firmware with');
  if (!isSignedBy(manifest, signatures, bootloader)) throw new FirmwareError('signature does not match');
  if (
    manifest.version !== offer.version ||
    manifest.sha256 !== offer.sha256.toLowerCase() ||
    manifest.size !== offer.size
  )
    throw new FirmwareError('the offer is not what was signed');
  let permit: SignedPermit['permit'] | null = null;
  if (downgrade !== undefined) {
    if (
      !isSigned(downgrade.permit, downgrade.signatures) ||
      !isSignedBy(downgrade.permit, downgrade.signatures, bootloader)
    )
      throw new FirmwareError('signature of the permit to go down does not match');
    permit = downgrade.permit;
  }
  const refusal = refusalOf(manifest, box, now, permit);
  if (refusal !== null) throw new FirmwareError(refusal);
}

/**
 * A list of withdrawn firmwares that a box accepts: signed like a firmware, for its installation, and newer
 * than its current list; null: it keeps that one.
 */
export function readWithdrawn(
  document: unknown,
  bootloader: Bootloader,
  box: Pick<RunningBox, 'installation'>,
  held: WithdrawnList | undefined,
): WithdrawnList | null {
  const { list, signatures } = (document ?? {}) as Partial<SignedWithdrawnList>;
  if (!isSigned(list, signatures) || !isSignedBy(list!, signatures!, bootloader)) return null;
  if (!isForInstallation(list!, box)) return null;
  const isNewer = held === undefined || Date.parse(list!.date) > Date.parse(held.date);
  return isNewer && Array.isArray(list!.withdrawn) ? list! : null;
}

/**
 * Whether enough different keys signed: a key that the bootloader holds twice, or that signed twice, counts
 * once.
 */
function isSignedBy(
  signed: SignedDocument,
  signatures: readonly FirmwareSignature[],
  { keys, signatures: needed }: Bootloader,
): boolean {
  const bytes = signedBytes(signed);
  const distinct = new Map(keys.map((key) => [key.export({ format: 'jwk' }).x, key]));
  const by = [...distinct.values()].filter((key) =>
    signatures.some(({ signature }) => verify(null, bytes, key, Buffer.from(signature, 'base64'))),
  );
  return by.length >= Math.max(1, needed);
}

/** Checks size and SHA-256 of the downloaded file against the manifest. Throws with the reason. */
export async function check({ manifest }: Pick<FirmwareOffer, 'manifest'>, file: string): Promise<void> {
  if ((await sizeOf(file)) !== manifest.size) throw new FirmwareError(`size is not ${manifest.size}`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== manifest.sha256) throw new FirmwareError('sha256 does not match');
}

/** Moves the checked file to where the bootloader starts from. */
export async function install(file: string): Promise<void> {
  await rename(file, `${file}.installed`);
  await rm(`${file}.installed`, { force: true });
}

export async function forget(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Keys in a file: one PEM, or 32 bytes in base64 per line. */
export function readPublicKeys(text: string): KeyObject[] {
  if (text.includes('BEGIN')) return [readPublicKey(text)];
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [readPublicKey(line)]));
}

/** A public key, as PEM or as the 32 raw bytes in base64. */
export function readPublicKey(text: string): KeyObject {
  if (text.includes('BEGIN')) return createPublicKey(text);
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(text.trim(), 'base64').toString('base64url') },
    format: 'jwk',
  });
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
