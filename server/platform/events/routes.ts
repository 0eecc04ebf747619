import { setTimeout as sleep } from 'node:timers/promises';
import { events as eventsEndpoint } from '@aerowatch/contracts/api/console';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TooManyRequests, Unavailable } from '../errors.ts';
import { type Admission, authenticate } from '../http/callers/authenticate.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { networkOf } from '../machine/address.ts';
import { nameOf } from '../viewer.ts';
import type { Events, Subscriber } from './events.ts';
import { rechecking } from './recheck.ts';
import { SESSIONS_CHANNEL } from './record.ts';
import { newestChange } from './store-events.ts';

const HEARTBEAT_MS = 15_000;
/** A reader this many bytes behind is disconnected; it reconnects and resumes. */
const MAX_BEHIND = 4 * 1024 * 1024;
const MAX_STREAMS = 5000;
/**
 * Maximum number of streams of one user or key: a browser has one per window. Maximum from one network: an
 * office behind one address.
 */
const MAX_OF_CALLER = 20;
const MAX_OF_NETWORK = 1000;
/**
 * Refusals are sent within this time, at different moments; with more of them waiting they are sent at once.
 */
const REFUSED_WITHIN_MS = 1000;
const MAX_REFUSING = 2000;

export interface EventRoutes {
  readonly routes: Route[];
  /** Ends every stream when the process stops. */
  readonly close: () => void;
}

/** Counts open streams by name, each with its own limit; false when a limit is reached. */
function makeHeld() {
  const held = new Map<string, number>();
  const count = (name: string) => held.get(name) ?? 0;
  return (reply: FastifyReply, bounds: Readonly<Record<string, number>>): boolean => {
    if (Object.entries(bounds).some(([name, most]) => count(name) >= most)) return false;
    const names = Object.keys(bounds);
    for (const name of names) held.set(name, count(name) + 1);
    reply.raw.once('close', () => {
      for (const name of names)
        if (count(name) > 1) held.set(name, count(name) - 1);
        else held.delete(name);
    });
    return true;
  };
}
/** Begins the stream; data is written unless the reader has left or is too far behind. */
function startStream(reply: FastifyReply): (text: string) => void {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value as string);
  raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  return (text) => {
    if (raw.destroyed || raw.writableEnded) return;
    if (raw.writableLength > MAX_BEHIND) raw.destroy();
    else raw.write(text);
  };
}
function lastIdOf({ headers }: FastifyRequest): number | undefined {
  const last = headers['last-event-id'];
  return typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined;
}
const tooMany = () => new TooManyRequests(60, 'too_many_streams', 'too_many_streams');

/** Refuses callers with too many streams, before anything is looked up. */
function refuseEarly(hold: ReturnType<typeof makeHeld>) {
  let refusing = 0;
  // A session that requests hundreds of streams at once is refused before any look-up, because answers that
  // others wait for would be queued behind those look-ups. The user is counted once known. Refusals are
  // spread in time, so that they are no burst either, and immediate retries become rarer.
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization } = request.headers;
    const bounds = {
      [`network ${networkOf(request.ip)}`]: MAX_OF_NETWORK,
      ...(authorization === undefined ? {} : { [`session ${authorization}`]: MAX_OF_CALLER }),
    };
    if (hold(reply, bounds)) return;
    if (refusing < MAX_REFUSING) {
      refusing += 1;
      await sleep(REFUSED_WITHIN_MS * (0.25 + 0.75 * Math.random()));
      refusing -= 1;
    }
    throw tooMany();
  };
}

interface EventRouteOptions extends Admission {
  events: Events;
  heartbeatMs?: number;
}

export function eventRoutes({
  events,
  heartbeatMs = HEARTBEAT_MS,
  ...admission
}: EventRouteOptions): EventRoutes {
  const open = new Set<() => void>();
  const hold = makeHeld();
  const first = refuseEarly(hold);
  const serve = async ({ viewer, query, request, reply }: Call<typeof eventsEndpoint>): Promise<void> => {
    if (open.size >= MAX_STREAMS) throw new Unavailable(30);
    if (!hold(reply, { [nameOf(viewer)]: MAX_OF_CALLER })) throw tooMany();
    const lastId = lastIdOf(request);
    let position = lastId ?? (await newestChange(admission.db));
    const write = startStream(reply);
    const { raw } = reply;
    const subscriber: Subscriber = {
      viewer,
      aeros: new Set(query.aeros ?? []),
      send: (event, changeId) => {
        tell(() => {
          position = Math.max(position, changeId ?? 0);
          write(`id: ${position}\ndata: ${JSON.stringify(event)}\n\n`);
        });
      },
      end: () => end(),
    };
    const unsubscribe = events.subscribe(subscriber);
    const end = () => {
      clearInterval(beat);
      stopRecheck();
      unsubscribe();
      open.delete(end);
      raw.end();
    };
    // An open window does not mean that its user is present.
    const { recheck, tell } = rechecking(subscriber, () => authenticate(admission, request, false));
    const beat = setInterval(() => {
      write(': \n\n');
      void recheck();
    }, heartbeatMs);
    const stopRecheck = events.hub.listen(SESSIONS_CHANNEL, (payload) => {
      if (viewer.kind === 'user' && payload === String(viewer.id)) void recheck();
    });
    open.add(end);
    raw.once('close', end);
    // The client may have left during the look-up.
    if (raw.destroyed) return end();
    write(`retry: 2000\nid: ${position}\nevent: ready\ndata: {}\n\n`);
    if (await events.resume(subscriber, lastId).catch(() => false)) return;
    // Events are sent from here on: an unknown position would cause a reset at each reconnect.
    position = await newestChange(admission.db).catch(() => position);
    write(`id: ${position}\nevent: reset\ndata: {}\n\n`);
  };
  return {
    routes: [{ ...route(eventsEndpoint, serve), first }],
    close: () => {
      for (const end of [...open]) end();
    },
  };
}
