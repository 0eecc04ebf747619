import type { Parts } from '../../../parts.ts';
import { isDatabaseAway, isRetryable, isUniqueViolation } from '../../../platform/database/errors.ts';
import { ingestInTransaction } from './ingest-transaction.ts';
import { asAside, type ParsedUplink } from './read/read-uplink.ts';

/** Thrown before the database itself fails for lack of space, which is harder to recover from. */
class DiskFull extends Error {
  constructor() {
    super('less room on the disk than DISK_FLOOR_MB');
  }
}

const TRIES = 5;
/** An outage is logged at this interval, not for each message. */
const SAY_EVERY_MS = 5000;
let saidAt = 0;

/**
 * Commits messages so that one the database refuses never blocks the others: a failed transaction is split in
 * halves until the refused message is alone, which is then set aside. When the database is unavailable
 * nothing is acknowledged: the boxes keep their messages and send them again.
 */
export async function ingestBatch(
  parts: Parts,
  reads: readonly ParsedUplink[],
  settled: (read: ParsedUplink, error?: unknown) => void,
): Promise<void> {
  const error = parts.disk.isFull() ? new DiskFull() : await tryInTransaction(parts, reads);
  if (error === undefined) {
    for (const read of reads) settled(read);
    return;
  }
  if (isPassing(error)) {
    if (Date.now() - saidAt > SAY_EVERY_MS) {
      saidAt = Date.now();
      parts.log.error({ err: error }, 'the database takes no measures; boxes keep theirs');
    }
    throw error;
  }
  const [first] = reads;
  if (reads.length > 1) {
    const half = Math.ceil(reads.length / 2);
    await ingestBatch(parts, reads.slice(0, half), settled);
    await ingestBatch(parts, reads.slice(half), settled);
  } else if (first !== undefined) {
    const detail = error instanceof Error ? error.message : String(error);
    parts.log.error(
      { err: error, serial: first.uplink.serial, topic: first.uplink.topic },
      'a message was refused',
    );
    await ingestInTransaction(parts, [asAside(first, 'not_storable', detail.slice(0, 500))]);
    settled(first);
  }
}

async function tryInTransaction(parts: Parts, reads: readonly ParsedUplink[]): Promise<unknown> {
  let careful = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ingestInTransaction(parts, reads, careful);
      return undefined;
    } catch (error) {
      const crossed = isUniqueViolation(error, 'measures_pkey');
      if ((!isRetryable(error) && !crossed) || attempt === TRIES) return error;
      careful ||= crossed;
    }
  }
}

/** Whether the state of the database is the cause, not the message, so that trying again later is right. */
function isPassing(error: unknown): boolean {
  if (error instanceof DiskFull || isDatabaseAway(error) || isRetryable(error)) return true;
  const code = (error as { code?: unknown } | null)?.code;
  // Statement timeout, system errors, internal errors.
  return typeof code === 'string' && (code === '57014' || /^(58|XX|F0)/.test(code));
}
