import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { transaction } from '../../../platform/database/db.ts';
import type { UserViewer, Viewer } from '../../../platform/viewer.ts';
import { tagsModule } from '../../tags/index.ts';
import { lockSupervisorForEdit } from '../store-locks.ts';
import { condition } from '../testing.ts';
import { supervisorsModule } from './index.ts';
import { createSupervisor } from './service.ts';
import { followScopes } from './store-follow-scopes.ts';

const server = await testServer({ modules: [supervisorsModule, tagsModule] });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });

const VIEWER = {
  kind: 'user',
  level: 'privileged',
  language: 'en',
  timeZone: 'UTC',
  unitSystem: 'metric',
  email: '',
  name: '',
  tokenId: null,
  confirmedAt: null,
  limited: null,
} as const satisfies Partial<UserViewer>;
const follow = async () => {
  let taken = 0;
  for (let more = 1; more > 0; taken += more) more = await transaction(server.db, followScopes);
  return taken;
};
const tagOf = async (boxes: number[]) => {
  const answer = await manager.api.post('/tags/', { name: `t${Math.random()}`, color: '#112233', boxes });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { id: number };
};
const post = (supervisorBody: object) =>
  manager.api.post('/supervisors/', { name: 'Bound', conditions: [condition()], ...supervisorBody });
const read = async (id: number) => (await manager.api.get(`/supervisors/${id}/`)).body;
const put = (tag: { id: number }, boxes: number[]) => manager.api.patch(`/tags/${tag.id}/`, { boxes });

describe('a supervisor of a tag', () => {
  it('watches the AEROs of its boxes, those that come and those that go', async () => {
    const [first, second] = [
      await server.createBox({ client: client.id }),
      await server.createBox({ client: client.id }),
    ];
    const tag = await tagOf([first.id]);
    const { status, body } = await post({ scope: 'tag', tag: tag.id });
    expect([status, body.scope, body.tag, body.aeros]).toEqual([201, 'tag', tag.id, first.aeroIds]);
    await follow();
    await put(tag, [first.id, second.id]);
    expect(await follow()).toBe(1);
    expect((await read(body.id)).aeros).toEqual([...first.aeroIds, ...second.aeroIds]);
    const [conditionId] = (await read(body.id)).conditions.map((one: { id: number }) => one.id);
    await sql`insert into episodes (condition_id, aero_id, state) values (${conditionId}, ${first.aeroIds[0]}, '{}')`.execute(
      server.db,
    );
    await put(tag, [second.id]);
    expect(await follow()).toBe(1);
    expect((await read(body.id)).aeros).toEqual(second.aeroIds);
    const left = await sql`select from episodes where condition_id = ${conditionId}`.execute(server.db);
    expect(left.rows).toEqual([]);
    // Nothing changed, so nothing is checked.
    expect(await follow()).toBe(0);
  });

  it('stays open to the change of who read it before AEROs came, but not to that of its AEROs', async () => {
    const [first, late] = [
      await server.createBox({ client: client.id }),
      await server.createBox({ client: client.id }),
    ];
    const tag = await tagOf([first.id]);
    const { body } = await post({ scope: 'tag', tag: tag.id });
    await follow();
    const path = `/supervisors/${body.id}/`;
    const seen = { 'If-Match': (await manager.api.get(path)).headers.get('etag')! };
    await put(tag, [first.id, late.id]);
    await follow();
    const listed = await manager.api.patch(path, { aeros: body.aeros }, seen);
    expect([listed.status, listed.body.aeros]).toEqual([400, [expect.stringContaining('follows a tag')]]);
    const named = await manager.api.patch(path, { name: 'Renamed' }, seen);
    expect([named.status, named.body.aeros]).toEqual([200, [...first.aeroIds, ...late.aeroIds]]);
    const now = { 'If-Match': named.headers.get('etag')! };
    const same = await manager.api.patch(path, { aeros: named.body.aeros }, now);
    expect([same.status, same.body.scope]).toEqual([200, 'tag']);
  });

  it('keeps what it watches when the tag is deleted, and when AEROs are chosen one by one', async () => {
    const box = await server.createBox({ client: client.id });
    const other = await server.createBox({ client: client.id });
    const tag = await tagOf([box.id]);
    const { body } = await post({ scope: 'tag', tag: tag.id });
    // If it is sent back unchanged, it continues to follow.
    const { name, aeros, conditions } = body;
    const same = await manager.api.patch(`/supervisors/${body.id}/`, { name, aeros, conditions });
    expect([same.status, same.body.scope]).toEqual([200, 'tag']);
    const alone = await manager.api.patch(`/supervisors/${body.id}/`, { aeros: other.aeroIds });
    expect([alone.status, (await read(body.id)).scope]).toEqual([400, 'tag']);
    const chosen = await manager.api.patch(`/supervisors/${body.id}/`, {
      scope: 'aeros',
      aeros: other.aeroIds,
    });
    expect([chosen.body.scope, chosen.body.tag, chosen.body.aeros]).toEqual(['aeros', null, other.aeroIds]);
    await manager.api.patch(`/supervisors/${body.id}/`, { scope: 'tag', tag: tag.id });
    expect((await manager.api.delete(`/tags/${tag.id}/`)).status).toBe(204);
    await follow();
    const after = await read(body.id);
    expect([after.scope, after.tag, after.aeros]).toEqual(['aeros', null, box.aeroIds]);
  });

  it('refuses no tag, and a foreign one like a missing one', async () => {
    const elsewhere = await server.createClient();
    const foreign = await server.admin.api.post('/tags/', {
      name: 'F',
      color: '#112233',
      client: elsewhere.id,
    });
    expect((await post({ scope: 'tag' })).body.tag).toEqual(['Required']);
    for (const tag of [foreign.body.id, 2_000_000_000])
      expect((await post({ scope: 'tag', tag })).body.tag).toEqual(['Does not exist']);
    expect((await post({ scope: 'aeros' })).body.aeros).toEqual(['Required']);
  });
});

