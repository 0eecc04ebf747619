import { randomBytes } from 'node:crypto';
import { connectAsync } from 'mqtt';
import { hostOf } from './external-host.ts';

/** After this time without a message, no more are expected. */
const QUIET_MS = 3000;

/**
 * Removes retained messages from the configuration topics: earlier versions left documents there, including
 * passwords, also for boxes that were deleted or renamed since. Returns how many there were.
 */
export async function clearRetained(url: string): Promise<number> {
  const clientId = `aerowatch-clear-${randomBytes(4).toString('hex')}`;
  const options = { protocolVersion: 5, clean: true, reconnectPeriod: 0, connectTimeout: 10_000 } as const;
  const client = await connectAsync(url, { ...options, ...hostOf(url), clientId });
  let cleared = 0;
  let last = Date.now();
  const clearing: Promise<unknown>[] = [];
  client.on('message', (topic, payload, { retain }) => {
    if (!retain || payload.length === 0) return;
    cleared += 1;
    last = Date.now();
    clearing.push(client.publishAsync(topic, '', { qos: 1, retain: true }));
  });
  try {
    await client.subscribeAsync('boxes/+/desired', { qos: 1 });
    while (Date.now() - last < QUIET_MS)
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 6).unref());
    await Promise.all(clearing);
  } finally {
    await client.endAsync(true);
  }
  return cleared;
}
