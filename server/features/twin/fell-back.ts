import { compareVersions, FORMATS } from '@aerowatch/domain/formats';
import type { Trx } from '../../platform/database/db.ts';
import { type FellBack, isWanted, type TwinBox } from './store-reported.ts';

const NONE: FellBack = { firmware_fell_back: null, firmware_fell_back_at: null };

/**
 * Whether a box that reports `version` reverted to an older firmware: it ran a newer one before, and nobody
 * requested this one. It stays so until the box runs the newer one again, or people want the older.
 */
export async function fellBackOf(
  trx: Trx,
  row: TwinBox,
  version: string | null,
  at: Date,
): Promise<FellBack> {
  const { firmware_fell_back, firmware_fell_back_at } = row;
  const before = firmware_fell_back ?? row.firmware_version;
  if (version === null || before === null) return { firmware_fell_back, firmware_fell_back_at };
  if (!FORMATS.version.test(version) || !FORMATS.version.test(before)) return NONE;
  if (compareVersions(version, before) >= 0 || (await isWanted(trx, row.id, version))) return NONE;
  return { firmware_fell_back: before, firmware_fell_back_at: firmware_fell_back_at ?? at };
}
