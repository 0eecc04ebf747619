import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { sameBytes } from '../crypto/secrets.ts';
import type { Db } from '../database/db.ts';

export interface HealthOptions {
  readonly db: Db;
  readonly registry: Registry;
  readonly metricsToken: string | null;
  /** Whether this process takes no new work. */
  readonly isDraining: () => boolean;
}

export function newRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return registry;
}

/** `/health/live`, `/health/ready`, `/metrics` at the root. */
export function serveHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/health/ready', async (_request, reply) => {
    const ready = !options.isDraining() && (await answers(options.db));
    reply.header('Cache-Control', 'no-store');
    if (!ready) reply.header('Retry-After', '5');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
  app.get('/metrics', async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const known =
      options.metricsToken !== null &&
      token !== undefined &&
      sameBytes(Buffer.from(token), Buffer.from(options.metricsToken));
    if (!known && !isLoopback(request.ip))
      return reply.code(403).send({
        detail: 'Metrics are open to this machine, or with METRICS_TOKEN.',
        code: 'forbidden',
        request_id: request.id,
      });
    return reply.type(options.registry.contentType).send(await options.registry.metrics());
  });
}

async function answers(db: Db): Promise<boolean> {
  try {
    const query = sql`select 1`.execute(db).then(() => true);
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref());
    return await Promise.race([query, late]);
  } catch {
    return false;
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
