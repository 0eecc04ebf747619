import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { boxesModule } from '../../features/boxes/index.ts';
import { system } from '../viewer.ts';
import { endOverlaps } from './store-credentials.ts';

// A certificate of localhost for these tests only; its key protects nothing.
const file = (name: string) => fileURLToPath(new URL(`../../../testing/tls/${name}.pem`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-tls-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
let server: TestServer;
const topics: string[] = [];
beforeAll(async () => {
  copyFileSync(file('cert'), cert);
  copyFileSync(file('key'), key);
  server = await startTestServer({
    env: { MQTTS_PORT: '0', TLS_CERT: cert, TLS_KEY: key, MQTT_CLIENT_CA: file('client-ca') },
    modules: [
      boxesModule,
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

test('only authenticated ciphers with forward secrecy are spoken', async () => {
  const speak = (ciphers: string) =>
    new Promise<string>((resolve) => {
      const port = server.parts.broker.tlsPort() ?? 0;
      const socket = connectTls({ port, ciphers, maxVersion: 'TLSv1.2', rejectUnauthorized: false }, () => {
        resolve(socket.getCipher().standardName);
        socket.destroy();
      }).on('error', () => resolve('refused'));
    });
  expect(await speak('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256');
  for (const weak of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384'])
    expect([weak, await speak(weak)]).toEqual([weak, 'refused']);
});

const pair = (name: string) => ({
  cert: readFileSync(file(`${name}-cert`)),
  key: readFileSync(file(`${name}-key`)),
});
/** The session data that an earlier connection leaves for a box to resume. */
const sessionOf = (options: ConnectionOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    const port = server.parts.broker.tlsPort() ?? 0;
    const socket = connectTls({ ...options, host: 'localhost', port, ca: readFileSync(file('cert')) });
    socket.on('error', reject).once('session', (session) => {
      resolve(session);
      socket.end();
    });
  });

test('a box comes by a certificate of MQTT_CLIENT_CA that names it, and as no other', async () => {
  const box = await server.createBox({ serial_number: 'TEST-CERT-1' });
  const other = await server.createBox();
  const url = `mqtts://localhost:${server.parts.broker.tlsPort()}`;
  const come = (clientId: string, cert: string, more: object = {}) =>
    connectAsync(url, {
      clientId,
      reconnectPeriod: 0,
      ca: readFileSync(file('cert')),
      ...pair(cert),
      ...more,
    });
  const refused = /Not authorized|bad user name|Bad/i;
  const client = await come(box.serial, 'box');
  await client.publishAsync(`boxes/${box.serial}/measures`, 'x', { qos: 1 });
  expect(topics.at(-1)).toBe(`boxes/${box.serial}/measures`);
  await client.endAsync();
  // A radio saves bytes by resuming a session, which replaces the certificate too.
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const session = await sessionOf({ ...pair('box'), minVersion: version, maxVersion: version });
    const again = await come(box.serial, 'box', { session, minVersion: version, maxVersion: version });
    expect((again.stream as TLSSocket).isSessionReused(), version).toBe(true);
    await again.endAsync();
    await expect(
      come(other.serial, 'box', { session, minVersion: version, maxVersion: version }),
    ).rejects.toThrow(refused);
  }
  await expect(come(other.serial, 'box')).rejects.toThrow(refused);
  await expect(come(other.serial, 'box', { username: other.serial, password: other.secret })).rejects.toThrow(
    refused,
  );
  await expect(come('TEST-CERT-2', 'box')).rejects.toThrow(refused);
  // Self-signed with the right name: not issued by one of our authorities.
  await expect(come(box.serial, 'stranger')).rejects.toThrow(refused);
  const byPassword = await come(box.serial, 'stranger', { username: box.serial, password: box.secret });
  await byPassword.endAsync();
});

test('a new password overlaps with the old one for as long as was asked', async () => {
  const box = await server.createBox();
  const come = (password: string) =>
    connectAsync(server.mqttUrl, {
      clientId: box.serial,
      username: box.serial,
      password,
      reconnectPeriod: 0,
    });
  const make = async (body: object) =>
    (await server.admin.api.post(`/boxes/${box.id}/credentials/`, body)).body as {
      password: string;
      previous_until: string | null;
    };
  const made = await make({ overlap_hours: 24 });
  expect(Math.round((Date.parse(made.previous_until ?? '') - Date.now()) / 3_600_000)).toBe(24);
  for (const password of [box.secret, made.password]) await (await come(password)).endAsync();
  expect(await endOverlaps(server.db, system, new Date())).toEqual([]);
  expect(await endOverlaps(server.db, system, new Date(Date.now() + 86_400_001))).toEqual([box.id]);
  await expect(come(box.secret)).rejects.toThrow();
  const last = await make({});
  expect(last.previous_until).toBeNull();
  await expect(come(made.password)).rejects.toThrow();
  await (await come(last.password)).endAsync();
  expect((await server.admin.api.post(`/boxes/${box.id}/credentials/`, { overlap_hours: 721 })).status).toBe(
    400,
  );
});

/** The name in the certificate that the port presents. */
const shown = () =>
  new Promise<string>((resolve, reject) => {
    const socket = connectTls({ port: server.parts.broker.tlsPort() ?? 0, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    }).on('error', reject);
  });

test('a renewed certificate is taken while it runs; half of a pair leaves the old one', async () => {
  const before = await shown();
  const expiry = server.parts.broker.certificateExpiry()?.getTime() ?? 0;
  copyFileSync(file('renewed-cert'), cert);
  process.emit('SIGHUP');
  expect(await shown()).toBe(before);
  copyFileSync(file('renewed-key'), key);
  process.emit('SIGHUP');
  expect(await shown()).toBe('renewed.example');
  expect(server.parts.broker.certificateExpiry()?.getTime()).not.toBe(expiry);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
    /^certificate_expiry_timestamp_seconds \d{10}/m,
  );
});
