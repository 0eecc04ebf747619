import type { ChangeEvent } from '@aerowatch/contracts/events';
import type { Log } from '../log/log.ts';
import type { Viewer } from '../viewer.ts';

export interface Subscriber {
  viewer: Viewer;
  readonly aeros: ReadonlySet<number>;
  send(event: ChangeEvent, changeId: number | undefined): void;
  /** Ends the stream because something could not be sent: the client reconnects and gets what it missed. */
  end(): void;
}
/**
 * Interval between ending two streams, ms: each client reconnects at once, and the server handles 200 a
 * second.
 */
const END_INTERVAL_MS = 5;
/** Events queued for a stream that is catching up; beyond this number it is ended, and catches up again. */
const MAX_QUEUED = 2000;

/** The subscribers. While one catches up, newer events for it are queued. */
export function makeAudience(log: Log) {
  const subscribers = new Set<Subscriber>();
  /** They get nothing from here on, because a later event would hide the gap. */
  const queues = new Map<Subscriber, [ChangeEvent, number | undefined][]>();
  let nextEnd = 0;
  const end = (one: Subscriber): void => {
    try {
      one.end();
    } catch (error) {
      log.error({ err: error }, 'a stream could not be ended');
    }
  };
  /** Ends these streams, a few at a time: each client comes back for what it was not sent. */
  const letGo = (those: Iterable<Subscriber> = subscribers, error?: unknown): void => {
    if (error !== undefined) log.warn({ err: error }, 'a change was not told: streams come back for it');
    for (const one of [...those]) {
      if (!subscribers.delete(one)) continue;
      queues.delete(one);
      const now = performance.now();
      const at = Math.max(now, nextEnd);
      nextEnd = at + END_INTERVAL_MS;
      if (at === now) end(one);
      else setTimeout(() => end(one), at - now).unref();
    }
  };
  const send = (to: Subscriber, event: ChangeEvent, id: number | undefined): void => {
    if (!subscribers.has(to)) return;
    const queue = queues.get(to);
    if (queue === undefined) to.send(event, id);
    else if (queue.length < MAX_QUEUED) queue.push([event, id]);
    else letGo([to]);
  };
  /** Queues the events of this one; the result sends `missed`, then the queue, and ends the queueing. */
  const hold = (to: Subscriber) => {
    const queue: [ChangeEvent, number | undefined][] = [];
    queues.set(to, queue);
    return (missed: readonly { event: ChangeEvent; id: number }[]): void => {
      queues.delete(to);
      for (const { event, id } of missed) send(to, event, id);
      for (const [event, id] of queue) send(to, event, id);
    };
  };
  return { subscribers, letGo, send, hold };
}
