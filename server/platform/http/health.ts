import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { sameBytes } from '../crypto/secrets.ts';
import type { Db } from '../database/db.ts';
import type { Readiness } from '../readiness.ts';

export interface HealthOptions {
  readonly db: Db;
  readonly registry: Registry;
  readonly metricsToken: string | null;
  /** Whether this process has started completely, its first administrator included, and is not stopping. */
  readonly isServing: () => boolean;
  readonly readiness: Pick<Readiness, 'byRole'>;
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
  app.get('/health/live', { config: { counted: 'probe' } }, async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/health/ready', { config: { counted: 'probe' } }, async (_request, reply) => {
    const takesChanges = options.isServing() && (await doesTakeChanges(options.db));
    const roles = Object.entries(options.readiness.byRole()).map(
      ([role, problems]) => [role, takesChanges && problems.length === 0 ? 'ok' : 'unavailable'] as const,
    );
    const ready = takesChanges && roles.every(([, state]) => state === 'ok');
    reply.header('Cache-Control', 'no-store');
    if (!ready) reply.header('Retry-After', '5');
    const status = ready ? 'ok' : 'unavailable';
    return reply.code(ready ? 200 : 503).send({ status, roles: Object.fromEntries(roles) });
  });
  app.get('/metrics', { config: { counted: 'own' } }, async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const known =
      options.metricsToken !== null &&
      token !== undefined &&
      sameBytes(Buffer.from(token), Buffer.from(options.metricsToken));
    if (known || isLoopback(request.ip))
      return reply.type(options.registry.contentType).send(await options.registry.metrics());
    app.networkLimits.countRequest(request.ip);
    return reply.code(403).send({
      detail: 'Metrics are open to this machine, or with METRICS_TOKEN.',
      code: 'forbidden',
      request_id: request.id,
    });
  });
}

/** Whether the database answers and is not a standby: every role needs to write. */
async function doesTakeChanges(db: Db): Promise<boolean> {
  try {
    const query = sql<{ ok: boolean }>`select current_setting('transaction_read_only') = 'off' as ok`
      .execute(db)
      .then(({ rows }) => rows[0]?.ok === true);
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref());
    return await Promise.race([query, late]);
  } catch {
    return false;
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
