import { breather } from '../../../platform/load/turns.ts';
import type { ParsedUplink } from './read/read-uplink.ts';
import { rowsOf } from './read/read-uplink.ts';
import type { Uplink } from './uplink.ts';

/** Maximum messages and rows of one transaction, which must stay short enough for the API's own calls. */
const MAX_MESSAGES = 200;
const MAX_ROWS = 10_000;
/** Messages of one box that are taken before the next ones of other boxes. */
const FAIR_MESSAGES = 8;
/** How long the first message waits for others, in ms. */
const LINGER_MS = 2;
/** A transaction that has not ended by then is abandoned: its boxes send again, and the lane continues. */
const PATIENCE_MS = 90_000;
/** Maximum held in memory; beyond it a box is disconnected and comes again. */
const MAX_HELD_BYTES = 96 * 1024 * 1024;

interface Held {
  readonly uplink: Uplink;
  readonly since: number;
  done(): void;
  failed(error: unknown): void;
}
export interface Batcher {
  /** Resolves when the message is committed (stored or set aside), rejects when it must be sent again. */
  offer(uplink: Uplink): Promise<void>;
  /** When the oldest unanswered message arrived, in ms of the monotonic clock. */
  waitingSince(): number | undefined;
  /** Commits the held messages and accepts no more. */
  stop(): Promise<void>;
}

type Commit = (
  reads: readonly ParsedUplink[],
  settled: (read: ParsedUplink, error?: unknown) => void,
) => Promise<void>;

/**
 * Gathers messages of many boxes into transactions, one at a time and in order of arrival, so that a box gets
 * its acknowledgements in the order of its messages. `countOutcomes` returns the outcome of each.
 */
export function makeBatcher(read: (uplink: Uplink) => ParsedUplink, commit: Commit): Batcher {
  let queue: Held[] = [];
  let bytes = 0;
  let working: Promise<void> | undefined;
  let stopped = false;
  /** When the oldest message of the current transaction arrived. */
  let committing: number | undefined;

  /** The next transaction's messages with their parsed form; they leave the queue. */
  async function take(): Promise<Map<ParsedUplink, Held>> {
    const batch = await chooseBatch(queue, read);
    const taken = new Set(batch.values());
    for (const { uplink } of taken) bytes -= uplink.payload.length;
    queue = queue.filter((held) => !taken.has(held));
    return batch;
  }

  async function work(): Promise<void> {
    if (queue.length < MAX_MESSAGES && !stopped)
      await new Promise((resolve) => setTimeout(resolve, LINGER_MS));
    while (queue.length > 0) {
      const batch = await take();
      committing = Math.min(...[...batch.values()].map(({ since }) => since));
      await commitBatch(batch, commit);
      committing = undefined;
    }
  }

  function start(): void {
    working ??= work().finally(() => {
      working = undefined;
      // For a message offered between the last check of the queue and now.
      if (queue.length > 0) start();
    });
  }

  return {
    offer(uplink) {
      if (stopped) return Promise.reject(new Error('ingest is stopping'));
      if (bytes > MAX_HELD_BYTES) return Promise.reject(new Error('too many messages are waiting'));
      bytes += uplink.payload.length;
      return new Promise<void>((done, failed) => {
        queue.push({ uplink, since: performance.now(), done, failed });
        start();
      });
    },
    waitingSince: () => committing ?? queue[0]?.since,
    async stop() {
      stopped = true;
      while (working !== undefined) await working;
    },
  };
}

/**
 * Messages and rows of one transaction, in order of arrival: a few of each box first, so that a box with a
 * long backlog delays only itself; then as many as fit. A message is parsed once it is chosen.
 */
async function chooseBatch(
  queue: readonly Held[],
  read: (uplink: Uplink) => ParsedUplink,
): Promise<Map<ParsedUplink, Held>> {
  const batch = new Map<ParsedUplink, Held>();
  let rows = 0;
  const breathe = breather();
  for (const held of inTurn(queue)) {
    if (batch.size >= MAX_MESSAGES) break;
    await breathe();
    const one = read(held.uplink);
    if (batch.size > 0 && rows + rowsOf(one) > MAX_ROWS) break;
    batch.set(one, held);
    rows += rowsOf(one);
  }
  return batch;
}

/** Commits the messages of a transaction; each is answered in any case. */
async function commitBatch(batch: Map<ParsedUplink, Held>, commit: Commit): Promise<void> {
  const settled = (one: ParsedUplink, error?: unknown) => {
    const held = batch.get(one);
    if (error === undefined) held?.done();
    else held?.failed(error);
    batch.delete(one);
  };
  try {
    await within(PATIENCE_MS, commit([...batch.keys()], settled));
    // No message may stay unanswered, because later ones on its connection would wait for ever.
    for (const held of batch.values()) held.failed(new Error('not settled'));
  } catch (error) {
    for (const held of batch.values()) held.failed(error);
  }
}

/** Up to FAIR_MESSAGES of each box, then up to MAX_MESSAGES of each; every message once. */
function* inTurn(queue: readonly Held[]): Generator<Held> {
  const taken = new Set<Held>();
  const ofBox = new Map<number | string, number>();
  for (const most of [FAIR_MESSAGES, MAX_MESSAGES])
    for (const held of queue) {
      const box = held.uplink.box ?? held.uplink.serial;
      const count = ofBox.get(box) ?? 0;
      if (taken.has(held) || count >= most) continue;
      taken.add(held);
      ofBox.set(box, count + 1);
      yield held;
    }
}

/**
 * Rejects when `work` has not ended after `ms`; its later effects do no harm, because storing is idempotent.
 */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the transaction took too long')), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
