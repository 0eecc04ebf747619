import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { grants, type Level } from '@aerowatch/domain/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, plain, type Said } from './access-walk/call.ts';
import { foreignIdsIn } from './access-walk/ids.ts';
import { NOT_ALWAYS, type Own, PASSWORD, sampleOf } from './access-walk/samples.ts';
import {
  CANARY,
  FOREIGN_ID,
  foreignly,
  foreignRows,
  MAKE,
  makeKey,
  makeSide,
  type Side,
} from './access-walk/store-world.ts';
import { listen } from './access-walk/stream.ts';
import { Tally } from './access-walk/table.ts';
import { hashPassword } from './modules/session/passwords.ts';
import { startTestServer, type TestServer } from './testing.ts';

/** Everybody who may come: nobody, a session that ended, each level in the own client and in none, a key. */
const ACTORS = [
  'visitor',
  'ended',
  'member',
  'privileged',
  'admin',
  'key',
  'member of none',
  'privileged of none',
] as const;
type Actor = (typeof ACTORS)[number];
interface Caller {
  readonly actor: Actor;
  readonly level: Level;
  readonly authorization: string | undefined;
  readonly userId: number;
  /** Sees the own side. */
  readonly sees: boolean;
}
const MISSING = 777_888_999;

let server: TestServer;
let own: Side;
let foreign: Side;
let hash: string;
const foreignIds = new Map<string, number>();
const tally = new Tally();

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'web' } });
  hash = await hashPassword(PASSWORD);
  own = await makeSide(server, 'Matterhorn');
  foreign = await foreignly(server.db, async () => {
    const side = await makeSide(server, CANARY);
    const owner = await server.createUser({
      client: side.client,
      level: 'privileged',
      first_name: CANARY,
      last_name: CANARY,
    });
    for (const [name, make] of Object.entries(MAKE)) foreignIds.set(name, await make(server, side, owner.id));
    return side;
  });
}, 60_000);
afterAll(() => server?.stop());

async function become(actor: Actor): Promise<Caller> {
  if (actor === 'visitor')
    return { actor, level: 'visitor', authorization: undefined, userId: 0, sees: false };
  if (actor === 'ended')
    return { actor, level: 'visitor', authorization: 'Token dead', userId: 0, sees: false };
  if (actor === 'key')
    return {
      actor,
      level: 'member',
      authorization: `Api-Key ${(await makeKey(server.db, own)).value}`,
      userId: 0,
      sees: true,
    };
  const level = actor.split(' ')[0] as 'member' | 'privileged' | 'admin';
  const sees = !actor.endsWith('none');
  const user = await server.createUser({ level, client: sees ? own.client : null, password_hash: hash });
  return { actor, level, authorization: `Token ${user.token}`, userId: user.id, sees };
}

/** Fresh things of the own side for one call. */
async function fresh(userId: number): Promise<Own> {
  const [tag, firmware, alert, box] = await Promise.all(
    (['tag', 'firmware', 'alert', 'box'] as const).map((name) => MAKE[name](server, own, userId)),
  );
  return {
    ...own,
    tag: tag ?? 0,
    firmware: firmware ?? 0,
    alert: alert ?? 0,
    box: box ?? 0,
    aeros: await aerosOf(box ?? 0),
    user: userId,
  };
}
const aerosOf = async (box: number) =>
  (
    await server.db.selectFrom('aeros').select('id').where('box_id', '=', box).orderBy('position').execute()
  ).map((row) => row.id);

async function ownTarget(endpoint: AnyEndpoint, caller: Caller): Promise<number> {
  // An administrator deletes and renames clients: not the one the walk stands on.
  if (endpoint.resource === 'client' && caller.level === 'admin') return (await server.createClient()).id;
  // Notes, views and jobs belong to who looks; for callers that are nobody, to somebody of the own side.
  const userId = caller.userId !== 0 ? caller.userId : (await server.createUser({ client: own.client })).id;
  return endpoint.resource === undefined ? 0 : MAKE[endpoint.resource](server, own, userId);
}

