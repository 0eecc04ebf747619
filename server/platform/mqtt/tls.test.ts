import { readFileSync } from 'node:fs';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing.ts';

// A certificate of localhost for these tests only; its key protects nothing.
const file = (name: string) => new URL(`../../testing/tls/${name}.pem`, import.meta.url).pathname;
let server: TestServer;
const topics: string[] = [];
beforeAll(async () => {
  server = await startTestServer({
    env: { MQTTS_PORT: '0', TLS_CERT: file('cert'), TLS_KEY: file('key') },
    modules: [
      ({ broker }) => ({
        name: 'taker',
        ingest: () => {
          broker.onMessage(async ({ topic }) => void topics.push(topic));
          return () => undefined;
        },
      }),
    ],
  });
});
afterAll(() => server.stop());

test('a box speaks over TLS, verifies the server, and speaks as itself only', async () => {
  const box = await server.createBox();
  const url = `mqtts://localhost:${server.parts.broker.tlsPort()}`;
  const credentials = {
    clientId: box.serial,
    username: box.serial,
    password: box.secret,
    reconnectPeriod: 0,
  };
  const client = await connectAsync(url, { ...credentials, ca: readFileSync(file('cert')) });
  await client.publishAsync(`boxes/${box.serial}/measures`, 'x', { qos: 1 });
  expect(topics).toEqual([`boxes/${box.serial}/measures`]);
  await client.endAsync();
  await expect(connectAsync(url, credentials)).rejects.toThrow(/self-signed/);
  await expect(
    connectAsync(url, {
      ...credentials,
      ca: readFileSync(file('cert')),
      ...({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1' } as object),
    }),
  ).rejects.toThrow();
});
