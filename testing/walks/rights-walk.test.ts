import { readdirSync } from 'node:fs';
import { request as begin } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { grants, OBSERVER_GROUP } from '@aerowatch/domain/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, start } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { sha256 } from '../../server/platform/crypto/secrets.ts';
import { type Db, transaction } from '../../server/platform/database/db.ts';
import { keyOfValue } from '../../server/platform/http/callers/store-credentials.ts';
import { makeLog } from '../../server/platform/log/log.ts';
import { hold } from '../access-walk/pending-request.ts';
import { REVOKE, REVOKE_KEY, type RevokedSubject, traces, waits } from '../access-walk/store-revoked.ts';
import { become, type Caller, freshSample, makeWorld, ownTarget, type World } from '../access-walk/walk.ts';
import { makeApi } from '../api.ts';
import { startTestServer, type TestServer } from '../start-test-server.ts';

/** Files that changing calls leave on the disk. */
const filesOf = ({ dataDir }: TestServer): string[] =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort();

let world: World;
/** For a body whose last byte never comes: the status, and the ms until then. */
let withheld: Promise<{ status: number; ms: number }>;
/** Another process of the same installation. */
let other: Running;
let otherClient = 0;
beforeAll(async () => {
  const env = { ROLES: 'web', PUSH_CONTACT: 'mailto:walk@example.com', CALL_RATE: 'off' };
  const server = await startTestServer({ env });
  world = await makeWorld(server);
  otherClient = (await server.createClient()).id;
  // Started first: its timeout runs during all other tests here.
  withheld = withhold(server.url, (await server.createUser({ level: 'admin' })).token);
  const own = { PORT: '0', MQTT_PORT: '0', DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl };
  other = await start(readConfig({ ...env, ...own, LOG_LEVEL: 'error' }), { log: makeLog('error') });
});
afterAll(async () => {
  await other?.stop();
  await world?.server.stop();
});

