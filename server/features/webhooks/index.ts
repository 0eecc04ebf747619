import { MINUTE } from '@aerowatch/domain/durations';
import type { MakeModule, Parts, Stop } from '../../parts.ts';
import { transaction } from '../../platform/database/db.ts';
import { makeOutbound } from '../../platform/http/outbound/outbound.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { may } from '../../platform/viewer.ts';
import { publishEvents, WEBHOOKS_CHANNEL } from '../outbox/store-events.ts';
import { writeNextBodies } from './bodies.ts';
import { deliverNext } from './deliver.ts';
import { presentWebhook, webhookRoutes } from './routes.ts';
import { webhooksByIds } from './store.ts';
import { forgetEvents } from './store-deliveries.ts';
import { silencesNow } from './store-silences.ts';

/** Concurrent deliveries per process. */
const AT_ONCE = 8;

/**
 * Notifies other systems of events: CloudEvents, signed per Standard Webhooks, at least once, in order by
 * resource.
 */
export const webhooksModule: MakeModule = (parts) => {
  parts.events.registerLoader('webhooks', async (viewer, ids) =>
    may(viewer, 'privileged') && viewer.kind !== 'key'
      ? (await webhooksByIds(parts.db, viewer, ids)).map(presentWebhook)
      : [],
  );
  return { name: 'webhooks', routes: webhookRoutes(parts), worker: () => startLoops(parts) };
};

function startLoops({ config, db, vault, jobs, events }: Parts): Stop {
  const outbound = makeOutbound({ allowPrivate: config.webhookPrivate });
  const stops = [
    jobs.loop({
      name: 'webhook bodies',
      channel: WEBHOOKS_CHANNEL,
      everyMs: 1000,
      run: async () => {
        const written = await writeNextBodies(db, events, config.publicUrl);
        if (written > 0) await wake(db, WEBHOOKS_READY);
        return written;
      },
    }),
    ...Array.from({ length: AT_ONCE }, (_, i) =>
      jobs.loop({
        name: `webhooks ${i + 1}`,
        channel: WEBHOOKS_READY,
        everyMs: 1000,
        run: () => deliverNext({ db, vault, outbound }),
      }),
    ),
    jobs.loop({
      name: 'silent boxes',
      everyMs: MINUTE,
      run: async () => {
        await transaction(db, async (trx) => publishEvents(trx, await silencesNow(trx)));
        return 0;
      },
    }),
    jobs.loop({
      name: 'old webhook events',
      everyMs: 60 * MINUTE,
      run: async () => {
        await forgetEvents(db);
        return 0;
      },
    }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Notified when bodies are written. */
const WEBHOOKS_READY = 'webhooks_ready';
