import { describe, expect, it } from 'vitest';
import { type DowngradePermit, type FirmwareManifest, refusalOf, signedBytes } from './firmware-manifest.ts';

const manifest: FirmwareManifest = {
  version: '1.10.0',
  sha256: 'ab',
  size: 5,
  minimum_hardware: '1.2.0',
  client: 7,
  not_before: '2026-01-01T00:00:00.000Z',
};
const box = { serial: 'B-1', version: '1.9.0', hardware: '2.0', client: 7 };
const now = Date.UTC(2026, 5, 1);
const permit: DowngradePermit = {
  allow_downgrade: true,
  version: '1.10.0',
  sha256: 'ab',
  from: '2.0.0',
  boxes: ['B-1'],
  not_after: '2026-07-01T00:00:00.000Z',
  reason: 'pressure is read wrong',
};

describe('what a box may run', () => {
  it('is signed in one form', () => {
    expect(new TextDecoder().decode(signedBytes(manifest))).toBe(
      '{"client":7,"minimum_hardware":"1.2.0","not_before":"2026-01-01T00:00:00.000Z","sha256":"ab","size":5,"version":"1.10.0"}',
    );
  });
  it('is newer, for its client, its hardware and its day', () => {
    expect(refusalOf(manifest, box, now, null)).toBeNull();
    expect(refusalOf({ ...manifest, client: null }, { ...box, client: null }, now, null)).toBeNull();
    const refused = (what: object, other: Partial<FirmwareManifest> = {}, at = now) =>
      refusalOf({ ...manifest, ...other }, { ...box, ...what }, at, null);
    expect(refused({ client: 8 })).toContain('another client');
    expect(refused({ client: null })).toContain('another client');
    expect(refused({ hardware: '1.1' })).toContain('older than 1.2.0');
    expect(refused({ hardware: null })).toContain('older than 1.2.0');
    expect(refused({}, {}, 0)).toContain('from 2026-01-01');
    expect(refused({ version: '1.11.0' })).toContain('older than 1.11.0');
  });
  it('is older only by a permit for this file, box, version and time', () => {
    const down = (other: Partial<DowngradePermit>, version = '1.11.0', at = now) =>
      refusalOf(manifest, { ...box, version }, at, { ...permit, ...other });
    expect(down({})).toBeNull();
    expect(down({ boxes: null })).toBeNull();
    expect(down({ sha256: 'cd' })).toContain('another firmware');
    expect(down({ version: '1.0.0' })).toContain('another firmware');
    expect(down({ boxes: ['B-2'] })).toContain('other boxes');
    expect(down({}, '2.0.1')).toContain('2.0.0 and before');
    expect(down({}, '1.11.0', Date.UTC(2026, 7, 1))).toContain('ended');
  });
});
