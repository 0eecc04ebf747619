import { mePush, mePushSubscribe, mePushUnsubscribe, type PushBrowser } from '@aerowatch/contracts/api/push';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { transaction } from '../../../platform/database/db.ts';
import { BadRequest, Conflict, NotFound } from '../../../platform/errors.ts';
import { recordChange } from '../../../platform/events/events.ts';
import { outboundProblem } from '../../../platform/http/outbound/outbound.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { userOf } from '../../../platform/viewer.ts';
import {
  type BrowserRow,
  browsersOf,
  MAX_BROWSERS,
  removeBrowser,
  saveBrowser,
  vapidKeys,
} from '../../outbox/store-push.ts';
import { aboutUser } from '../about.ts';

const presented = ({ created_at, last_sent_at, ...row }: BrowserRow): PushBrowser => ({
  ...row,
  created_at: created_at.toISOString(),
  last_sent_at: last_sent_at?.toISOString() ?? null,
});

/** The browsers in which a person receives notifications. */
export const pushRoutes = ({ db, vault, config }: Parts): Route[] => [
  route(mePush, async ({ viewer }) => ({
    public_key: config.pushContact === null ? null : (await vapidKeys(db, vault)).publicKey,
    browsers: (await browsersOf(db, userOf(viewer).id)).map(presented),
  })),
  route(mePushSubscribe, async ({ viewer, body }) => {
    const user = userOf(viewer);
    if (config.pushContact === null) throw new Conflict('push_off');
    if (outboundProblem(body.endpoint, config.webhookPrivate) !== null)
      throw new BadRequest({ endpoint: ['push_subscription'] });
    const name = body.name ?? new URL(body.endpoint).hostname;
    return transaction(db, async (trx) => {
      const row = await saveBrowser(trx, vault, user.id, body, name);
      if ((await browsersOf(trx, user.id)).length > MAX_BROWSERS)
        throw new BadRequest(`push_most|${MAX_BROWSERS}`);
      await recordAudit(trx, viewer, { ...aboutUser(user), action: 'update', after: { push_browser: name } });
      await recordChange(trx, { entity: 'users', type: 'updated', id: user.id, clientId: user.clientId });
      return presented(row);
    });
  }),
  route(mePushUnsubscribe, async ({ viewer, params }) => {
    const user = userOf(viewer);
    await transaction(db, async (trx) => {
      if (!(await removeBrowser(trx, user.id, params.id))) throw new NotFound();
      await recordAudit(trx, viewer, {
        ...aboutUser(user),
        action: 'update',
        before: { push_browser: params.id },
      });
      await recordChange(trx, { entity: 'users', type: 'updated', id: user.id, clientId: user.clientId });
    });
    return undefined;
  }),
];
