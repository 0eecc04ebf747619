import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/start-test-server.ts';
import type { Log } from '../log/log.ts';
import { freePort } from '../machine/free-port.ts';
import { DOWNLINK_TOPICS, UPLINK_TOPICS } from './broker.ts';
import { tryAccess, warnOfAccess } from './external-access.ts';

const PATH = ['/usr/sbin', '/usr/local/sbin', process.env.PATH ?? ''].join(delimiter);
const hasMosquitto = (() => {
  try {
    execFileSync('mosquitto_passwd', ['-h'], { env: { PATH }, stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ENOENT';
  }
})();
if (!hasMosquitto)
  process.stdout.write('skipped: no Mosquitto on this machine (mosquitto, mosquitto_passwd)\n');

const folder = mkdtempSync(join(tmpdir(), 'aerowatch-mosquitto-'));
const running: ChildProcess[] = [];
const clients: MqttClient[] = [];
afterAll(async () => {
  for (const client of clients) await client.endAsync(true);
  for (const one of running) one.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The indented block of the page that begins with these words. */
function listOfPage(begins: string): string {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/external-broker.md'), 'utf8');
  const [block = ''] = page
    .split(/\n(?=\S)/)
    .filter((part) => part.includes(`\n    ${begins}`))
    .map((part) => part.slice(part.indexOf(`\n    ${begins}`)));
  return block.replace(/^ {4}/gm, '');
}

async function startMosquitto(name: string, boxes: readonly string[]): Promise<string> {
  const port = await freePort();
  const here = join(folder, name);
  mkdirSync(here);
  const [passwords, acl] = [join(here, 'passwords'), join(here, 'acl')];
  let configuration = 'allow_anonymous true\n';
  if (name === 'with') {
    writeFileSync(passwords, '');
    for (const user of ['aerowatch', ...boxes])
      execFileSync('mosquitto_passwd', ['-b', passwords, user, 'secret'], { env: { PATH } });
    writeFileSync(acl, listOfPage('user aerowatch'));
    configuration = listOfPage('allow_anonymous')
      .replace('/etc/mosquitto/passwords', passwords)
      .replace('/etc/mosquitto/acl', acl);
  }
  const file = join(here, 'mosquitto.conf');
  writeFileSync(
    file,
    `listener ${port} 127.0.0.1\n${process.getuid?.() === 0 ? 'user root\n' : ''}${configuration}`,
  );
  running.push(spawn('mosquitto', ['-c', file], { env: { PATH }, stdio: 'ignore' }));
  return `127.0.0.1:${port}`;
}
const as = (user: string, at: string) => `mqtt://${user}:secret@${at}`;
/** Warnings about the broker at a start. */
async function warnings(url: string, probeUrl: string | null): Promise<string[]> {
  const said: string[] = [];
  const log = { warn: (_fields: object, text: string) => said.push(text), info: () => undefined };
  await warnOfAccess(url, probeUrl, log as unknown as Log);
  return said;
}
async function open(url: string): Promise<MqttClient> {
  const client = await connectAsync(url, { reconnectPeriod: 0 });
  clients.push(client);
  return client;
}
/** The retained messages that a new subscriber gets on these topics. */
async function retained(url: string): Promise<string[]> {
  const client = await open(url);
  const topics: string[] = [];
  client.on('message', (topic, payload, packet) => packet.retain && payload.length > 0 && topics.push(topic));
  await client.subscribeAsync('boxes/#', { qos: 1 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await client.endAsync(true);
  return topics;
}
const isUp = (at: string, user: string) =>
  expect
    .poll(
      () =>
        open(as(user, at)).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);

/** EMQX's placeholder for the user name. */
const USER_IN_EMQX = ['$', '{username}/'].join('');
/** The topics of a rule in a list, below those of the box. */
const named = (rule: string, own: string) =>
  [...rule.matchAll(/boxes\/([^\s"]+)/g)]
    .map(([, rest = '']) => rest)
    .filter((rest) => rest.startsWith(own))
    .map((rest) => rest.slice(own.length))
    .sort();

test('the lists of the page name every topic that a box sends or is sent, and no other', () => {
  const mosquitto = listOfPage('user aerowatch').split('\n');
  const emqx = listOfPage('{allow, {username').split('\n');
  const rules = (lines: string[], word: string) => lines.filter((line) => line.includes(word)).join('\n');
  const up = UPLINK_TOPICS.toSorted();
  const down = DOWNLINK_TOPICS.toSorted();
  expect(named(rules(mosquitto, 'pattern write'), '%u/')).toEqual(up);
  expect(named(rules(mosquitto, 'pattern read'), '%u/')).toEqual(down);
  expect(named(rules(emqx, 'publish'), USER_IN_EMQX)).toEqual(up);
  expect(named(rules(emqx, 'subscribe'), USER_IN_EMQX)).toEqual(down);
});

test.runIf(hasMosquitto)(
  'with the list of the page a box reads and writes its own topics alone',
  async () => {
    const at = await startMosquitto('with', ['AW-1', 'AW-2']);
    await isUp(at, 'aerowatch');
    expect(await tryAccess(as('aerowatch', at), `mqtt://${at}`)).toEqual({
      enters: false,
      reads: false,
      writes: false,
    });
    expect(await tryAccess(as('aerowatch', at), as('AW-1', at))).toEqual({
      enters: true,
      reads: false,
      writes: false,
    });

    expect(await warnings(as('aerowatch', at), as('AW-1', at))).toEqual([]);
    expect(await warnings(as('aerowatch', at), null)).toEqual([expect.stringMatching(/is not known/)]);

    const server = await startTestServer({ env: { MQTT_URL: as('aerowatch', at), LOG_LEVEL: 'silent' } });
    try {
      const [box, other] = [
        await server.createBox({ serial_number: 'AW-1' }),
        await server.createBox({ serial_number: 'AW-2' }),
      ];
      const [own, thief] = [await open(as('AW-1', at)), await open(as('AW-2', at))];
      const heard: string[] = [];
      own.on('message', (topic) => heard.push(`own ${topic}`));
      thief.on('message', (topic) => heard.push(`thief ${topic}`));
      await own.subscribeAsync('boxes/AW-1/desired', { qos: 1 });
      await thief.subscribeAsync(['boxes/AW-1/desired', 'boxes/+/desired'], { qos: 1 });
      await own.publishAsync('boxes/AW-1/desired/get', '{}', { qos: 1 });
      await expect.poll(() => heard).toContain('own boxes/AW-1/desired');
      const message = (stroke: number) =>
        JSON.stringify({ aeros: [{ aero: 1, t0: 1_763_683_200, dt: [0], stroke: [stroke] }] });
      await thief.publishAsync('boxes/AW-1/measures', message(13), { qos: 1 });
      await own.publishAsync('boxes/AW-1/measures', message(512), { qos: 1 });
      const strokes = () =>
        server.db
          .selectFrom('measures')
          .where('aero_id', 'in', [...box.aeroIds, ...other.aeroIds])
          .select('stroke')
          .execute();
      await expect.poll(strokes).toEqual([{ stroke: 512 }]);
      expect(heard.filter((one) => one.startsWith('thief boxes/AW-1'))).toEqual([]);

      const sender = await open(as('aerowatch', at));
      const topics = DOWNLINK_TOPICS.map((name) => `boxes/AW-1/${name}`);
      await own.subscribeAsync(topics, { qos: 1 });
      for (const topic of topics) await sender.publishAsync(topic, '{}', { qos: 1 });
      await expect.poll(() => topics.filter((topic) => !heard.includes(`own ${topic}`))).toEqual([]);
    } finally {
      await server.stop();
    }
  },
);

test.runIf(hasMosquitto)(
  'without a list that is found; nothing is retained, nor left of versions before',
  async () => {
    const at = await startMosquitto('without', []);
    await isUp(at, 'anybody');
    expect(await tryAccess(`mqtt://${at}`, `mqtt://${at}`)).toEqual({
      enters: true,
      reads: true,
      writes: true,
    });
    expect(await warnings(`mqtt://${at}`, as('AW-1', at))).toEqual([
      expect.stringMatching(/lets anybody read or write/),
      expect.stringMatching(/lets the account of one box/),
    ]);
    const before = await open(`mqtt://${at}`);
    for (const serial of ['THERE', 'DELETED'])
      await before.publishAsync(`boxes/${serial}/desired`, '{"cellularPassword":"old"}', {
        qos: 1,
        retain: true,
      });
    const server = await startTestServer({ env: { MQTT_URL: `mqtt://${at}`, LOG_LEVEL: 'silent' } });
    try {
      await expect.poll(() => retained(`mqtt://${at}`)).toEqual([]);
      const box = await server.createBox({ serial_number: 'THERE' });
      const own = await open(`mqtt://${at}`);
      const heard: string[] = [];
      own.on('message', (_topic, payload) => heard.push(payload.toString()));
      await own.subscribeAsync('boxes/THERE/desired', { qos: 1 });
      await own.publishAsync('boxes/THERE/desired/get', '{}', { qos: 1 });
      await expect.poll(() => heard.length).toBeGreaterThan(0);
      expect(await retained(`mqtt://${at}`)).toEqual([]);
      const retain = () =>
        own.publishAsync('boxes/THERE/desired', '{"cellularPassword":"x"}', { qos: 1, retain: true });
      await retain();
      await server.admin.api.patch(`/boxes/${box.id}/`, { serial_number: 'ELSEWHERE' });
      await expect.poll(() => retained(`mqtt://${at}`)).toEqual([]);
      const credentials = await server.admin.api.post(`/boxes/${box.id}/credentials/`, {});
      expect(credentials.body.external_broker).toBe(true);
    } finally {
      await server.stop();
    }
  },
);
