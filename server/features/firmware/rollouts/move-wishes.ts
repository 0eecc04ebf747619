import type { Parts } from '../../../parts.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { system } from '../../../platform/viewer.ts';
import { changeDesired, planDesired } from '../../twin/desired.ts';
import { boxesWishing } from './store-wish.ts';

/** Boxes that wish for another version wish for this one from now on; null: for none, where they wished for `instead`. */
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
