import { connect, type IClientOptions } from 'mqtt';
import { expect, test } from 'vitest';
import type { TestUser } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { addRefusals, forgetRefusals, MOST_REFUSED } from '../../platform/mqtt/store-refusals.ts';
import { system } from '../../platform/viewer.ts';

const server = await testServer();

/** Connects and, once admitted, sends a measure; whether it was admitted. */
async function comes(serial: string, password: string, options: IClientOptions = {}): Promise<boolean> {
  const client = connect(server.mqttUrl, {
    ...{ clientId: serial, username: serial, password, reconnectPeriod: 0, ...options },
  });
  const isAdmitted = await new Promise<boolean>((resolve) => {
    client.on('connect', () => resolve(true));
    client.on('error', () => resolve(false));
  });
  const batch = { v: 1, boot: 1, seq: 1, aeros: [{ aero: 1, t0: 1_790_000_000, dt: [0], stroke: [300] }] };
  if (isAdmitted) await client.publishAsync(`boxes/${serial}/measures`, JSON.stringify(batch), { qos: 1 });
  await client.endAsync(true);
  return isAdmitted;
}

test('who waits for a box sees that it was refused, and from where, until it is heard', async () => {
  const client = (await server.createClient()).id;
  const box = await server.createBox({ client });
  const [admin, manager, stranger, member] = await Promise.all([
    server.createUser({ level: 'admin' }),
    server.createUser({ level: 'privileged', client }),
    server.createUser({ level: 'privileged', client: (await server.createClient()).id }),
    server.createUser({ level: 'member', client }),
  ]);
  expect(await comes(box.serial, 'wrong')).toBe(false);
  expect(await comes(box.serial, 'wrong')).toBe(false);
  expect(await comes('GB-MISTYPED', box.secret)).toBe(false);
  expect(await comes('no serial number', 'x')).toBe(false);
  const seenBy = async ({ api }: TestUser) =>
    (await api.get('/boxes/refused/')).body.results as Record<string, unknown>[];
  await expect.poll(async () => (await seenBy(admin)).length, { timeout: 10_000 }).toBe(2);
  await expect.poll(async () => (await seenBy(manager))[0]?.count, { timeout: 10_000 }).toBe(2);
  const wrong = { serial_number: box.serial, box: box.id, address: '127.0.0.1', count: 2 };
  expect(await seenBy(manager)).toMatchObject([wrong]);
  expect(await seenBy(admin)).toMatchObject([{ serial_number: 'GB-MISTYPED', box: null, count: 1 }, wrong]);
  expect(await seenBy(stranger)).toEqual([]);
  expect((await member.api.get('/boxes/refused/')).status).toBe(403);

  expect(await comes(box.serial, box.secret)).toBe(true);
  await expect.poll(() => seenBy(manager), { timeout: 10_000 }).toEqual([]);
});

test('those of long ago and the oldest of too many are forgotten', async () => {
  const made = Array.from({ length: MOST_REFUSED + 5 }, (_, i) => ({
    serial: `MADE-${i}`,
    address: '',
    count: 1,
  }));
  await addRefusals(server.db, system, made);
  const kept = async () =>
    (await server.db.selectFrom('refused_boxes').select('serial_number').execute()).length;
  await forgetRefusals(server.db, system, new Date());
  expect(await kept()).toBe(MOST_REFUSED);
  await forgetRefusals(server.db, system, new Date(Date.now() + 29 * 86_400_000));
  expect(await kept()).toBe(MOST_REFUSED);
  await forgetRefusals(server.db, system, new Date(Date.now() + 31 * 86_400_000));
  expect(await kept()).toBe(0);
});
