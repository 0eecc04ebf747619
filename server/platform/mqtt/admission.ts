import type { Socket } from 'node:net';
import { makeBucket } from './rate.ts';

interface AdmissionOptions {
  readonly perSecond: number;
  /** Beyond it a connection is ended at once; its box comes again. */
  readonly maxWaiting: number;
  /** Whether those who are in bring as much as can be taken: a tenth is let in then. */
  busy(): boolean;
  admit(socket: Socket): void;
}

/**
 * Lets so many connections in a second, in the order they came: after an outage thousands of boxes come
 * at once, each handshake costs a look at the database, and each box brings what it kept meanwhile. Who
 * waits costs nothing but its socket. Some are let in at any time: a few boxes with a long backlog must not
 * keep out all others, whose measures go between theirs once they are in.
 */
export function makeAdmission({ perSecond, maxWaiting, busy, admit }: AdmissionOptions): {
  add(socket: Socket): void;
  stop(): void;
} {
  const usual = makeBucket(perSecond, perSecond);
  const slow = makeBucket(perSecond / 10, 1);
  const waiting: Socket[] = [];
  let timer: NodeJS.Timeout | undefined;
  const serve = () => {
    timer = undefined;
    while (waiting.length > 0) {
      if (waiting[0]?.destroyed === true) {
        waiting.shift();
        continue;
      }
      if (!(busy() ? slow : usual).tryTake(performance.now())) {
        timer = setTimeout(serve, 20);
        return;
      }
      const socket = waiting.shift();
      if (socket !== undefined) admit(socket);
    }
  };
  return {
    add(socket) {
      socket.on('error', ignore);
      if (waiting.length >= maxWaiting) {
        socket.destroy();
        return;
      }
      waiting.push(socket);
      if (timer === undefined) serve();
    },
    stop() {
      clearTimeout(timer);
      for (const socket of waiting.splice(0)) socket.destroy();
    },
  };
}

/** A socket that breaks while it waits is skipped. */
function ignore(): void {}
