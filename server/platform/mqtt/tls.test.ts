import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing.ts';

// A certificate of localhost for these tests only; its key protects nothing.
const file = (name: string) => new URL(`../../testing/tls/${name}.pem`, import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-tls-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
let server: TestServer;
const topics: string[] = [];
beforeAll(async () => {
  copyFileSync(file('cert'), cert);
  copyFileSync(file('key'), key);
  server = await startTestServer({
    env: { MQTTS_PORT: '0', TLS_CERT: cert, TLS_KEY: key },
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
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

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

/** The name in the certificate that the port shows. */
const shown = () =>
  new Promise<string>((resolve, reject) => {
    const socket = connectTls({ port: server.parts.broker.tlsPort() ?? 0, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    }).on('error', reject);
  });

test.skipIf(noOpenssl())(
  'a renewed certificate is taken while it runs; half of a pair leaves the old one',
  async () => {
    const before = await shown();
    const expiry = server.parts.broker.certificateExpiry()?.getTime() ?? 0;
    const [newCert, newKey] = [join(folder, 'new-cert.pem'), join(folder, 'new-key.pem')];
    execFileSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'],
      ...['-subj', '/CN=renewed.example', '-keyout', newKey, '-out', newCert],
    ]);
    writeFileSync(cert, readFileSync(newCert));
    process.emit('SIGHUP');
    expect(await shown()).toBe(before);
    writeFileSync(key, readFileSync(newKey));
    process.emit('SIGHUP');
    expect(await shown()).toBe('renewed.example');
    expect(server.parts.broker.certificateExpiry()?.getTime()).not.toBe(expiry);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
      /^certificate_expiry_timestamp_seconds \d{10}/m,
    );
  },
);

function noOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}
