import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type MqttClient } from 'mqtt';
import { afterAll, expect, it } from 'vitest';
import { placeFor } from '../../../platform/database/embedded/place.ts';
import { freePort } from '../../../platform/free-port.ts';
import { makeApi } from '../../../testing/api.ts';
import { BOXES_CONNECT, endProcess, launchServer } from '../../../testing/server-process.ts';

/** How often the server is killed; the promise is shown with 100, the suite runs a few. */
const KILLS = Number(process.env.KILLS ?? 5);
const BOXES = 6;
/** Messages of a box under way at once. */
const WINDOW = 4;

const dataDir = mkdtempSync(join(tmpdir(), 'aerowatch-kill-'));
let child: ChildProcess | undefined;
afterAll(async () => {
  await endProcess(child, 'SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const launch = (env: Record<string, string>) =>
  launchServer({ LOG_LEVEL: 'fatal', DATA_DIR: dataDir, ...env }, BOXES_CONNECT, (started) => {
    child = started;
  });
const killServer = () => endProcess(child, 'SIGKILL');
/** Kills the database under the server, which starts it again by itself. */
function killDatabase(): void {
  const file = join(placeFor(dataDir).data, 'postmaster.pid');
  process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
}

/** Sends until it is acknowledged; after 5 s without a word it connects anew, as a box does, and sends again. */
async function untilAcknowledged(client: MqttClient, publish: () => Promise<unknown>): Promise<void> {
  const silent = AbortSignal.timeout(120_000);
  while (!silent.aborted) {
    const sent = publish().then(
      () => true,
      () => sleep(100).then(() => false),
    );
    if (await Promise.race([sent, sleep(5000).then(() => false)])) return;
    resent += 1;
    if (client.connected) client.stream.destroy();
  }
  throw new Error('a message was not acknowledged within two minutes');
}
let resent = 0;

interface Box {
  id: number;
  aero: number;
  client: MqttClient;
  sent: Set<number>;
  acked: Set<number>;
  working: Promise<void>;
}

it('loses nothing acknowledged and doubles nothing, however often server and database are killed', async () => {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'correct horse battery',
  };
  await launch(env);
  const url = `http://127.0.0.1:${port}`;
  const login = await makeApi(url).post('/api-token-auth/', {
    username: env.ADMIN_EMAIL,
    password: env.ADMIN_PASSWORD,
  });
  const api = makeApi(url, login.body.token);
  const start = Math.floor(Date.now() / 1000) - 30 * 86_400;
  let going = true;

  const boxes: Box[] = [];
  for (let index = 0; index < BOXES; index += 1) {
    const serial = `KILL-${index}`;
    const { body } = await api.post('/boxes/', { serial_number: serial, aeros: [{ position: 1 }] });
    const secret = (await api.post(`/boxes/${body.id}/credentials/`, {})).body.password;
    const client = connect(`mqtt://127.0.0.1:${mqttPort}`, {
      clientId: serial,
      username: serial,
      password: secret,
      clean: false,
      reconnectPeriod: 100,
    });
    client.on('error', () => undefined);
    const box: Box = {
      id: body.id,
      aero: body.aeros[0].id,
      client,
      sent: new Set(),
      acked: new Set(),
      working: Promise.resolve(),
    };
    let next = start;
    const lane = async () => {
      while (going) {
        const times = [next, next + 60, next + 120];
        next += 180;
        for (const time of times) box.sent.add(time);
        const part = { aero: 1, t0: times[0], dt: [0, 60, 60], stroke: times.map((time) => time % 480) };
        // A box keeps a message until it is acknowledged, whatever its library makes of the connection.
        await untilAcknowledged(client, () =>
          client.publishAsync(`boxes/${serial}/measures`, JSON.stringify({ v: 1, aeros: [part] }), {
            qos: 1,
          }),
        );
        for (const time of times) box.acked.add(time);
        await sleep(5);
      }
    };
    box.working = Promise.all(Array.from({ length: WINDOW }, lane)).then(() => undefined);
    boxes.push(box);
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(300 + Math.random() * 900);
    if (kill % 3 === 2) killDatabase();
    else {
      await killServer();
      await launch(env);
    }
  }
  await sleep(1000);
  going = false;
  await Promise.all(boxes.map((box) => box.working));
  for (const { client } of boxes) await client.endAsync();

  let rows = 0;
  for (const box of boxes) {
    const stored = await storedTimes(api, box.aero);
    const once = new Set(stored);
    expect(once.size, 'a measure is stored once').toBe(stored.length);
    expect(
      [...box.acked].filter((time) => !once.has(time)),
      'acknowledged and not stored',
    ).toEqual([]);
    expect(
      stored.filter((time) => !box.sent.has(time)),
      'stored and never sent',
    ).toEqual([]);
    const counted = (await api.get(`/measures/boxes/count/?aero=${box.aero}`)).body;
    expect(counted.count, 'rollups and counts equal the rows').toBe(stored.length);
    expect((await api.get(`/measures/boxes/count/?box=${box.id}`)).body.count).toBe(stored.length);
    const ledger = (await api.get(`/boxes/${box.id}/ledger/`)).body;
    expect(ledger.stored).toBe(stored.length);
    expect(ledger.received).toBe(ledger.stored + ledger.duplicates + ledger.set_aside);
    rows += stored.length;
  }
  expect(rows).toBeGreaterThan(BOXES * 10);
  const acked = boxes.reduce((sum, box) => sum + box.acked.size, 0);
  process.stdout.write(
    `${KILLS} kills: ${acked} measures acknowledged, ${rows} stored, 0 lost, 0 doubled, ${resent} sent again by hand\n`,
  );
}, 600_000);

async function storedTimes(api: ReturnType<typeof makeApi>, aero: number): Promise<number[]> {
  const times: number[] = [];
  let next: string | null = `/measures/?aero=${aero}&page_size=10000&metrics=stroke`;
  while (next !== null) {
    const { body }: { body: { next: string | null; results: { date: string }[] } } = await api.get(next);
    times.push(...body.results.map((row) => Date.parse(row.date) / 1000));
    next = body.next === null ? null : body.next.slice(body.next.indexOf('/api') + 4);
  }
  return times;
}
