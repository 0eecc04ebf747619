import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { ingestModule } from '../../measures/index.ts';
import { alertsModule } from '../alerts/index.ts';
import { alertingModule } from '../index.ts';
import { supervisorsModule } from '../rules/index.ts';
import { condition } from '../testing.ts';

const BOXES = 40;
const boxes: TestBox[] = [];
const clients: MqttClient[] = [];

const server = await testServer({
  modules: [ingestModule, alertingModule, alertsModule, supervisorsModule],
});
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
for (let i = 0; i < BOXES; i++) boxes.push(await server.createBox({ client: client.id }));
const aeros = boxes.flatMap((box) => box.aeroIds);
const answer = await manager.api.post('/supervisors/', {
  name: 'Live',
  aeros,
  conditions: [condition({ value: 5 })],
});
expect(answer.status, answer.text).toBe(201);
for (const box of boxes)
  clients.push(
    await connectAsync(server.mqttUrl, {
      clientId: box.serial,
      username: box.serial,
      password: box.secret,
    }),
  );
afterAll(() => Promise.all(clients.map((client) => client.endAsync())));

describe('from the box to the alert', () => {
  it('a published measure becomes an alert that can be read: p95 under a second', async () => {
    const t0 = Math.floor(Date.now() / 1000) - 60;
    const published = new Map<number, number>();
    const readable = new Map<number, number>();
    let watching = true;
    const watcher = (async () => {
      while (watching && readable.size < BOXES) {
        for (const row of await server.db.selectFrom('alerts').select('box_id').execute())
          if (!readable.has(row.box_id)) readable.set(row.box_id, performance.now());
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    for (const [i, box] of boxes.entries()) {
      const payload = { v: 1, boot: 1, seq: 1, aeros: [{ aero: 1, t0, dt: [0], temperature: [21] }] };
      published.set(box.id, performance.now());
      await clients[i]!.publishAsync(`boxes/${box.serial}/measures`, JSON.stringify(payload), { qos: 1 });
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await Promise.race([watcher, new Promise((resolve) => setTimeout(resolve, 30_000))]);
    watching = false;
    const waits = [...readable].map(([box, at]) => at - published.get(box)!).sort((a, b) => a - b);
    expect(waits).toHaveLength(BOXES);
    expect((await manager.api.get('/alerts/opened/')).body).toHaveLength(BOXES);
    const p95 = waits[Math.floor(BOXES * 0.95)]!;
    console.info(
      `publish to readable alert: median ${Math.round(waits[BOXES / 2]!)} ms, p95 ${Math.round(p95)} ms`,
    );
    expect(p95).toBeLessThan(1000);
  });
});
