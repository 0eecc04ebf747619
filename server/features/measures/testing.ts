import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import type { TestServer } from '../../../testing/start-test-server.ts';
import type { TestUser } from '../../../testing/store-builders.ts';
import { ingestBatch } from './ingest/ingest-batch.ts';
import { readUplink } from './ingest/read/read-uplink.ts';

/** A measure as tests write it; `at` in seconds since 1970. */
export type Sent = { at: number } & Partial<Record<MetricKey, number | null>>;

/** Sends measures as one message of a box, bypassing the broker. */
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
  await send(server, serial, { v: 1, aeros: [part] });
}

/** Sends a message of measures of a box, bypassing the broker. */
export async function send(server: TestServer, serial: string, message: unknown): Promise<void> {
  const payload = Buffer.from(JSON.stringify(message));
  const uplink = { serial, topic: `boxes/${serial}/measures`, payload };
  const problems: unknown[] = [];
  await ingestBatch(
    server.parts,
    [readUplink(uplink, new Map(), server.parts.clock.now())],
    (_read, error) => {
      if (error !== undefined) problems.push(error);
    },
  );
  if (problems.length > 0) throw problems[0];
}

/** The clocks of Paris go forward at 01:00 UTC on this night; seconds since 1970. */
export const NIGHT = Date.UTC(2026, 2, 29, 0, 30) / 1000;

/** A box with two measures of AERO 1 and one of AERO 2 around NIGHT. */
export async function makeSampleBox(server: TestServer, client: number, serial?: string) {
  const box = await server.createBox({ client, ...(serial === undefined ? {} : { serial_number: serial }) });
  const first = { temperature: -3.4, pressure: 182.1, stroke: 512, battery_voltage: 3.71 };
  await ingest(server, box.serial, 1, [
    { at: NIGHT, ...first, charge_current: -12 },
    { at: NIGHT + 3600, temperature: 21.6, stroke: 514 },
  ]);
  await ingest(server, box.serial, 2, [{ at: NIGHT, temperature: 0.1, stroke: 33 }]);
  return box;
}

/** The answer of a path under /api, as bytes. */
export async function fetchBytes(server: TestServer, user: TestUser, path: string) {
  const response = await fetch(`${server.url}/api${path}`, {
    headers: { Authorization: `Token ${user.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** Waits until a job has ended, and returns it. */
export async function jobWhenEnded(api: TestUser['api'], id: number) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = await api.get(`/jobs/${id}/`);
    if (!['queued', 'running'].includes(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the job did not end');
}
