import {
  type Webhook,
  webhooksCreate,
  webhooksDelete,
  webhooksDeliveries,
  webhooksGet,
  webhooksList,
  webhooksPatch,
  webhooksReplay,
  webhooksSecret,
} from '@aerowatch/contracts/api/webhooks';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@aerowatch/domain/notifications/webhook-events';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import { recordChange } from '../../platform/events/events.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { outboundProblem } from '../../platform/http/outbound/outbound.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import { chosenClient } from '../clients/choose.ts';
import { WEBHOOKS_CHANNEL } from '../outbox/store-events.ts';
import { sealedSecretAs } from './secrets.ts';
import { newWebhookSecret } from './signature.ts';
import * as store from './store.ts';

export const presentWebhook = (row: store.WebhookRow): Webhook => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  client: row.client_id,
  url: row.url,
  description: row.description,
  events: row.events as WebhookEvent[],
  language: row.language as Webhook['language'],
  enabled: row.enabled,
  created_by: row.created_by,
  last_success_at: row.last_success_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  last_error: row.last_error,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  queued: row.queued,
  failed: row.failed,
});

/** Fields for the audit log; the progress of deliveries is not a user's change. */
const audited = ({ url, description, events, enabled, language, client_id }: store.WebhookRow) => ({
  url,
  description,
  events,
  enabled,
  language,
  client: client_id,
});

async function recorded(
  trx: Trx,
  viewer: Viewer,
  action: string,
  before: store.WebhookRow | undefined,
  after: store.WebhookRow | undefined,
  extra: Record<string, unknown> = {},
): Promise<void> {
  const row = (after ?? before)!;
  await recordAudit(trx, viewer, {
    action,
    entity: 'webhooks',
    id: row.id,
    name: row.description === '' ? row.url : row.description,
    clientId: row.client_id,
    before: before && audited(before),
    after: after && { ...audited(after), ...extra },
  });
  const type = before === undefined ? 'added' : after === undefined ? 'deleted' : 'updated';
  await recordChange(trx, { entity: 'webhooks', type, id: row.id, clientId: row.client_id });
}

export const webhookRoutes = (parts: Parts): Route[] => [...settingRoutes(parts), ...deliveryRoutes(parts)];

/** Where events go, which ones, and with which secret they are signed. */
function settingRoutes({ db, config, vault }: Parts): Route[] {
  const checkUrl = (url: string) => {
    const problem = outboundProblem(url, config.webhookPrivate);
    if (problem !== null)
      throw new BadRequest({ url: [problem === 'private' ? 'webhook_private' : 'webhook_url'] });
  };
  const seal = (id: number, secret: string) => vault.seal(secret, sealedSecretAs(id));
  return [
    listRoute(db, webhooksList, store.listWebhooks, presentWebhook),
    route(webhooksGet, async ({ viewer, params }) =>
      presentWebhook(await store.webhookById(db, viewer, params.id)),
    ),
    changeRoute(db, webhooksCreate, async (trx, call) => {
      const { viewer, body, language } = call;
      checkUrl(body.url);
      const client_id = await chosenClient(trx, viewer, body.client);
      const secret = newWebhookSecret();
      const values = {
        client_id,
        url: body.url,
        description: body.description ?? '',
        events: body.events,
        language: body.language ?? language,
        enabled: body.enabled ?? true,
        created_by: userIdOf(viewer),
      };
      const id = await store.insertWebhook(trx, values, (made) => seal(made, secret));
      const row = await store.webhookById(trx, viewer, id);
      await recorded(trx, call.viewer, 'create', undefined, row);
      return { ...presentWebhook(row), secret };
    }),
    changeRoute(db, webhooksPatch, async (trx, call) => {
      const { viewer, params, body, request } = call;
      const before = await store.webhookById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      if (body.url !== undefined) checkUrl(body.url);
      const revived = body.enabled === true || (body.url !== undefined && body.url !== before.url);
      const fresh = { failures: 0, failing_since: null, paused_until: null, disabled_at: null };
      await store.updateWebhook(trx, before.id, { ...body, ...(revived ? fresh : {}) });
      const row = await store.webhookById(trx, viewer, before.id);
      await recorded(trx, call.viewer, 'update', before, row);
      await wake(trx, WEBHOOKS_CHANNEL);
      return presentWebhook(row);
    }),
    changeRoute(db, webhooksDelete, async (trx, call) => {
      const before = await store.webhookById(trx, call.viewer, call.params.id, true);
      checkIfMatch(call.request, before);
      await store.deleteWebhook(trx, before.id);
      await recorded(trx, call.viewer, 'delete', before, undefined);
    }),
    changeRoute(db, webhooksSecret, async (trx, call) => {
      const row = await store.webhookById(trx, call.viewer, call.params.id, true);
      const secret = newWebhookSecret();
      await store.replaceSecret(trx, row.id, seal(row.id, secret));
      await recorded(trx, call.viewer, 'new_secret', row, row);
      return { secret };
    }),
  ];
}

/** Sent events, and sending them again. */
function deliveryRoutes({ db }: Parts): Route[] {
  return [
    route(webhooksDeliveries, async ({ viewer, params, query, request }) => {
      const { id } = await store.webhookById(db, viewer, params.id);
      const { rows, count } = await store.listDeliveries(db, id, query);
      const results = rows.map((row) => ({
        ...row,
        webhook: id,
        type: row.type as WebhookEvent,
        state: row.state as 'queued' | 'delivered' | 'failed',
        at: row.at.toISOString(),
        next_attempt_at: row.state === 'queued' ? row.next_attempt_at.toISOString() : null,
        delivered_at: row.delivered_at?.toISOString() ?? null,
      }));
      return pageOf(request, query, count, results);
    }),
    changeRoute(db, webhooksReplay, async (trx, call) => {
      const { viewer, params, body } = call;
      const row = await store.webhookById(trx, viewer, params.id, true);
      const queued = await store.replayEvents(trx, row, body, WEBHOOK_EVENTS);
      if (body.event !== undefined && queued === 0) throw new NotFound();
      await recorded(trx, call.viewer, 'replay', row, row, { since: body.since ?? null, count: queued });
      await wake(trx, WEBHOOKS_CHANNEL);
      return { queued };
    }),
  ];
}
