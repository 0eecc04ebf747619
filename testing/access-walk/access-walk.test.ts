import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { tagsGet, tagsPatch } from '@aerowatch/contracts/api/tags';
import { grants } from '@aerowatch/domain/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagsModule } from '../../server/features/tags/index.ts';
import { presentTag } from '../../server/features/tags/routes.ts';
import { tagById } from '../../server/features/tags/store.ts';
import type { MakeModule } from '../../server/parts.ts';
import { Forbidden } from '../../server/platform/errors.ts';
import { route } from '../../server/platform/http/route.ts';
import { system } from '../../server/platform/viewer.ts';
import { startTestServer } from '../start-test-server.ts';
import { call, plain } from './call.ts';
import { foreignIdsIn } from './ids.ts';
import { MAKE, type Side } from './store-things.ts';
import { CANARY, FOREIGN_ID, foreignRows } from './store-world.ts';
import { listen } from './stream.ts';
import { Tally } from './table.ts';
import {
  ACTORS,
  become,
  freshSample,
  MISSING,
  makeWorld,
  ownTarget,
  revealsForeign,
  type World,
  walk,
} from './walk.ts';

let world: World;
const tally = new Tally();
beforeAll(async () => {
  world = await makeWorld(
    await startTestServer({ env: { ROLES: 'web', PUSH_CONTACT: 'mailto:walk@example.com' } }),
  );
});
afterAll(() => world?.server.stop());

describe('every endpoint × every level × own and foreign client', () => {
  it('serves every endpoint of the contract, and nothing beside it', () => {
    const served = world.server.parts.endpoints.map((endpoint) => endpoint.name).sort();
    expect(served).toEqual(ENDPOINTS.map((endpoint) => endpoint.name).sort());
  });
  it('stands on a foreign side with one of every kind', () => {
    expect(world.foreignIds.size).toBe(Object.keys(MAKE).length);
    for (const [name, id] of world.foreignIds)
      if (name !== 'group') expect([name, FOREIGN_ID.test(String(id))]).toEqual([name, true]);
    expect(world.before).toContain(CANARY);
  });
  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    expect(await walk(world, endpoint, tally)).toEqual([]);
  });
  it('leaves everything foreign as it was', async () => {
    expect(await foreignRows(world.server.db)).toBe(world.before);
  });
  it('covers every endpoint, and prints it', () => {
    expect(tally.endpoints()).toEqual(ENDPOINTS.map((endpoint) => endpoint.name).sort());
    process.stdout.write(`\n${tally.table(ACTORS)}\n`);
  });
});

describe('ids in bodies and filters', () => {
  it('answers a foreign id like a missing one, wherever it stands', async () => {
    const { server, foreignIds, foreign } = world;
    const failures: string[] = [];
    let checked = 0;
    for (const endpoint of ENDPOINTS)
      for (const actor of ['member', 'privileged'] as const) {
        if (!grants(actor, endpoint.level)) continue;
        const caller = await become(world, actor);
        const id = await ownTarget(world, endpoint, caller);
        const sample = await freshSample(world, endpoint, caller.userId);
        for (const { where, theirs, missing, foreignId } of foreignIdsIn(
          endpoint,
          sample,
          foreignIds,
          foreign,
          MISSING,
        )) {
          const there = await call(server.url, endpoint, id, theirs, caller.authorization);
          const nowhere = await call(server.url, endpoint, id, missing, caller.authorization);
          checked += 1;
          const [a, b] = [settled(plain(there, foreignId)), settled(plain(nowhere, MISSING))];
          if (a !== b) failures.push(`${actor} ${endpoint.name} ${where}:\n  foreign ${a}\n  missing ${b}`);
          if (there.text.includes(CANARY) || there.status >= 500)
            failures.push(`${actor} ${endpoint.name} ${where} tells: ${there.text.slice(0, 300)}`);
        }
      }
    process.stdout.write(`\n${checked} foreign ids in bodies and filters answered like missing ones\n`);
    expect(failures).toEqual([]);
    expect(checked).toBeGreaterThan(100);
  });
});

