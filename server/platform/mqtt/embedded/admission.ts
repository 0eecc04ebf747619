import type { Socket } from 'node:net';
import { makeBucket } from '../../load/rate.ts';
import type { Networks } from './networks.ts';

interface AdmissionOptions {
  readonly perSecond: number;
  /**
   * Beyond this number a connection is closed at once; its box comes again. One network gets at most half of
   * it.
   */
  readonly maxWaiting: number;
  readonly networks: Networks;
  /** Whether the connected boxes already send as much as can be processed: then a tenth is admitted. */
  busy(): boolean;
  admit(socket: Socket): void;
}

/**
 * Admits a limited number of connections a second, in order of arrival: after an outage thousands of boxes
 * come at once, each handshake costs a database query, and each box sends its backlog. A waiting connection
 * costs only its socket. Networks take turns, so that one that sends thousands delays only itself. Some are
 * admitted at any time: a few boxes with a long backlog must not keep out all others, whose measures are
 * interleaved once they are admitted.
 */
export function makeAdmission({ perSecond, maxWaiting, networks, busy, admit }: AdmissionOptions): {
  add(socket: Socket): void;
  stop(): void;
} {
  const usual = makeBucket(perSecond, perSecond);
  const slow = makeBucket(perSecond / 10, 1);
  const queue = makeQueue();
  let timer: NodeJS.Timeout | undefined;

  /** The next one that may enter now; broken ones are skipped. */
  const nextSocket = (now: number): [network: string, socket: Socket] | undefined => {
    const bucket = busy() ? slow : usual;
    if (!bucket.has(now)) return undefined;
    const network = queue.next((one) => networks.mayEnter(one, now));
    const socket = network === undefined ? undefined : queue.take(network);
    if (network === undefined || socket === undefined) return undefined;
    bucket.tryTake(now);
    return [network, socket];
  };
  const serve = () => {
    timer = undefined;
    for (let next = nextSocket(performance.now()); next !== undefined; next = nextSocket(performance.now())) {
      networks.enter(...next);
      admit(next[1]);
    }
    if (!queue.isEmpty()) timer = setTimeout(serve, 20);
  };
  return {
    add(socket) {
      socket.on('error', ignore);
      const network = networks.of(socket);
      const most = network === '' ? maxWaiting : maxWaiting / 2;
      const isFull = queue.count() >= maxWaiting || queue.countOf(network) >= most;
      if (isFull || !networks.hasRoom(network)) {
        socket.destroy();
        return;
      }
      queue.add(network, socket);
      if (timer === undefined) serve();
    },
    stop() {
      clearTimeout(timer);
      queue.clear();
    },
  };
}

/** Waiting sockets by network, in the order of the networks' turns. */
function makeQueue() {
  const waiting = new Map<string, Socket[]>();
  let count = 0;
  const dropBroken = (sockets: Socket[]) => {
    while (sockets[0]?.destroyed === true) {
      sockets.shift();
      count -= 1;
    }
  };
  return {
    isEmpty: () => waiting.size === 0,
    count: () => count,
    countOf: (network: string) => waiting.get(network)?.length ?? 0,
    add(network: string, socket: Socket): void {
      const own = waiting.get(network);
      if (own === undefined) waiting.set(network, [socket]);
      else own.push(socket);
      count += 1;
    },
    /** The next network with a waiting socket that may enter now. */
    next(mayEnter: (network: string) => boolean): string | undefined {
      for (const [network, sockets] of waiting) {
        dropBroken(sockets);
        if (sockets.length === 0) waiting.delete(network);
        else if (mayEnter(network)) return network;
      }
      return undefined;
    },
    /** The first socket of a network, which then goes to the end of the queue. */
    take(network: string): Socket | undefined {
      const sockets = waiting.get(network);
      const socket = sockets?.shift();
      count -= 1;
      waiting.delete(network);
      if (sockets !== undefined && sockets.length > 0) waiting.set(network, sockets);
      return socket;
    },
    clear(): void {
      for (const sockets of waiting.values()) for (const socket of sockets) socket.destroy();
      waiting.clear();
      count = 0;
    },
  };
}

/** A socket that breaks while it waits is skipped. */
function ignore(): void {}
