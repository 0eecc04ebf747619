import { type Failure, mayPass, type Result } from '../api/result.ts';
import { waitBeforeRetry } from '../query/retry.ts';
import { isFull, type Lost, type Problem } from './database.ts';
import type { Draft, Queued } from './entry.ts';
import { sendContent, sendEntry } from './send.ts';
import { deleteEntry, deleteQueue, markEntry, readQueue, storeEntry } from './store-queue.ts';
import { inTurns } from './turns.ts';

/** What became of something written: sent at once, waiting on this device, refused, or not even kept. */
export type Outcome =
  | { readonly state: 'sent'; readonly answer: unknown }
  | { readonly state: 'waiting' }
  | { readonly state: 'refused'; readonly failure: Failure }
  | { readonly state: 'unkept'; readonly isFull: boolean };

export interface Queue {
  readonly user: number | null;
  readonly entries: readonly Queued[];
  readonly isSending: boolean;
  /** Whether the queue of this user has been read from the device. */
  readonly isRead: boolean;
}

/** A form waits for its entry to be sent for this long, ms; then it stays in the queue. */
const ATTENDED = 4000;
const LOCK = 'aerowatch-queue';

let queue: Queue = { user: null, entries: [], isSending: false, isRead: false };
const listeners = new Set<() => void>();
/** Answers of entries sent in this tab, for the forms that wait for them. */
const results = new Map<string, Result<unknown>>();
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let textOfFailure: (failure: Failure) => string = ({ detail, status }) => detail ?? String(status);

const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('aerowatch-queue');
others?.addEventListener('message', () => void refreshQueue());

export const queueNow = (): Queue => queue;
export function onQueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function change(part: Partial<Queue>): void {
  queue = { ...queue, ...part };
  for (const listener of listeners) listener();
}
export const isUnsent = ({ state }: Queued): boolean => state !== 'sent';
export const unsent = (): readonly Queued[] => queue.entries.filter(isUnsent);

/** Shows and sends the queue of a user from now on; `say` words the reason of a failure. */
export async function followQueue(user: number, say: (failure: Failure) => string): Promise<void> {
  textOfFailure = say;
  if (queue.user !== user) change({ user, entries: [], isRead: false });
  await refreshQueue();
  void flush();
}
/** Nobody is signed in: the queue stays on the device, unread. */
export function leaveQueue(): void {
  clearTimeout(timer);
  change({ user: null, entries: [], isRead: false });
}

async function refreshQueue(): Promise<void> {
  const { user } = queue;
  if (user === null) return;
  const entries = await readQueue(user, Date.now()).catch(() => queue.entries);
  if (queue.user !== user) return;
  // What was sent is no longer stored; screens show it until they have read what came of it.
  const before = new Map(queue.entries.map(({ id, written }) => [id, written]));
  change({
    isRead: true,
    entries: entries.map((entry) => ({ ...entry, written: entry.written ?? before.get(entry.id) ?? null })),
  });
}
async function changed(): Promise<void> {
  await refreshQueue();
  others?.postMessage('changed');
}

/** Keeps what was written on this device, and sends it as soon as possible: at once, or when it can. */
export async function record(user: number, draft: Draft): Promise<Outcome> {
  let entry: Queued;
  try {
    entry = await storeEntry(user, draft);
  } catch (error) {
    return sendUnkept(draft, isFull(error));
  }
  await changed();
  const sent = flush();
  await Promise.race([sent, new Promise((done) => setTimeout(done, ATTENDED))]);
  const result = results.get(entry.id);
  results.delete(entry.id);
  if (result === undefined) return { state: 'waiting' };
  if (result.ok) return { state: 'sent', answer: result.data };
  if (waits(result)) return { state: 'waiting' };
  // The form is still open: its user is told there, and nothing waits.
  await remove(entry.id);
  return { state: 'refused', failure: result };
}

/** This device has no room, or no storage: it is sent at once, or its form keeps it. */
async function sendUnkept(draft: Draft, full: boolean): Promise<Outcome> {
  const { about, file, ...content } = draft;
  const result = await sendContent({ id: crypto.randomUUID(), at: Date.now() }, content, file);
  if (result.ok) return { state: 'sent', answer: result.data };
  return waits(result) ? { state: 'unkept', isFull: full } : { state: 'refused', failure: result };
}

/** Whether the same entry may be accepted later. A session that ended waits for its user. */
const waits = (failure: Failure): boolean =>
  failure.aborted || failure.status === 401 || failure.code === 'rights_changed' || mayPass(failure);

/** Sends what waits, in order; one tab at a time. */
export const flush = inTurns(() => sendAll());

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  if (queue.user === null || !queue.entries.some(({ state }) => state === 'waiting')) return;
  const send = () => sendInOrder();
  if (navigator.locks === undefined) return send();
  await navigator.locks.request(LOCK, send);
}

async function sendInOrder(): Promise<void> {
  // Another tab may have sent some of it.
  await refreshQueue();
  change({ isSending: true });
  let failure: Failure | null = null;
  try {
    for (const entry of queue.entries) {
      if (entry.state !== 'waiting' || entry.user !== queue.user) continue;
      const result = await sendEntry(entry);
      // The rest goes on: no later attempt would find what is gone.
      if (typeof result === 'string') {
        await noteLost(entry, result);
        continue;
      }
      results.set(entry.id, result);
      await note(entry, result);
      // Without a network, or a session, the rest fails too, and stays in order.
      if (!result.ok && waits(result)) {
        failure = result;
        break;
      }
    }
  } finally {
    change({ isSending: false });
    await changed();
  }
  failures = failure === null ? 0 : failures + 1;
  if (failure !== null) againLater(failure);
}

const noteLost = ({ id, attempts }: Queued, lost: Lost): Promise<void> =>
  markEntry(id, { state: 'refused', problem: { at: Date.now(), status: 0, text: '', lost }, attempts });
async function note(entry: Queued, result: Result<unknown>): Promise<void> {
  const attempts = entry.attempts + 1;
  if (result.ok) return markEntry(entry.id, { state: 'sent', problem: null, attempts });
  const state = waits(result) ? 'waiting' : 'refused';
  const problem: Problem = { at: Date.now(), status: result.status, text: textOfFailure(result) };
  return markEntry(entry.id, { state, problem, attempts });
}

function againLater(failure: Failure): void {
  // A session that ended is not tried again by itself: signing in sends the queue.
  if (failure.status === 401) return;
  const wait = waitBeforeRetry({ ...failure, aborted: false, status: failure.status || 503 }, failures - 1);
  timer = setTimeout(() => void flush(), wait ?? 60_000);
}

/** Tries a refused or waiting entry again, or all of them. */
export async function retry(id?: string): Promise<void> {
  for (const entry of unsent())
    if (id === undefined || entry.id === id)
      await markEntry(entry.id, { state: 'waiting', problem: null, attempts: entry.attempts });
  await changed();
  await flush();
}

/** Deletes an entry for good. */
export async function remove(id: string): Promise<void> {
  await deleteEntry(id);
  await changed();
}

/** Deletes all that a user wrote on this device and did not send. */
export async function removeAll(user: number): Promise<void> {
  await deleteQueue(user);
  await changed();
}