function withhold(url: string, token: string): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const body = JSON.stringify({ name: 'never whole' });
    const request = begin(`${url}/api/clients/`, {
      method: 'POST',
      agent: false,
      headers: {
        Authorization: `Token ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      },
    });
    const end = (status: number) => resolve({ status, ms: performance.now() - began });
    request.once('response', (response) => end(response.resume().statusCode ?? 0));
    request.once('error', () => end(0));
    request.write(body.slice(0, -1));
  });
}

/** Without a session there is no right that could end. */
const CHANGES = ENDPOINTS.filter(({ method, level }) => method !== 'GET' && level !== 'visitor');
const OF_KEYS = CHANGES.filter(({ apiKey }) => apiKey !== false);

async function prepare(endpoint: AnyEndpoint, actor: 'privileged' | 'admin' | 'key') {
  const caller = await become(world, actor);
  const sample = await freshSample(world, endpoint, caller.userId);
  const id = await ownTarget(world, endpoint, caller);
  return { caller, begin: () => hold(world.server.url, endpoint, id, sample, caller.authorization ?? '') };
}
const personFor = ({ level }: AnyEndpoint) => (grants('privileged', level) ? 'privileged' : 'admin');

async function revokedOf(caller: Caller): Promise<RevokedSubject> {
  const key = await keyOfValue(
    world.server.db,
    sha256(caller.authorization?.split(' ')[1] ?? ''),
    new Date(),
  );
  return { user: caller.userId, key: typeof key === 'object' ? key.id : 0, otherClient };
}

/** Problems of the answer to a caller without rights any more, and of the changes it made. */
function problems(
  what: string,
  status: number,
  before: readonly string[],
  after: readonly string[],
): string[] {
  const left = after.filter((line, index) => line !== before[index]);
  return [
    ...([401, 403, 404].includes(status) ? [] : [`${what}: ${status}`]),
    ...(left.length > 0 ? [`${what}: left ${left.join('; ')}`] : []),
  ];
}
const everything = async (db: Db = world.server.db) => [
  ...(await traces(db)).split('\n'),
  filesOf(world.server).join(),
];

/**
 * While a right is being removed no change is made with it: a request that wants to change data waits for
 * that.
 */
async function whileItEnds(
  endpoint: AnyEndpoint,
  actor: 'privileged' | 'admin' | 'key',
  [way, revoke]: [string, (typeof REVOKE)[string]],
): Promise<string[]> {
  const { caller, begin } = await prepare(endpoint, actor);
  const revoked = await revokedOf(caller);
  let before: string[] = [];
  let answer: Promise<number> | undefined;
  let early: number | undefined;
  await transaction(other.parts.db, async (trx) => {
    await revoke(trx, revoked);
    before = await everything(trx);
    answer = begin().then((held) => held.end());
    void answer.then((status) => {
      early = status;
    });
    while (early === undefined && !(await waits(world.server.db))) await sleep(3);
  });
  // A request answered before the end was answered as before, and has changed nothing.
  const status = early === undefined ? await answer : 401;
  return problems(`to ${way} as it is carried out`, status ?? 0, before, await everything());
}

const byApi: Readonly<Record<string, (caller: Caller) => Promise<unknown>>> = {
  'be deactivated': ({ userId }) => admin().patch(`/users/${userId}/`, { is_active: false }),
  'be deleted': ({ userId }) => admin().delete(`/users/${userId}/`),
  'be signed out': ({ authorization }) => makeApi(other.url, authorization).post('/logout/', {}),
  'become an observer': ({ userId }) =>
    admin().patch(`/users/${userId}/`, { groups: [OBSERVER_GROUP], is_staff: false, is_superuser: false }),
  'move to another client': ({ userId }) => admin().patch(`/users/${userId}/`, { client: otherClient }),
};
const admin = () => makeApi(other.url, world.server.admin.token);

describe('a change that was begun with a right is not carried out after its end', () => {
  it.each(CHANGES.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
    const failures: string[] = [];
    const at = CHANGES.indexOf(endpoint);
    const ways = Object.entries(REVOKE);
    const way = ways[at % ways.length] ?? ways[0];
    if (way !== undefined) failures.push(...(await whileItEnds(endpoint, personFor(endpoint), way)));
    if (endpoint.body !== undefined || endpoint.upload !== undefined)
      for (const [how, revoke] of Object.entries(byApi)) {
        const { caller, begin } = await prepare(endpoint, personFor(endpoint));
        const held = await begin();
        if (!held.isHeld) break;
        await sleep(30);
        const done = (await revoke(caller)) as { status: number };
        expect([name, how, done.status < 300, done]).toEqual([name, how, true, done]);
        const before = await everything();
        failures.push(
          ...problems(`to ${how} before the last byte`, await held.end(), before, await everything()),
        );
      }
    expect(failures.join('\n')).toBe('');
  });
  it.each(OF_KEYS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s with a key',
    async (_name, endpoint) => {
      const failures: string[] = [];
      for (const way of Object.entries(REVOKE_KEY)) {
        failures.push(...(await whileItEnds(endpoint, 'key', way)));
        if (endpoint.body === undefined && endpoint.upload === undefined) continue;
        const { caller, begin } = await prepare(endpoint, 'key');
        const held = await begin();
        if (!held.isHeld) break;
        await sleep(30);
        const revoked = await revokedOf(caller);
        await other.parts.db.transaction().execute((trx) => way[1](trx, revoked));
        const before = await everything();
        failures.push(
          ...problems(`to ${way[0]} before the last byte`, await held.end(), before, await everything()),
        );
      }
      expect(failures.join('\n')).toBe('');
    },
  );
});

it('does not wait for a withheld body: 20 s, and the time of its bytes at 64 kB/s', async () => {
  const { status, ms } = await withheld;
  expect(status).toBe(408);
  expect(ms).toBeGreaterThanOrEqual(19_900);
  // Not 300 s: the excess is the load of this machine.
  expect(ms).toBeLessThan(60_000);
});
