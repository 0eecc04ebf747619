import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import { isRetryable } from '../../../platform/database/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { BoxIds } from '../ingest/write/sort-measures.ts';
import { lockBoxes } from '../ingest/write/store-ledger.ts';
import { auditOf, type ReplayResult, replayIn } from './replay.ts';
import { type AsideFilter, nextToReplay, noteReason } from './store-set-aside.ts';

interface ReplayRequest extends AsideFilter {
  readonly after?: number | undefined;
  readonly limit: number;
}
export interface ReplayedMany {
  tried: number;
  taken: number;
  stored: number;
  merged: number;
  duplicates: number;
  masked: number;
  after: number | null;
}

/** A step ends after the message that exceeds this time: a message can contain thousands of measures. */
const LONGEST_MS = 2000;

/**
 * Retries set-aside messages, oldest first, each as if it were retried alone; unusable ones stay. One step:
 * `after` of the answer continues it, null at the end. A step is done completely, with an entry of the audit
 * log for each box, or not at all.
 */
export function replayMany(parts: Parts, viewer: Viewer, request: ReplayRequest): Promise<ReplayedMany> {
  return transaction(parts.db, (trx) => step(trx, parts, viewer, request));
}

async function step(
  trx: Trx,
  parts: Parts,
  viewer: Viewer,
  { after = 0, limit, ...filter }: ReplayRequest,
): Promise<ReplayedMany> {
  const began = performance.now();
  const rows = await nextToReplay(trx, viewer, filter, after, limit);
  // Handlers would lock boxes in the order of their messages, all other code locks them by id.
  await lockBoxes(trx, [...new Set(rows.flatMap((row) => row.box_id ?? []))]);
  const total = { tried: 0, taken: 0, stored: 0, merged: 0, duplicates: 0, masked: 0 };
  const boxes = new Map<number, { box: BoxIds; count: number }>();
  let last: number | null = null;
  for (const { id } of rows) {
    if (performance.now() - began > LONGEST_MS) break;
    last = id;
    total.tried += 1;
    const tried = await tryOne(trx, parts, viewer, id);
    if (tried === null) continue;
    const { box, result } = tried;
    total.taken += 1;
    total.masked += Number(result.masked);
    for (const name of ['stored', 'merged', 'duplicates'] as const) total[name] += result[name];
    boxes.set(box.id, { box, count: (boxes.get(box.id)?.count ?? 0) + 1 });
  }
  const entries = [...boxes.values()].map(({ box, count }) => ({
    ...auditOf(box),
    after: { count },
  }));
  await recordAudit(trx, viewer, entries);
  const more = rows.length === limit || total.tried < rows.length;
  return { ...total, after: more ? last : null };
}

/** Within a savepoint, so that one message refused by the database does not block others. */
async function tryOne(
  trx: Trx,
  parts: Parts,
  viewer: Viewer,
  id: number,
): Promise<{ box: BoxIds; result: ReplayResult } | null> {
  await sql`savepoint message`.execute(trx);
  try {
    const { box, result, taken } = await replayIn(trx, parts, viewer, id);
    await sql`release savepoint message`.execute(trx);
    return taken && box !== undefined ? { box, result } : null;
  } catch (error) {
    const refusedBy = (error as { code?: unknown }).code;
    // A lost race, or an unavailable database, is not the message's fault.
    if (isRetryable(error) || typeof refusedBy !== 'string' || !/^2[23]/.test(refusedBy)) throw error;
    await sql`rollback to savepoint message`.execute(trx);
    await noteReason(trx, id, 'not_storable', String(error).slice(0, 500));
    return null;
  }
}
