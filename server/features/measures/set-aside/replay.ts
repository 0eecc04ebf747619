import { Unreadable } from '@aerowatch/contracts/mqtt/measures';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { announce } from '../ingest/ingest-transaction.ts';
import { type ParsedUplink, readUplink } from '../ingest/read/read-uplink.ts';
import { CONFLICT } from '../ingest/write/merge-values.ts';
import {
  type BoxIds,
  emptyIntake,
  NOT_IN_PLACE,
  setAsideUnknownMetrics,
  sortMeasures,
  UNKNOWN_METRIC,
} from '../ingest/write/sort-measures.ts';
import { boxOfSender, holderOf } from '../ingest/write/store-boxes.ts';
import { storeIntake } from '../ingest/write/store-intake.ts';
import { addToLedgers } from '../ingest/write/store-ledger.ts';
import { tallyOf } from '../ingest/write/tally.ts';
import { withoutMasked } from './mask.ts';
import { markReplayed, noteReason, setAsideForReplay } from './store-set-aside.ts';

/** The result of retrying a message. */
export interface ReplayResult {
  stored: number;
  merged: number;
  duplicates: number;
  set_aside: number;
  reason: string | null;
  /** Whether masked passwords and PINs in it were left out. */
  masked: boolean;
}
/** The result of a retry, and its box; none if the box no longer exists. */
interface Tried {
  readonly result: ReplayResult;
  readonly box: BoxIds | undefined;
  readonly taken: boolean;
}

/**
 * Retries a set-aside message after a fix: a new AERO, a corrected clock, a newer version of this program.
 * Usable parts leave the list and move within the ledger.
 */
export function replay(parts: Parts, viewer: Viewer, id: number): Promise<ReplayResult> {
  return transaction(parts.db, async (trx) => {
    const { result, box, taken } = await replayIn(trx, parts, viewer, id);
    if (taken && box !== undefined) await recordAudit(trx, viewer, auditOf(box));
    return result;
  });
}

/** The audit entry for retried messages of a box. */
export const auditOf = ({ id, serial, clientId }: BoxIds) =>
  ({ action: 'replay_set_aside', entity: 'boxes', id, name: serial, clientId }) as const;

/** The same within a transaction; an unusable message only gets its newest reason. */
export async function replayIn(trx: Trx, parts: Parts, viewer: Viewer, message: number): Promise<Tried> {
  const row = await setAsideForReplay(trx, viewer, message);
  const none = { box: undefined, taken: false };
  if (row.replayed_at !== null) return { ...none, result: { ...NOTHING, reason: 'already_replayed' } };
  const id = row.box_id ?? (await holderOf(trx, row.serial_number, row.received_at));
  const box = id === null ? undefined : await boxOfSender(trx, id, row.serial_number);
  if (box === undefined) return { ...none, result: { ...NOTHING, set_aside: 1, reason: 'unknown_box' } };
  const uplink = { box: box.id, serial: box.serial, topic: row.topic, payload: row.payload };
  const read = readUplink(uplink, parts.hooks.uplinks, parts.clock.now());
  const result = await tryAgain(trx, parts, box, read, row);
  if (result.set_aside > 0 && result.stored + result.merged + result.duplicates === 0) {
    if (result.reason !== null && read.kind === 'aside')
      await noteReason(trx, message, read.reason, read.detail);
    return { result, box, taken: false };
  }
  await markReplayed(trx, message);
  return { result, box, taken: true };
}

const NOTHING: ReplayResult = {
  stored: 0,
  merged: 0,
  duplicates: 0,
  set_aside: 0,
  reason: null,
  masked: false,
};

/** Why it stays set aside although it can be parsed; null when it may be used. */
function staysFor(
  read: Exclude<ParsedUplink, { kind: 'aside' }>,
  { single, reason }: { single: boolean; reason: string },
  { retiredAt }: BoxIds,
): string | null {
  if (read.kind === 'other') return retiredAt === undefined ? null : NOT_IN_PLACE;
  if (reason === CONFLICT) return reason;
  // Set aside only for its metrics, which are still unknown.
  return single && read.sent.unknown !== undefined ? UNKNOWN_METRIC : null;
}

async function tryAgain(
  trx: Trx,
  parts: Parts,
  box: BoxIds,
  read: ParsedUplink,
  { single, reason, masked, box_id }: Awaited<ReturnType<typeof setAsideForReplay>>,
): Promise<ReplayResult> {
  if (read.kind === 'aside') return { ...NOTHING, set_aside: 1, reason: read.reason };
  const stays = staysFor(read, { single, reason }, box);
  if (stays !== null) return { ...NOTHING, set_aside: 1, reason: stays };
  const intake = emptyIntake();
  const tally = tallyOf(intake.tallies, box.id);
  // It was counted as received and set aside, unless its box was unknown; now its content is counted instead.
  // A conflicting value came with a measure that was counted by its other values.
  if (box_id !== null) {
    tally.received -= 1;
    tally.setAside -= 1;
  }
  if (read.kind === 'other') {
    try {
      // A mask is no password: it is left out, as in a report without passwords (domain/box/twin).
      const message = masked ? withoutMasked(read.message) : read.message;
      await read.handler(trx, { id: box.id, clientId: box.clientId, serial: box.serial }, message);
    } catch (error) {
      if (error instanceof Unreadable) return { ...NOTHING, set_aside: 1, reason: error.reason };
      throw error;
    }
    await addToLedgers(trx, intake.tallies);
    return { ...NOTHING, masked };
  }
  sortMeasures(intake, box, read.uplink.topic, read.sent.measures, parts.clock.now());
  setAsideUnknownMetrics(intake, box, read.uplink.topic, read.sent);
  const [first] = intake.asides;
  if (first !== undefined && (single || intake.rows.size === 0))
    return { ...NOTHING, set_aside: intake.asides.length, reason: first.reason };
  const { touched } = await storeIntake(trx, intake, { live: true, careful: true, unbounded: true });
  await addToLedgers(trx, intake.tallies);
  await announce(trx, touched);
  return {
    stored: tally.stored,
    merged: tally.merged,
    duplicates: tally.duplicates,
    set_aside: intake.asides.length,
    reason: first?.reason ?? null,
    masked: false,
  };
}
