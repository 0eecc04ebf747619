import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long a body may take: so long, and its size at this speed. */
const ALLOWED = { ms: 20_000, bytesPerSecond: 64_000 };
/** Of a body that we read too slowly ourselves nobody is cut: it is looked at again after this, ms. */
const AGAIN_MS = 1000;

/**
 * Ends requests whose body comes too slowly, with 408 and the connection: who holds one back holds a connection,
 * and what it was let do when it began. Counted is what has come, not what was announced.
 */
export function boundBodyTime(app: FastifyInstance, { ms, bytesPerSecond } = ALLOWED): void {
  /** How much each connection had read when its last request was whole: what comes with the headers counts too. */
  const readBefore = new WeakMap<Socket, number>();
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    const { socket } = raw;
    const before = readBefore.get(socket) ?? 0;
    if (!hasBody(request)) return void readBefore.set(socket, socket.bytesRead);
    raw.once('end', () => readBefore.set(socket, socket.bytesRead));
    let from = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const look = () => {
      const left = from + ms + ((socket.bytesRead - before) / bytesPerSecond) * 1000 - performance.now();
      if (left > 0) timer = setTimeout(look, left);
      else if (raw.readableLength > 0) {
        from += AGAIN_MS;
        timer = setTimeout(look, AGAIN_MS);
      } else refuse(app, request);
    };
    look();
    for (const over of ['end', 'close', 'error']) raw.once(over, () => clearTimeout(timer));
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** As the server itself ends a request that is not whole in time. */
function refuse(app: FastifyInstance, { raw }: FastifyRequest): void {
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', error, raw.socket);
}
