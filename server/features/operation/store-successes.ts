import { CHANNEL_KEYS } from '@aerowatch/domain/notifications/channels';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { asidesByReason, lastForecast } from './store-figures.ts';

/** When deliveries to others last succeeded, and what failed within seven days. Moments in ms since 1970. */
export interface Successes {
  readonly channels: readonly {
    readonly channel: string;
    readonly lastAt: number | null;
    readonly failedAt: number | null;
  }[];
  readonly webhooks: {
    readonly enabled: number;
    readonly failing: number;
    readonly lastAt: number | null;
  };
  readonly weatherAt: number | null;
  readonly forecastAt: number | null;
  readonly messagesFailed: number;
  readonly jobsFailed: number;
  readonly setAside: number;
}

const RECENT = sql`now() - interval '7 days'`;

export async function readSuccesses(db: Db): Promise<Successes> {
  const { rows } = await sql<{
    enabled: number;
    failing: number;
    webhook: Date | null;
    weather: Date | null;
    messages: number;
    jobs: number;
  }>`select
    (select count(*)::int from webhooks where enabled) as enabled,
    (select count(*)::int from webhooks where failing_since is not null or disabled_at is not null) as failing,
    (select max(last_success_at) from webhooks) as webhook,
    (select max(received_at) from weather_receipts where points > 0) as weather,
    (select count(*)::int from messages where state = 'failed' and updated_at > ${RECENT}) as messages,
    (select count(*)::int from jobs where state = 'failed' and updated_at > ${RECENT}) as jobs`.execute(db);
  const [row] = rows;
  const aside = await asidesByReason(db);
  return {
    channels: await channelSuccesses(db),
    webhooks: {
      enabled: row?.enabled ?? 0,
      failing: row?.failing ?? 0,
      lastAt: row?.webhook?.getTime() ?? null,
    },
    weatherAt: row?.weather?.getTime() ?? null,
    forecastAt: (await lastForecast(db))?.getTime() ?? null,
    messagesFailed: row?.messages ?? 0,
    jobsFailed: row?.jobs ?? 0,
    setAside: aside.reduce((sum, { count }) => sum + count, 0),
  };
}

/** For each existing channel: its newest message that was sent, and its newest that was given up. */
async function channelSuccesses(db: Db): Promise<Successes['channels']> {
  const { rows } = await sql<{ channel: string; sent: Date | null; failed: Date | null }>`
    select c.channel,
      (select max(sent_at) from messages where channel = c.channel and state = 'sent') as sent,
      (select max(updated_at) from messages where channel = c.channel and state = 'failed') as failed
    from unnest(${[...CHANNEL_KEYS]}::text[]) as c (channel)`.execute(db);
  return rows.map(({ channel, sent, failed }) => ({
    channel,
    lastAt: sent?.getTime() ?? null,
    failedAt: failed?.getTime() ?? null,
  }));
}
