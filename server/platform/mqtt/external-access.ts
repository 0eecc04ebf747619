import { randomBytes } from 'node:crypto';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import type { Log } from '../log/log.ts';
import { hostOf } from './external-host.ts';

/** Maximum time for a test message. */
const WAIT_MS = 2000;
const ONCE: IClientOptions = { reconnectPeriod: 0, connectTimeout: 5000, clean: true };

/** What an account other than the console may do with topics of another box. */
export interface Access {
  readonly enters: boolean;
  readonly reads: boolean;
  readonly writes: boolean;
}
const NONE: Access = { enters: false, reads: false, writes: false };

/**
 * Tests what an account may read and write for a box that does not exist: a granted subscription proves
 * nothing, because brokers grant it and withhold the messages. `options` of the account; none for an
 * anonymous client.
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

/** Whether messages of one client reach the other. */
async function passes(from: MqttClient, topic: string, to: MqttClient, filter: string): Promise<boolean> {
  const heard = new Promise<boolean>((resolve) => {
    to.on('message', (came) => came === topic && resolve(true));
    setTimeout(() => resolve(false), WAIT_MS).unref();
  });
  try {
    await to.subscribeAsync(filter, { qos: 1 });
    // A broker may answer a refused message by closing the connection.
    await Promise.race([from.publishAsync(topic, '{}', { qos: 1 }), heard]);
  } catch {
    return false;
  }
  return heard;
}

/**
 * Warns at the start about a broker that does not separate boxes, because the console's messages to a box
 * contain passwords. With the account of a box (MQTT_PROBE_URL) it is tested; without one it is unknown,
 * which is logged too.
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
