import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../testing/access-walk/stream.ts';
import { makeApi } from '../testing/api.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { endProcess, launchServer } from '../testing/server-process.ts';
import { condition } from './features/alerting/testing.ts';

// Three processes, each with one role, that share only the database and the encryption key.

const EMAIL = 'first@example.com';
const PASSWORD = 'correct horse battery';
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-roles-'));
const children: ChildProcess[] = [];
let database: Awaited<ReturnType<typeof freshDatabase>>;

/** A process with one role, once it has printed `ready`. */
async function launch(role: string, ready: RegExp): Promise<string> {
  const env = {
    ROLES: role,
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, role),
    SECRET_KEY: 'a key that all three share',
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
  };
  const [, found = ''] = await launchServer(env, ready, (child) => children.push(child));
  return found;
}

async function until<T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it did not come: ${what}`);
}

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await Promise.all(children.map((child) => endProcess(child, 'SIGTERM')));
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('web, ingest and worker as three processes: a measure becomes a live event and an alert', async () => {
  const url = await launch('web', /is ready at (\S+)/);
  const mqttUrl = await launch('ingest', /Boxes connect to (\S+)/);
  const login = await makeApi(url).post('/api-token-auth/', { username: EMAIL, password: PASSWORD });
  expect(login.status, login.text).toBe(200);
  const api = makeApi(url, login.body.token);
  const client = (await api.post('/clients/', { name: 'Railway' })).body;
  const serial = 'ROLES-1';
  const made = await api.post('/boxes/', {
    serial_number: serial,
    client: client.id,
    aeros: [{ position: 1, model_type: 2, regularized_length: 700 }],
  });
  expect(made.status, made.text).toBe(201);
  const box = made.body;
  const aero = box.aeros[0].id;
  const { password } = (await api.post(`/boxes/${box.id}/credentials/`)).body;
  const supervisor = await api.post('/supervisors/', {
    name: 'Warm',
    client: client.id,
    aeros: [aero],
    conditions: [condition({ value: 5 })],
  });
  expect(supervisor.status, supervisor.text).toBe(201);
  const stream = await listen(url, `Token ${login.body.token}`, [aero]);
  try {
    const device = await connectAsync(mqttUrl, { clientId: serial, username: serial, password });
    const t0 = Math.floor(Date.now() / 1000) - 60;
    const payload = { v: 1, boot: 1, seq: 1, aeros: [{ aero: 1, t0, dt: [0], temperature: [21] }] };
    await device.publishAsync(`boxes/${serial}/measures`, JSON.stringify(payload), { qos: 1 });
    await device.endAsync();
    // Acknowledged: it is stored, and the web process sends it as an event, without a worker.
    await until('the measure as an event', () => (/"measures"/.test(stream.text()) ? true : undefined));
    expect((await api.get('/alerts/opened/')).body).toHaveLength(0);
    await launch('worker', /()/);
    const [alert] = await until('the alert', async () => {
      const { body } = await api.get<{ aero: { id: number } | number }[]>('/alerts/opened/');
      return body.length > 0 ? body : undefined;
    });
    expect(JSON.stringify(alert)).toContain('Warm');
    await until('the alert as an event', () => (/"alerts"/.test(stream.text()) ? true : undefined));
  } finally {
    stream.stop();
  }
  // Each has only its role: the web process has no broker, the ingest process serves no API.
  expect(mqttUrl).toMatch(/^mqtt:/);
});
