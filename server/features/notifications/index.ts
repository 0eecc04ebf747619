import { CHANNEL_KEYS, type ChannelKey, channelOf } from '@aerowatch/domain/notifications/channels';
import type { MakeModule } from '../../parts.ts';
import { transaction } from '../../platform/database/db.ts';
import { makeOutbound } from '../../platform/http/outbound/outbound.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { MESSAGES_CHANNEL, NOTIFICATIONS_CHANNEL } from '../outbox/queue.ts';
import { PROVIDERS } from './sending/channel-providers.ts';
import { makeSender } from './sending/sender.ts';
import type { Lane } from './sending/store-outbox.ts';
import { groupNotifications, queueRepeats } from './store-grouping.ts';

export { notificationsModule } from './list/index.ts';

/** The outbox: alerts are gathered into messages, messages are rendered and sent. */
export const notifyModule: MakeModule = ({ config, db, vault, jobs, log, clock, hooks }) => ({
  name: 'notify',
  worker: () => {
    const site = {
      title: config.title,
      publicUrl: config.publicUrl,
      weatherSource: config.weatherAttribution,
      report: hooks.reportFile,
    };
    const outbound = makeOutbound({ allowPrivate: config.webhookPrivate });
    const gather = () =>
      transaction(db, async (trx) => {
        const put = await groupNotifications(trx, config.notifyGatherSeconds, clock.date());
        if (put > 0) await wake(trx, MESSAGES_CHANNEL);
        return put;
      });
    const repeat = () =>
      transaction(db, async (trx) => {
        const queued = await queueRepeats(trx, clock.date());
        if (queued > 0) await wake(trx, NOTIFICATIONS_CHANNEL);
        return queued;
      });
    const providers = CHANNEL_KEYS.map((channel) => ({
      channel,
      provider: PROVIDERS[channel]({ config, outbound, db, vault }),
    }));
    const stops = [
      jobs.loop({ name: 'telling again', everyMs: 30_000, run: () => repeat() }),
      jobs.loop({ name: 'gathering', channel: NOTIFICATIONS_CHANNEL, everyMs: 1000, run: gather }),
      ...providers.flatMap(({ channel, provider }) =>
        lanesOf(channel).map((lane) => {
          const sender = makeSender({ db, vault, site, channel, lane, provider, log });
          const run = () => sender.sendNext();
          const name = lane === 'swift' ? `sending ${channel}` : `drawing and sending ${channel}`;
          return jobs.loop({ name, channel: MESSAGES_CHANNEL, everyMs: 1000, run });
        }),
      ),
    ];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
      for (const { provider } of providers) provider?.close?.();
    };
  },
});

/** One sender per lane; messages that must first be drawn are mails. */
const lanesOf = (channel: ChannelKey): Lane[] => [
  ...Array.from({ length: channelOf(channel).atOnce }, () => 'swift' as const),
  ...(channelOf(channel).form === 'mail' ? (['drawn'] as const) : []),
];
