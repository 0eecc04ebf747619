import type { Socket } from 'node:net';
import { makeBucket } from '../rate.ts';
import type { Networks } from './networks.ts';

interface AdmissionOptions {
  readonly perSecond: number;
  /** Beyond it a connection is ended at once; its box comes again. One network has half of it at most. */
  readonly maxWaiting: number;
  readonly networks: Networks;
  /** Whether those who are in bring as much as can be taken: a tenth is let in then. */
  busy(): boolean;
  admit(socket: Socket): void;
}

/**
 * Lets so many connections in a second, in the order they came: after an outage thousands of boxes come
 * at once, each handshake costs a look at the database, and each box brings what it kept meanwhile. Who
 * waits costs nothing but its socket. Networks take turns, so that one that sends thousands holds up
 * itself. Some are let in at any time: a few boxes with a long backlog must not keep out all others, whose
 * measures go between theirs once they are in.
 */
export function makeAdmission({ perSecond, maxWaiting, networks, busy, admit }: AdmissionOptions): {
  add(socket: Socket): void;
  stop(): void;
} {
  const usual = makeBucket(perSecond, perSecond);
  const slow = makeBucket(perSecond / 10, 1);
  /** By network, in the order in which it is their turn. */
  const waiting = new Map<string, Socket[]>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  /** The next network with somebody who still waits and may enter now. */
  const nextNetwork = (now: number): string | undefined => {
    for (const [network, sockets] of waiting) {
      while (sockets[0]?.destroyed === true) {
        sockets.shift();
        count -= 1;
      }
      if (sockets.length === 0) waiting.delete(network);
      else if (networks.mayEnter(network, now)) return network;
    }
    return undefined;
  };
  const take = (network: string): Socket | undefined => {
    const sockets = waiting.get(network);
    const socket = sockets?.shift();
    count -= 1;
    waiting.delete(network);
    if (sockets !== undefined && sockets.length > 0) waiting.set(network, sockets);
    return socket;
  };
  const serve = () => {
    timer = undefined;
    while (waiting.size > 0) {
      const now = performance.now();
      const bucket = busy() ? slow : usual;
      const network = bucket.has(now) ? nextNetwork(now) : undefined;
      if (network === undefined) {
        if (waiting.size > 0) timer = setTimeout(serve, 20);
        return;
      }
      bucket.tryTake(now);
      const socket = take(network);
      if (socket === undefined) continue;
      networks.enter(network, socket);
      admit(socket);
    }
  };
  return {
    add(socket) {
      socket.on('error', ignore);
      const network = networks.of(socket);
      const own = waiting.get(network);
      const most = network === '' ? maxWaiting : maxWaiting / 2;
      if (count >= maxWaiting || (own?.length ?? 0) >= most || !networks.hasRoom(network)) {
        socket.destroy();
        return;
      }
      if (own === undefined) waiting.set(network, [socket]);
      else own.push(socket);
      count += 1;
      if (timer === undefined) serve();
    },
    stop() {
      clearTimeout(timer);
      for (const sockets of waiting.values()) for (const socket of sockets) socket.destroy();
      waiting.clear();
      count = 0;
    },
  };
}

/** A socket that breaks while it waits is skipped. */
function ignore(): void {}
