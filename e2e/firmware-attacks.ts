import { createHash, type KeyObject, sign } from 'node:crypto';
import {
  type DowngradePermit,
  type FirmwareManifest,
  type FirmwareSignature,
  signedBytes,
} from '@aerowatch/domain/firmware/firmware-manifest';
import { keyId } from '../server/platform/crypto/vendor-keys.ts';

interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}
/** The signers, the firmware bytes, and the clients of the boxes. */
export interface Scene {
  readonly vendor: Pair;
  readonly attacker: Pair;
  /** Signs with the server's own key, which the attacker has. */
  readonly own: (what: FirmwareManifest) => FirmwareSignature;
  readonly good: Buffer;
  readonly evil: Buffer;
  readonly client: number;
  readonly other: number;
}

const signatureOf = (
  what: FirmwareManifest | DowngradePermit,
  pair: { privateKey: KeyObject; publicKey: KeyObject },
) => ({
  key: keyId(pair.publicKey),
  signature: sign(null, signedBytes(what), pair.privateKey).toString('base64'),
});
const manifestOf = (bytes: Buffer, version: string, of: number | null): FirmwareManifest => ({
  version,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  minimum_hardware: null,
  client: of,
  not_before: null,
});

/** The attacker's writes to the database and the disk for one box. */
export interface Attack {
  /** The content of the firmware's row. */
  readonly said: FirmwareManifest;
  readonly bytes: Buffer;
  readonly signatures: readonly FirmwareSignature[];
  readonly permit?: { permit: DowngradePermit; signatures: FirmwareSignature[] };
  /** Why the box must refuse; null: it must accept, otherwise this test proves nothing. */
  readonly refused: string | null;
}

const STRANGE = 'signature does not match';

/** Every attack, by name. */
export function attacks(scene: Scene): Record<string, Attack> {
  return {
    ...onBytes(scene),
    ...onVersions(scene),
    ...onPermits(scene),
    ...onClients(scene),
    ...onHardware(scene),
  };
}

function onBytes({ vendor, attacker, own, good, evil, client }: Scene): Record<string, Attack> {
  const newer = manifestOf(good, '2.4.0', client);
  const badly = manifestOf(evil, '2.4.0', client);
  const bad = { said: badly, bytes: evil, refused: STRANGE };
  const forged = { ...signatureOf(badly, attacker), key: keyId(vendor.publicKey) };
  const right = { said: newer, signatures: [signatureOf(newer, vendor)] };
  return {
    'the vendor’s own, as it is': { ...right, bytes: good, refused: null },
    'other bytes in the file': { ...right, bytes: evil, refused: 'sha256 does not match' },
    'other bytes, their hash in the row': { ...bad, signatures: [signatureOf(newer, vendor)] },
    'signed by the attacker': { ...bad, signatures: [signatureOf(badly, attacker)] },
    'signed by the attacker in the vendor’s name': { ...bad, signatures: [forged] },
    'signed by the server’s own key': { ...bad, signatures: [own(badly)] },
    'not signed': { ...bad, signatures: [] },
  };
}

function onVersions({ vendor, attacker, own, good, client }: Scene): Record<string, Attack> {
  const older = manifestOf(good, '2.0.0', client);
  const renumbered = { ...older, version: '9.0.0' };
  const old = { said: older, bytes: good, signatures: [signatureOf(older, vendor)] };
  return {
    'an older one': { ...old, refused: '2.0.0 is older than 2.3.1, which runs' },
    'an older one called newer': { ...old, said: renumbered, refused: STRANGE },
    'the same bytes signed anew under another version, by the server': {
      ...old,
      said: renumbered,
      signatures: [own(renumbered), signatureOf(renumbered, attacker)],
      refused: STRANGE,
    },
  };
}

function onPermits({ vendor, attacker, good, client }: Scene): Record<string, Attack> {
  const older = manifestOf(good, '2.0.0', client);
  const old = { said: older, bytes: good, signatures: [signatureOf(older, vendor)] };
  const permit: DowngradePermit = {
    allow_downgrade: true,
    version: '2.0.0',
    sha256: older.sha256,
    from: '9.9.9',
    boxes: null,
    not_after: '2999-01-01T00:00:00.000Z',
    reason: 'because',
  };
  const ofVendor = (change: Partial<DowngradePermit>, refused: string): Attack => {
    const changed = { ...permit, ...change };
    return { ...old, permit: { permit: changed, signatures: [signatureOf(changed, vendor)] }, refused };
  };
  const changed = { ...permit, not_after: '2999-12-31T00:00:00.000Z' };
  const STRANGE_PERMIT = 'signature of the permit to go down does not match';
  return {
    'an older one with a permit of the attacker': {
      ...old,
      permit: { permit, signatures: [signatureOf(permit, attacker)] },
      refused: STRANGE_PERMIT,
    },
    'an older one with the vendor’s permit for other boxes': ofVendor(
      { boxes: ['ANOTHER'] },
      'the permit to go down is for other boxes',
    ),
    'an older one with a permit of last year, played again': ofVendor(
      { not_after: '2025-01-01T00:00:00.000Z' },
      'the permit to go down ended',
    ),
    'an older one with that permit made longer': {
      ...old,
      permit: { permit: changed, signatures: [signatureOf(permit, vendor)] },
      refused: STRANGE_PERMIT,
    },
    'an older one with a permit for another firmware': ofVendor(
      { sha256: 'a'.repeat(64) },
      'the permit to go down is for another firmware',
    ),
    'an older one with a permit that does not reach the version that runs': ofVendor(
      { from: '2.1.0' },
      'the permit to go down is for 2.1.0 and before',
    ),
  };
}

function onHardware({ vendor, good, client }: Scene): Record<string, Attack> {
  const later = { ...manifestOf(good, '2.4.0', client), minimum_hardware: '99.0.0' };
  const soon = { ...manifestOf(good, '2.4.0', client), not_before: '2999-01-01T00:00:00.000Z' };
  return {
    'for other hardware': {
      said: later,
      bytes: good,
      signatures: [signatureOf(later, vendor)],
      refused: 'is older than 99.0.0',
    },
    'for other hardware, given to this one': {
      said: { ...later, minimum_hardware: null },
      bytes: good,
      signatures: [signatureOf(later, vendor)],
      refused: STRANGE,
    },
    'not released yet': {
      said: soon,
      bytes: good,
      signatures: [signatureOf(soon, vendor)],
      refused: 'counts from 2999-01-01',
    },
  };
}

function onClients({ vendor, good, client, other }: Scene): Record<string, Attack> {
  const newer = manifestOf(good, '2.4.0', client);
  const theirs = manifestOf(good, '2.4.0', other);
  const signed = { bytes: good, signatures: [signatureOf(theirs, vendor)] };
  return {
    'another client’s': { ...signed, said: theirs, refused: 'meant for another client' },
    'another client’s, given to this one': { ...signed, said: newer, refused: STRANGE },
  };
}
