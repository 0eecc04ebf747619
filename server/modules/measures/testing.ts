import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { commitSafely } from '../../ingest/commit-safely.ts';
import { readUplink } from '../../ingest/read-uplink.ts';
import type { TestServer } from '../../testing.ts';

/** A measure as tests write it; `at` in seconds since 1970. */
export type Sent = { at: number } & Partial<Record<MetricKey, number | null>>;

/** Sends measures as one message of a box, past the broker. */
export async function ingest(
  server: TestServer,
  serial: string,
  aero: 1 | 2,
  sent: readonly Sent[],
): Promise<void> {
  const first = sent[0]?.at ?? 0;
  const part: Record<string, unknown> = {
    aero,
    t0: first,
    dt: sent.map((one, index) => one.at - (sent[index - 1]?.at ?? first)),
  };
  for (const metric of METRIC_KEYS)
    if (sent.some((one) => one[metric] !== undefined)) part[metric] = sent.map((one) => one[metric] ?? null);
  const payload = Buffer.from(JSON.stringify({ v: 1, aeros: [part] }));
  const uplink = { serial, topic: `boxes/${serial}/measures`, payload };
  const problems: unknown[] = [];
  await commitSafely(server.parts, [readUplink(uplink, {}, server.parts.clock.now())], (_read, error) => {
    if (error !== undefined) problems.push(error);
  });
  if (problems.length > 0) throw problems[0];
}
