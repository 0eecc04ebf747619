import { randomBytes } from 'node:crypto';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import type { Log } from '../log/log.ts';
import { hostOf } from './external-host.ts';

/** How long a message of a trial may be under way. */
const WAIT_MS = 2000;
const ONCE: IClientOptions = { reconnectPeriod: 0, connectTimeout: 5000, clean: true };

/** What somebody who is not the console may do with topics of a box that is not theirs. */
export interface Access {
  readonly enters: boolean;
  readonly reads: boolean;
  readonly writes: boolean;
}
const NONE: Access = { enters: false, reads: false, writes: false };

/**
 * Tries what an account may read and write of a box that there is not: a subscription that is granted says nothing,
 * since brokers grant it and hold the messages back. `options` of the account; none for anybody.
 */
export async function tryAccess(
  url: string,
  asking: URL | string,
  options: IClientOptions = {},
): Promise<Access> {
  const base = `boxes/aerowatch-probe-${randomBytes(8).toString('hex')}`;
  const [down, up] = [`${base}/desired`, `${base}/probe`];
  const console_ = await connectAsync(url, { ...ONCE, ...hostOf(url), protocolVersion: 5 });
  const somebody = await connectAsync(String(asking), {
    ...ONCE,
    ...hostOf(String(asking)),
    protocolVersion: 4,
    ...options,
  }).catch(() => undefined);
  try {
    if (somebody === undefined) return NONE;
    const [reads, writes] = await Promise.all([
      passes(console_, down, somebody, 'boxes/+/desired'),
      passes(somebody, up, console_, up),
    ]);
    return { enters: true, reads, writes };
  } finally {
    await Promise.allSettled([console_.endAsync(true), somebody?.endAsync(true)]);
  }
}

/** Whether what one publishes reaches the other. */
async function passes(from: MqttClient, topic: string, to: MqttClient, filter: string): Promise<boolean> {
  const heard = new Promise<boolean>((resolve) => {
    to.on('message', (came) => came === topic && resolve(true));
    setTimeout(() => resolve(false), WAIT_MS).unref();
  });
  try {
    await to.subscribeAsync(filter, { qos: 1 });
    // A broker may answer a message that it refuses by closing the connection.
    await Promise.race([from.publishAsync(topic, '{}', { qos: 1 }), heard]);
  } catch {
    return false;
  }
  return heard;
}

/**
 * Warns at the start of a broker that keeps boxes not apart: what the console sends to a box holds passwords. With
 * the account of a box (MQTT_PROBE_URL) it is tried; without one it cannot be known, which is said as well.
 */
export async function warnOfAccess(url: string, probeUrl: string | null, log: Log): Promise<void> {
  const page = 'docs/external-broker.md has the access list';
  const anybody = new URL(url);
  anybody.username = '';
  anybody.password = '';
  const open = await tryAccess(url, anybody);
  if (open.reads || open.writes)
    log.warn({ ...open, page }, 'the external broker lets anybody read or write messages of any box');
  if (probeUrl === null) {
    if (!open.reads)
      log.warn(
        { page },
        'whether the external broker keeps boxes apart is not known: set MQTT_PROBE_URL to try it',
      );
    return;
  }
  const box = await tryAccess(url, probeUrl);
  if (!box.enters) log.warn({ page }, 'MQTT_PROBE_URL: the external broker refuses this account');
  else if (box.reads || box.writes)
    log.warn(
      { ...box, page },
      'the external broker lets the account of one box read or write messages of others',
    );
  else log.info('the external broker keeps the account of MQTT_PROBE_URL to its own topics');
}
