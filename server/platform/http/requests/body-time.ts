import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Maximum time for a body: a constant, plus its size at this speed. */
const ALLOWED = { ms: 20_000, bytesPerSecond: 64_000 };
/** A body that we read too slowly ourselves is not cut off: it is checked again after this time, ms. */
const AGAIN_MS = 1000;

/**
 * Ends requests whose body arrives too slowly, with 408 and the connection: holding a body back keeps a
 * connection, and the rights of its beginning. What has arrived counts, not what was announced.
 */
export function boundBodyTime(app: FastifyInstance, { ms, bytesPerSecond } = ALLOWED): void {
  /**
   * Bytes read on each connection when its last request was complete: data that arrives with the headers
   * counts too.
   */
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

/** In the way the server itself ends a request that is not complete in time. */
function refuse(app: FastifyInstance, { raw }: FastifyRequest): void {
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', error, raw.socket);
}