/** What a call on the own side must answer, by the endpoint's own level. */
function expected(endpoint: AnyEndpoint, caller: Caller): readonly number[] {
  const success = [endpoint.status, ...(NOT_ALWAYS[endpoint.name] ?? [])];
  if (endpoint.level === 'visitor') return success;
  if (caller.level === 'visitor') return [401];
  if (caller.actor === 'key' && !endpoint.apiKey) return [403];
  const granted = grants(caller.level, endpoint.level);
  if (!granted && endpoint.ownRecord !== true) return [403];
  const personal = endpoint.resource === 'saved_view' || endpoint.resource === 'job';
  if (!caller.sees && endpoint.resource !== undefined && endpoint.resource !== 'group' && !personal)
    return [404];
  // On their own record everybody may; on another's of their client they may not.
  if (!granted) return [403];
  if (!caller.sees) return [...success, 400, 403, 404];
  return success;
}

function checkSilence(who: string, said: Said): void {
  if (said.text.includes(CANARY) || FOREIGN_ID.test(said.text))
    throw new Error(`${who} was told of the foreign client: ${said.text.slice(0, 500)}`);
  if (said.status >= 500) throw new Error(`${who} met a fault: ${said.status} ${said.text}`);
}

describe('every endpoint × every level × own and foreign client', () => {
  it('serves every endpoint of the contract, and nothing beside it', () => {
    const served = server.parts.endpoints.map((endpoint) => endpoint.name).sort();
    expect(served).toEqual(ENDPOINTS.map((endpoint) => endpoint.name).sort());
  });

  let before = '';
  it('stands on a foreign side of every kind', async () => {
    before = await foreignRows(server.db);
    expect(foreignIds.size).toBe(Object.keys(MAKE).length);
    for (const [name, id] of foreignIds)
      if (name !== 'group') expect([name, FOREIGN_ID.test(String(id))]).toEqual([name, true]);
    expect(before).toContain(CANARY);
  });

  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const failures: string[] = [];
    for (const actor of ACTORS) {
      const caller = await become(actor);
      const sample = () => fresh(caller.userId).then((things) => sampleOf(endpoint, things));
      const id = await ownTarget(endpoint, caller);
      const said = await call(server.url, endpoint, id, await sample(), caller.authorization);
      tally.add(endpoint, actor, 'own', said.status);
      const wanted = expected(endpoint, caller);
      if (!wanted.includes(said.status))
        failures.push(
          `${actor} on own: ${said.status}, expected ${wanted.join(' or ')}: ${said.text.slice(0, 300)}`,
        );
      if (said.status === 401 && said.authenticate !== 'Token')
        failures.push(`${actor}: 401 without WWW-Authenticate`);
      if (actor !== 'admin') checkSilence(`${actor} at ${endpoint.name}`, said);
      if (endpoint.resource === undefined || endpoint.resource === 'group' || actor === 'admin') continue;

      // The same body for both, so that nothing but the id differs.
      const same = await sample();
      const theirs = foreignIds.get(endpoint.resource) ?? 0;
      const [there, nowhere] = [
        await call(server.url, endpoint, theirs, same, caller.authorization),
        await call(server.url, endpoint, MISSING, same, caller.authorization),
      ];
      tally.add(endpoint, actor, 'foreign', there.status);
      if (plain(there, theirs) !== plain(nowhere, MISSING))
        failures.push(
          `${actor}: foreign differs from missing:\n${plain(there, theirs)}\n${plain(nowhere, MISSING)}`,
        );
      if (![401, 403, 404].includes(there.status)) failures.push(`${actor} on foreign: ${there.status}`);
      if (there.status === 404 && !grants(caller.level, endpoint.level) && endpoint.ownRecord !== true)
        failures.push(`${actor}: 404 before the level was asked`);
    }
    expect(failures).toEqual([]);
  });

  it('leaves everything foreign as it was', async () => {
    expect(await foreignRows(server.db)).toBe(before);
  });

  it('covers every endpoint, and prints it', () => {
    expect(tally.endpoints()).toEqual(ENDPOINTS.map((endpoint) => endpoint.name).sort());
    process.stdout.write(`\n${tally.table(ACTORS)}\n`);
  });
});

