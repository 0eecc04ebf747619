import type { Parts } from '../../../parts.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { system } from '../../../platform/viewer.ts';
import { changeDesired, planDesired } from '../../twin/desired.ts';
import { boxesWishing } from './store-wish.ts';

/**
 * Sets the desired version of boxes that have another one to this one; null: to none, where it was `instead`.
 */
export async function moveWishes(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  boxes: readonly number[],
  version: string | null,
  instead?: string,
): Promise<void> {
  const rows = await boxesWishing(trx, boxes, version, instead);
  const changes = rows.map((row) => ({
    row,
    next: planDesired(parts.vault, row, { firmware_version: version }).next,
  }));
  await changeDesired(trx, parts, system, changes, { startsUpdates: false });
}