/** Times, and counters of both calls, always differ. */
function settled(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    .replace(/"(id|prefix|value|sha256|signature|file)":("[^"]*"|\d+)/g, '"$1":#')
    .replace(/etag="[^ ]*/g, 'etag');
}

describe('live events', () => {
  it('reach those who may see them and nobody else', async () => {
    const { server, own, foreign } = world;
    const callers = await Promise.all(
      (['member', 'privileged', 'member of none', 'admin', 'key'] as const).map((actor) =>
        become(world, actor),
      ),
    );
    const stranger = await server.createUser({ client: foreign.client, level: 'privileged' });
    const [, manager, , , key] = callers;
    const refused = await server.api(key?.authorization ?? '').get('/events/');
    expect(refused.status).toBe(403);
    const everyAero = [...own.aeros, ...foreign.aeros];
    const open = (authorization = '') => listen(server.url, authorization, everyAero);
    const [member, managerHears, loner, admin] = await Promise.all(
      callers.slice(0, 4).map((one) => open(one.authorization)),
    );
    const strangerHears = await open(`Token ${stranger.token}`);
    const all = [member, managerHears, loner, admin, strangerHears].map(
      (one) => one ?? { text: () => '', stop: () => undefined },
    );
    const said = () => all.map((one) => one.text());

    await act(server.api(manager?.authorization ?? ''), own, 'Eiger');
    await act(stranger.api, foreign, CANARY);
    const arrived = () =>
      [0, 1, 3].every((index) => said()[index]?.includes('Eiger')) &&
      [3, 4].every((index) => said()[index]?.includes(CANARY));
    await expect.poll(arrived).toBe(true);
    const [memberText = '', managerText = '', lonerText = '', , strangerText = ''] = said();
    for (const text of [memberText, managerText, lonerText]) expect(revealsForeign({ text })).toBe(false);
    expect(strangerText).not.toContain('Eiger');
    expect(lonerText).not.toContain('"entity"');
    // Members may not list keys: they receive no event about one.
    expect(memberText).not.toMatch(/"entity":"keys","type":"added"/);
    expect(managerText).toMatch(/"entity":"keys","type":"added"/);
    for (const one of all) one.stop();
  });
});

async function act(api: ReturnType<World['server']['api']>, side: Side, word: string): Promise<void> {
  const tag = (await api.post('/tags/', { name: word, color: '#000000', boxes: [side.box] })).body;
  await api.patch(`/tags/${tag.id}/`, { name: `${word} again` });
  await api.post('/notes/', { box: side.box, text: word });
  await api.post('/keys/', { name: word });
  await api.patch('/me/', { last_name: word });
  await api.patch(`/boxes/${side.box}/`, { comment: word });
  await api.patch(`/aeros/${side.aeros[0]}/`, { sami: 'improvement_needed', reason: word });
  await api.delete(`/tags/${tag.id}/`);
}

describe('the walk itself', () => {
  it('finds a read that forgot the viewer, and a refusal that tells', async () => {
    const leaky: MakeModule = (parts) => {
      const sound =
        tagsModule(parts).routes?.filter((one) => one.endpoint !== tagsGet && one.endpoint !== tagsPatch) ??
        [];
      const forgetful = route(tagsGet, async ({ params }) =>
        presentTag(await tagById(parts.db, system, params.id)),
      );
      const telling = route(tagsPatch, async ({ viewer, params }) => {
        const there = await parts.db
          .selectFrom('tags')
          .select('id')
          .where('id', '=', params.id)
          .executeTakeFirst();
        return presentTag(
          await tagById(parts.db, viewer, params.id).catch((error) => {
            throw there === undefined ? error : new Forbidden();
          }),
        );
      });
      return { name: 'leaky', routes: [...sound, forgetful, telling] };
    };
    const other = await makeWorld(
      await startTestServer({
        env: { ROLES: 'web', PUSH_CONTACT: 'mailto:walk@example.com' },
        modules: [leaky],
      }),
    );
    try {
      const read = (await walk(other, tagsGet)).join('\n');
      expect(read).toMatch(/member on foreign: 200/);
      expect(read).toMatch(/key on foreign: tells/);
      expect((await walk(other, tagsPatch)).join('\n')).toMatch(
        /privileged on foreign: differs from missing/,
      );
    } finally {
      await other.server.stop();
    }
  });
});
