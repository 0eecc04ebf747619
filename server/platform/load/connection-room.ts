import type { Server, Socket } from 'node:net';
import { HOUR } from '@aerowatch/domain/durations';
import type { Log } from '../log/log.ts';
import { inNetworks, networkOf } from '../machine/address.ts';

/**
 * Open files besides connections: the program, the database's pool and listener, files of jobs, outgoing
 * calls.
 */
const RESERVED = 128;
/** Fewer would be useless. */
const LEAST = 16;
const LOW_LIMIT = 1024;
const TOLD_EVERY_MS = 60_000;

/**
 * The limit of connections for this process, by its limit of open files, and the number refused because of
 * it.
 */
export interface ConnectionRoom {
  readonly http: number;
  readonly mqtt: number;
  /**
   * Closes connections to these servers beyond `most` in total, and beyond half of it from one network that
   * is neither this machine nor one of `shared`. A failure to accept a connection is logged, and never ends
   * the process.
   */
  guard(servers: readonly Server[], most: number, shared?: readonly string[]): void;
  /** Connections refused within the last hour. */
  refusedLately(): number;
}

/** Divides the limit: a request may open a file besides its connection, a box does not. */
export function shareOut(limit: number, roles: readonly string[]): { http: number; mqtt: number } {
  const room = Math.max(2 * LEAST, limit - RESERVED);
  const [web, ingest] = [roles.includes('web'), roles.includes('ingest')];
  const forHttp = web ? (ingest ? 0.4 : 1) : 0.1;
  return {
    http: Math.max(LEAST, Math.floor((room * forHttp) / 2)),
    mqtt: ingest ? Math.max(LEAST, Math.floor(room * (web ? 0.6 : 0.9))) : 0,
  };
}

/** The limit of open files of this process; without one (Windows), more than it could ever need. */
function openFileLimit(): number {
  // Otherwise host names would be looked up.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) && soft > 0 ? soft : 1_000_000;
}

export function makeConnectionRoom(
  roles: readonly string[],
  log: Log,
  limit = openFileLimit(),
): ConnectionRoom {
  const share = shareOut(limit, roles);
  log[limit < LOW_LIMIT ? 'warn' : 'info'](
    { limit, ...share },
    'connections at most, by the limit of open files',
  );
  const refusals: number[] = [];
  let [told, untold] = [Number.NEGATIVE_INFINITY, 0];
  const tell = (what: object) => {
    untold += 1;
    const now = performance.now();
    if (now - told < TOLD_EVERY_MS) return;
    log.warn(
      { ...what, refused: untold, limit },
      'connections are refused: the limit of open files allows no more',
    );
    [told, untold] = [now, 0];
  };
  const refuse = (socket: Socket, network: string) => {
    refusals.push(performance.now());
    if (refusals.length > 100_000) refusals.shift();
    tell({ network });
    socket.destroy();
  };
  return {
    ...share,
    guard(servers, most, shared = []) {
      const isShared = inNetworks(['127.0.0.0/8', '::1', ...shared]);
      const ofNetwork = new Map<string, number>();
      let held = 0;
      const take = (socket: Socket) => {
        const address = socket.remoteAddress ?? '';
        const network = networkOf(address);
        const own = ofNetwork.get(network) ?? 0;
        held += 1;
        ofNetwork.set(network, own + 1);
        socket.once('close', () => {
          held -= 1;
          const left = (ofNetwork.get(network) ?? 1) - 1;
          if (left === 0) ofNetwork.delete(network);
          else ofNetwork.set(network, left);
        });
        if (held > most || (own >= most / 2 && !isShared(address))) refuse(socket, network);
      };
      for (const server of servers) {
        server.on('connection', take);
        server.on('error', (error) => tell({ err: error.message }));
      }
    },
    refusedLately() {
      const since = performance.now() - HOUR;
      while (refusals[0] !== undefined && refusals[0] < since) refusals.shift();
      return refusals.length;
    },
  };
}
