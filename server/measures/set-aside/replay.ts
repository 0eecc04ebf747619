import { Unreadable } from '@aerowatch/contracts/mqtt/measures';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { type Trx, transaction } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { announce } from '../ingest/commit.ts';
import { CONFLICT } from '../ingest/merge.ts';
import { type Read, readUplink } from '../ingest/read-uplink.ts';
import { emptyGathered, type KnownBox, sortOut } from '../ingest/sort-out.ts';
import { findBoxes } from '../ingest/store.ts';
import { storeGathered } from '../ingest/store-gathered.ts';
import { addToLedgers } from '../ingest/store-ledger.ts';
import { tallyOf } from '../ingest/tally.ts';
import { markReplayed, noteReason, setAsideForReplay } from './store-set-aside.ts';

/** What became of a message tried once more. */
export interface Replayed {
  stored: number;
  merged: number;
  duplicates: number;
  set_aside: number;
  reason: string | null;
}

/**
 * Tries a message that was set aside once more, after a fix: a new AERO, a mended clock, a newer
 * version of this program. What can be used leaves the list and moves within the ledger.
 */
export function replay(parts: Parts, viewer: Viewer, id: number, address: string): Promise<Replayed> {
  return transaction(parts.db, async (trx) => {
    const row = await setAsideForReplay(trx, viewer, id);
    if (row.replayed_at !== null) return { ...NOTHING, reason: 'already_replayed' };
    const serial = row.serial_number;
    const box = serial === null ? undefined : (await findBoxes(trx, [serial])).get(serial);
    if (box === undefined) return { ...NOTHING, set_aside: 1, reason: 'unknown_box' };
    const uplink = { serial: box.serial, topic: row.topic, payload: row.payload };
    const read = readUplink(uplink, parts.hooks.uplinks, parts.clock.now());
    const result = await tryAgain(trx, parts, box, read, row);
    if (result.set_aside > 0 && result.stored + result.merged + result.duplicates === 0) {
      if (result.reason !== null && read.kind === 'aside')
        await noteReason(trx, id, read.reason, read.detail);
      return result;
    }
    await markReplayed(trx, id);
    const what = { action: 'replay', entity: 'boxes', id: box.id, name: box.serial, clientId: box.clientId };
    await recordAudit(trx, viewer, { ...what, address });
    return result;
  });
}

const NOTHING: Replayed = { stored: 0, merged: 0, duplicates: 0, set_aside: 0, reason: null };

async function tryAgain(
  trx: Trx,
  parts: Parts,
  box: KnownBox,
  read: Read,
  { single, reason }: { single: boolean; reason: string },
): Promise<Replayed> {
  if (read.kind === 'aside') return { ...NOTHING, set_aside: 1, reason: read.reason };
  const gathered = emptyGathered();
  const tally = tallyOf(gathered.tallies, box.id);
  // It was counted as one received and set aside; what it turns out to hold takes that place. A value in
  // conflict came with a measure that was counted as what else it was.
  tally.received -= 1;
  tally.setAside -= 1;
  if (read.kind === 'other') {
    try {
      await read.handler(trx, { id: box.id, clientId: box.clientId, serial: box.serial }, read.message);
    } catch (error) {
      if (error instanceof Unreadable) return { ...NOTHING, set_aside: 1, reason: error.reason };
      throw error;
    }
    await addToLedgers(trx, gathered.tallies);
    return NOTHING;
  }
  if (reason === CONFLICT) return { ...NOTHING, set_aside: 1, reason };
  sortOut(gathered, box, read.uplink.topic, read.sent.measures, parts.clock.now());
  const [first] = gathered.asides;
  if (first !== undefined && (single || gathered.rows.size === 0))
    return { ...NOTHING, set_aside: gathered.asides.length, reason: first.reason };
  const { touched } = await storeGathered(trx, gathered, { live: true, careful: true });
  await addToLedgers(trx, gathered.tallies);
  await announce(trx, touched);
  return {
    stored: tally.stored,
    merged: tally.merged,
    duplicates: tally.duplicates,
    set_aside: gathered.asides.length,
    reason: first?.reason ?? null,
  };
}