describe('a supervisor that is written meanwhile', () => {
  /** Waits until exactly `count` transactions wait for an advisory lock. */
  const waiting = (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
          where locktype = 'advisory' and not granted`.execute(server.db);
        return rows[0]!.n;
      })
      .toBe(count);

  it('is asked again what it follows once that is written: nothing leaves it that it still has', async () => {
    const [going, coming] = [
      await server.createBox({ client: client.id }),
      await server.createBox({ client: client.id }),
    ];
    const tag = await tagOf([going.id]);
    const { body } = await post({ scope: 'tag', tag: tag.id });
    await follow();
    await put(tag, [coming.id]);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // From a tag to a list of AEROs: those it has now.
    const editing = transaction(server.db, async (trx) => {
      await lockSupervisorForEdit(trx, body.id);
      await sql`update supervisors set tag_id = null where id = ${body.id}`.execute(trx);
      await held;
    });
    await waiting(0);
    const following = transaction(server.db, followScopes);
    await waiting(1);
    release();
    await editing;
    expect(await following).toBeGreaterThan(0);
    expect((await read(body.id)).aeros).toEqual(going.aeroIds);
  });

  it('is one thing to look at again, however many boxes its client has', async () => {
    await follow();
    const waiting = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from supervisor_scope_due`.execute(server.db))
        .rows[0]!.n;
    const rule = { name: 'All', scope: 'client', conditions: [condition()] };
    const made = await manager.api.post('/supervisors/', rule);
    expect([made.status, await waiting()]).toEqual([201, 1]);
    const before = (await read(made.body.id)).updated_at;
    await follow();
    // Nothing was wrong, so nobody's edit becomes stale.
    expect([await waiting(), (await read(made.body.id)).updated_at]).toEqual([0, before]);
    await manager.api.delete(`/supervisors/${made.body.id}/`);
  });
  it('takes in a box that was tagged before anybody could see it', async () => {
    const [first, late] = [
      await server.createBox({ client: client.id }),
      await server.createBox({ client: client.id }),
    ];
    const tag = await tagOf([first.id]);
    await follow();
    const viewer: Viewer = { ...VIEWER, id: manager.id, clientId: client.id };
    const id = await transaction(server.db, async (trx) => {
      const supervisorBody = {
        name: 'Slow',
        scope: 'tag',
        tag: tag.id,
        aeros: [],
        conditions: [condition()],
        tell: { all: true, groups: [], users: [], in_charge: false },
      };
      const row = await createSupervisor(
        trx,
        viewer,
        { enabled: true, joined: false, ...supervisorBody } as never,
        new Date(),
      );
      // On another connection, before the supervisor is written: the change finds no follower.
      await server.db.insertInto('box_tags').values({ box_id: late.id, tag_id: tag.id }).execute();
      expect(await transaction(server.db, followScopes)).toBeGreaterThan(0);
      return row.id;
    });
    expect((await read(id)).aeros).toEqual(first.aeroIds);
    await follow();
    expect((await read(id)).aeros).toEqual([...first.aeroIds, ...late.aeroIds]);
  });
});

describe('a supervisor of a client', () => {
  it('takes in boxes that come, and boxes of other clients never', async () => {
    const elsewhere = await server.createClient();
    const own = await server.createUser({ level: 'privileged', client: elsewhere.id });
    const answer = await own.api.post('/supervisors/', {
      name: 'All',
      scope: 'client',
      conditions: [condition()],
    });
    expect([answer.status, answer.body.scope, answer.body.aeros]).toEqual([201, 'client', []]);
    const box = await server.createBox({ client: elsewhere.id });
    await server.createBox({ client: client.id });
    await follow();
    expect((await own.api.get(`/supervisors/${answer.body.id}/`)).body.aeros).toEqual(box.aeroIds);
    // A name can be changed without sending AEROs, also while there are none.
    const renamed = await own.api.patch(`/supervisors/${answer.body.id}/`, { name: 'Everything' });
    expect([renamed.status, renamed.body.scope]).toEqual([200, 'client']);
  });
});