describe('ids in bodies and filters', () => {
  it('answers a foreign id like a missing one, wherever it stands', async () => {
    const failures: string[] = [];
    let checked = 0;
    for (const endpoint of ENDPOINTS)
      for (const actor of ['member', 'privileged'] as const) {
        if (!grants(actor, endpoint.level)) continue;
        const caller = await become(actor);
        const id = await ownTarget(endpoint, caller);
        const sample = sampleOf(endpoint, await fresh(caller.userId));
        for (const { where, theirs, missing, foreignId } of foreignIdsIn(
          endpoint,
          sample,
          foreignIds,
          foreign,
          MISSING,
        )) {
          const [there, nowhere] = [
            await call(server.url, endpoint, id, theirs, caller.authorization),
            await call(server.url, endpoint, id, missing, caller.authorization),
          ];
          checked += 1;
          const [a, b] = [plain(there, foreignId), plain(nowhere, MISSING)].map(settled);
          if (a !== b) failures.push(`${actor} ${endpoint.name} ${where}:\n  foreign ${a}\n  missing ${b}`);
          if (there.text.includes(CANARY) || there.status >= 500)
            failures.push(`${actor} ${endpoint.name} ${where} tells: ${there.text.slice(0, 300)}`);
        }
      }
    process.stdout.write(`\n${checked} foreign ids in bodies and filters answered like missing ones\n`);
    expect(failures).toEqual([]);
    expect(checked).toBeGreaterThan(100);
  }, 180_000);
});

/** Ids and times of what both calls made differ by nature. */
function settled(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    .replace(/"(id|prefix|value|etag|sha256|signature|file)":("[^"]*"|\d+)/g, '"$1":#')
    .replace(/etag="[^ ]*/g, 'etag');
}

describe('live events', () => {
  it('reach those who may see them and nobody else', async () => {
    const [member, manager, loner, admin] = await Promise.all([
      become('member'),
      become('privileged'),
      become('member of none'),
      become('admin'),
    ]);
    const stranger = await server.createUser({ client: foreign.client, level: 'privileged' });
    const key = await become('key');
    const refused = await fetch(`${server.url}/api/events/`, {
      headers: { Authorization: key.authorization ?? '' },
    });
    expect(refused.status).toBe(403);
    const aeros = [...own.aeros, ...foreign.aeros];
    const open = (authorization: string | undefined) => listen(server.url, authorization ?? '', aeros);
    const [memberHears, managerHears, lonerHears, adminHears, strangerHears] = await Promise.all([
      open(member.authorization),
      open(manager.authorization),
      open(loner.authorization),
      open(admin.authorization),
      open(`Token ${stranger.token}`),
    ]);
    const mine = server.api(manager.authorization ?? '');
    const act = async (api: typeof mine, side: Side, word: string) => {
      const tag = (await api.post('/tags/', { name: word, color: '#000000', boxes: [side.box] })).body;
      await api.patch(`/tags/${tag.id}/`, { name: `${word} again` });
      await api.post('/notes/', { box: side.box, text: word });
      await api.post('/keys/', { name: word });
      await api.patch('/me/', { last_name: word });
      await api.patch(`/boxes/${side.box}/`, { comment: word });
      await api.patch(`/aeros/${side.aeros[0]}/`, { sami: 'improvement_needed', reason: word });
      await api.delete(`/tags/${tag.id}/`);
    };
    await act(mine, own, 'Eiger');
    await act(stranger.api, foreign, CANARY);
    await expect
      .poll(
        () =>
          [memberHears, managerHears, adminHears].every((one) => one.text().includes('Eiger')) &&
          adminHears.text().includes(CANARY) &&
          strangerHears.text().includes(CANARY),
        { timeout: 10_000 },
      )
      .toBe(true);
    for (const hears of [memberHears, managerHears, lonerHears]) {
      expect(hears.text()).not.toContain(CANARY);
      expect(hears.text()).not.toMatch(FOREIGN_ID);
    }
    expect(strangerHears.text()).not.toContain('Eiger');
    expect(lonerHears.text()).not.toContain('"entity"');
    // Members may not list keys: no event names one.
    expect(memberHears.text()).not.toMatch(/"entity":"keys","type":"added"/);
    expect(managerHears.text()).toMatch(/"entity":"keys","type":"added"/);
    for (const hears of [memberHears, managerHears, lonerHears, adminHears, strangerHears]) hears.stop();
  }, 30_000);
});
