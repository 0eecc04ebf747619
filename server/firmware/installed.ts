import type { Trx } from '../platform/database/db.ts';
import { markInstalled } from './store-installed.ts';

/** A box reports the version it runs: the only word that is believed about an update being installed. */
export async function firmwareReported(trx: Trx, boxId: number, version: string): Promise<void> {
  await markInstalled(trx, boxId, version);
}
