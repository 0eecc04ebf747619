import { isIP } from 'node:net';
import { MESSAGES_CHANNEL, NOTIFICATIONS_CHANNEL } from '../outbox/queue.ts';
import type { MakeModule } from '../parts.ts';
import { transaction } from '../platform/database/db.ts';
import { wake } from '../platform/jobs/jobs.ts';
import { smsProvider } from './sending/provider-sms.ts';
import { smtpProvider } from './sending/provider-smtp.ts';
import { makeSender } from './sending/sender.ts';
import { gatherNotifications } from './store-gather.ts';

export { notificationsModule } from './notifications/index.ts';

/** The outbox: alerts are gathered into messages, messages are rendered and sent. */
export const notifyModule: MakeModule = ({ config, db, vault, jobs, log }) => ({
  name: 'notify',
  worker: () => {
    const { hostname } = new URL(config.publicUrl);
    // An address may not end in a bare IP number.
    const host = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost';
    const from = config.mailFrom ?? `"${config.title.replace(/["\\\r\n]/g, '')}" <no-reply@${host}>`;
    const providers = {
      email: config.smtpUrl === null ? undefined : smtpProvider(config.smtpUrl, from, host),
      sms: config.smsUrl === null ? undefined : smsProvider(config.smsUrl),
    };
    const site = { title: config.title, publicUrl: config.publicUrl };
    const gather = () =>
      transaction(db, async (trx) => {
        const put = await gatherNotifications(trx, config.notifyGatherSeconds);
        if (put > 0) await wake(trx, MESSAGES_CHANNEL);
        return put;
      });
    const stops = [
      jobs.loop({ name: 'gathering', channel: NOTIFICATIONS_CHANNEL, everyMs: 1000, run: gather }),
      ...(['email', 'sms'] as const).map((channel) => {
        const sender = makeSender({ db, vault, site, channel, provider: providers[channel], log });
        const run = () => sender.sendNext();
        return jobs.loop({ name: `sending ${channel}`, channel: MESSAGES_CHANNEL, everyMs: 1000, run });
      }),
    ];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
      providers.email?.close?.();
    };
  },
});
