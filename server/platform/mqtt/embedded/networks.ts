import type { Socket } from 'node:net';
import { bucketPer } from '../../load/rate.ts';
import { inNetworks, networkOf } from '../../machine/address.ts';

/** Wrong passwords from one network: enough for a depot's unconfigured boxes, too few for guessing. */
const FAILURES = { perSecond: 5, burst: 300 };
/**
 * Rate at which a network beyond that limit is admitted for a minute: a box with the right password still
 * gets in.
 */
const SLOW = { perSecond: 100, burst: 100 };
const SLOW_FOR_MS = 60_000;
/** Connections without a proven password: maximum from one network, and in total. */
const MAX_STRANGERS = 1000;
const MAX_OPEN = 30_000;

/**
 * Limits of connections from one network. Networks shared by many boxes (a load balancer) are not counted.
 */
export interface Networks {
  /** Whether one more connection from there is allowed at all. */
  hasRoom(network: string): boolean;
  /** Whether the next one may enter now; uses its turn. */
  mayEnter(network: string, now: number): boolean;
  /** Counts a connection until it closes; it is a stranger until `known`. */
  enter(network: string, socket: Socket): void;
  known(socket: Socket): void;
  failed(network: string, now: number): void;
  of(socket: Socket): string;
}

interface Held {
  strangers: number;
  open: number;
}

export function makeNetworks(shared: readonly string[], room = Number.POSITIVE_INFINITY): Networks {
  // Always leaves places for others.
  const maxStrangers = Math.min(MAX_STRANGERS, Math.ceil(room / 4));
  const held = new Map<string, Held>();
  const failures = bucketPer(FAILURES.perSecond, FAILURES.burst);
  const lanes = bucketPer(SLOW.perSecond, SLOW.burst);
  const slowUntil = new Map<string, number>();
  const entered = new WeakMap<Socket, { network: string; stranger: boolean }>();
  const isShared = inNetworks(shared);
  /** A closed socket no longer has an address. */
  const names = new WeakMap<Socket, string>();
  const leave = (network: string, stranger: boolean, open: boolean) => {
    const one = held.get(network);
    if (one === undefined) return;
    if (stranger) one.strangers -= 1;
    if (open) one.open -= 1;
    if (one.open === 0) held.delete(network);
  };
  return {
    of(socket) {
      const known = names.get(socket);
      if (known !== undefined) return known;
      const address = socket.remoteAddress ?? '';
      // A shared address has no name, so nothing is counted against it.
      const network = isShared(address) ? '' : networkOf(address);
      names.set(socket, network);
      return network;
    },
    hasRoom: (network) => network === '' || (held.get(network)?.open ?? 0) < MAX_OPEN,
    mayEnter(network, now) {
      if (network === '') return true;
      if ((held.get(network)?.strangers ?? 0) >= maxStrangers) return false;
      if ((slowUntil.get(network) ?? 0) < now) return true;
      return lanes.of(network, now).tryTake(now);
    },
    enter(network, socket) {
      if (network === '') return;
      const one = held.get(network) ?? { strangers: 0, open: 0 };
      one.strangers += 1;
      one.open += 1;
      held.set(network, one);
      const state = { network, stranger: true };
      entered.set(socket, state);
      socket.once('close', () => leave(network, state.stranger, true));
    },
    known(socket) {
      const state = entered.get(socket);
      if (state?.stranger !== true) return;
      state.stranger = false;
      leave(state.network, true, false);
    },
    failed(network, now) {
      if (network === '' || failures.of(network, now).tryTake(now)) return;
      slowUntil.delete(network);
      removePast(slowUntil, now);
      slowUntil.set(network, now + SLOW_FOR_MS);
    },
  };
}

/** Entries are ordered by their end. */
function removePast(ends: Map<string, number>, now: number): void {
  for (const [name, end] of ends) {
    if (end >= now) break;
    ends.delete(name);
  }
}
