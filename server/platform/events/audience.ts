import type { ChangeEvent } from '@aerowatch/contracts/events';
import type { Log } from '../log/log.ts';
import type { Viewer } from '../viewer.ts';

export interface Subscriber {
  viewer: Viewer;
  readonly aeros: ReadonlySet<number>;
  send(event: ChangeEvent, changeId: number | undefined): void;
  /** Something could not be told: it comes back, and is told what it missed. */
  end(): void;
}
/** Between the ends of two streams, ms: each comes back at once, and 200 a second are looked up beside all else. */
const ENDS_APART = 5;
/** Events that wait for a stream which is told what it missed: more than these are told when it comes back. */
const MOST_LATER = 2000;

/** Those who listen: what comes for one that is told what it missed waits until it has been told. */
export function makeAudience(log: Log) {
  const subscribers = new Set<Subscriber>();
  /** What comes for those that are told what they missed: it is newer. */
  const waiting = new Map<Subscriber, [ChangeEvent, number | undefined][]>();
  let nextEnd = 0;
  const end = (one: Subscriber): void => {
    try {
      one.end();
    } catch (error) {
      log.error({ err: error }, 'a stream could not be ended');
    }
  };
  /** They hear nothing from here on: what comes later would hide what they missed. */
  const letGo = (those: Iterable<Subscriber> = subscribers, error?: unknown): void => {
    if (error !== undefined) log.warn({ err: error }, 'a change was not told: streams come back for it');
    for (const one of [...those]) {
      if (!subscribers.delete(one)) continue;
      waiting.delete(one);
      const now = performance.now();
      const at = Math.max(now, nextEnd);
      nextEnd = at + ENDS_APART;
      if (at === now) end(one);
      else setTimeout(() => end(one), at - now).unref();
    }
  };
  const send = (to: Subscriber, event: ChangeEvent, id: number | undefined): void => {
    if (!subscribers.has(to)) return;
    const later = waiting.get(to);
    if (later === undefined) to.send(event, id);
    else if (later.length < MOST_LATER) later.push([event, id]);
    else letGo([to]);
  };
  /** What comes for this one waits; the result ends that, sends `missed` first, and then what has waited. */
  const hold = (to: Subscriber) => {
    const later: [ChangeEvent, number | undefined][] = [];
    waiting.set(to, later);
    return (missed: readonly { event: ChangeEvent; id: number }[]): void => {
      waiting.delete(to);
      for (const { event, id } of missed) send(to, event, id);
      for (const [event, id] of later) send(to, event, id);
    };
  };
  return { subscribers, letGo, send, hold };
}
