import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../access-walk/call.ts';
import { become, freshSample, makeWorld, ownTarget, type World } from '../../access-walk/walk.ts';
import { hashPassword } from '../../modules/credentials/passwords.ts';
import { startTestServer } from '../../testing.ts';

const PASSWORD = 'a mast beside the line';
let world: World;
beforeAll(async () => {
  world = await makeWorld(
    await startTestServer({ env: { ROLES: 'web', PUSH_CONTACT: 'mailto:walk@example.com' } }),
  );
});
afterAll(() => world?.server.stop());

/** A person who last confirmed so many minutes ago. */
async function confirmedBefore(minutes: number | null, level: 'admin' | 'member' = 'admin') {
  const { db } = world.server;
  const password_hash = await hashPassword(PASSWORD);
  const user = await world.server.createUser({ level, password_hash });
  const confirmed_at = minutes === null ? null : new Date(Date.now() - minutes * 60_000);
  await db.updateTable('tokens').set({ confirmed_at }).where('user_id', '=', user.id).execute();
  return user;
}
const refused = { status: 401, body: { code: 'confirm_again' } };

describe('asked for the password or a factor once more', () => {
  const asking = ENDPOINTS.filter((endpoint) => endpoint.confirm === true);
  it('is what the contract says it is, and no API key ever comes there', () => {
    expect(asking.map((endpoint) => endpoint.name)).toEqual(
      expect.arrayContaining(['keys.create', 'clients.delete', 'rollouts.create', 'boxes.credentials']),
    );
    const open = ENDPOINTS.filter((endpoint) => endpoint.confirm !== undefined && endpoint.apiKey);
    expect(open.map((endpoint) => endpoint.name)).toEqual([]);
  });
  it.each(asking.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const caller = await become(world, 'admin');
    await world.server.db
      .updateTable('tokens')
      .set({ confirmed_at: new Date(Date.now() - 10 * 60_000) })
      .where('user_id', '=', caller.userId)
      .execute();
    const sample = await freshSample(world, endpoint, caller.userId);
    const id = await ownTarget(world, endpoint, caller);
    const said = await call(world.server.url, endpoint, id, sample, caller.authorization);
    expect([said.status, JSON.parse(said.text).code, said.authenticate]).toEqual([
      401,
      'confirm_again',
      'Token',
    ]);
  });
  it('lets go once the password was given to this session, for ten minutes', async () => {
    const { api } = await confirmedBefore(null);
    expect(await api.post('/clients/', { name: 'Untouched' })).toMatchObject({ status: 201 });
    const client = (await api.get('/clients/?name=Untouched')).body.results[0].id;
    expect(await api.delete(`/clients/${client}/`)).toMatchObject(refused);
    expect(await api.post('/me/confirm/', { password: 'wrong' })).toMatchObject({
      status: 400,
      body: { password: ['This is not your current password'] },
    });
    expect(await api.delete(`/clients/${client}/`)).toMatchObject(refused);
    const confirmed = await api.post('/me/confirm/', { password: PASSWORD });
    const left = Date.parse(confirmed.body.confirmed_until) - Date.now();
    expect([confirmed.status, Math.round(left / 60_000)]).toEqual([200, 10]);
    const renewed = world.server.api(confirmed.headers.get('x-session-token') ?? '');
    expect(await renewed.delete(`/clients/${client}/`)).toMatchObject({ status: 204 });
  });
  it('counts signing in, and each session for itself', async () => {
    const { email, api } = await confirmedBefore(null);
    const { token } = (
      await world.server.api().post('/api-token-auth/', { username: email, password: PASSWORD })
    ).body;
    const { id } = await world.server.createClient();
    expect(await api.delete(`/clients/${id}/`)).toMatchObject(refused);
    expect(await world.server.api(token).delete(`/clients/${id}/`)).toMatchObject({ status: 204 });
  });
  it('gives the session another token: the one before goes on until that is used, then proves nothing and ends', async () => {
    const { db } = world.server;
    const { api, id } = await confirmedBefore(null);
    const confirmed = await api.post('/me/confirm/', { password: PASSWORD });
    // A program that keeps its token, and whoever lost the answer, goes on with what was proved.
    expect(await api.post('/me/passkeys/')).toMatchObject({ status: 200 });
    expect(await api.get('/me/')).toMatchObject({ status: 200 });
    const again = await api.post('/me/confirm/', { password: PASSWORD });
    const [first, token] = [confirmed, again].map(({ headers }) => headers.get('x-session-token') ?? '');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(first).toBe(token);
    const renewed = world.server.api(token);
    const { results } = (await renewed.get('/me/sessions/')).body;
    expect(results).toMatchObject([{ current: true }]);
    // Whoever took the old one gains nothing by it; calls under way and other tabs have thirty seconds.
    const old = await api.post('/me/passkeys/');
    expect(old).toMatchObject({ ...refused, body: { detail: expect.stringContaining('X-Session-Token') } });
    expect(await api.get('/me/')).toMatchObject({ status: 200 });
    const former = await db
      .selectFrom('tokens')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const left = (former.former_until?.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(30_000);
    await db.updateTable('tokens').set({ former_until: new Date() }).where('user_id', '=', id).execute();
    expect(await api.get('/me/')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(await renewed.get('/me/')).toMatchObject({ status: 200 });
  });
  it('leaves no tab with a dead token when two confirm at the same moment, or one just after the other', async () => {
    const { api } = await confirmedBefore(null);
    const confirm = async () =>
      (await api.post('/me/confirm/', { password: PASSWORD })).headers.get('x-session-token') ?? '';
    const tokens = new Set(await Promise.all([confirm(), confirm(), confirm()]));
    expect(tokens.size).toBe(1);
    const renewed = world.server.api([...tokens][0]);
    expect(await renewed.post('/me/passkeys/')).toMatchObject({ status: 200 });
    // A third tab still has the token of before, which answers for another thirty seconds.
    expect(await confirm()).toBe([...tokens][0]);
    expect([(await renewed.get('/me/')).status, (await api.get('/me/')).status]).toEqual([200, 200]);
    // The next confirmation gives another one.
    const next = await renewed.post('/me/confirm/', { password: PASSWORD });
    expect(tokens.has(next.headers.get('x-session-token') ?? '')).toBe(false);
  });
  it('gives another token with a refusal too, and with another password', async () => {
    const { api } = await confirmedBefore(null);
    const change = (caller: typeof api, new_password: string) =>
      caller.post('/me/password/', { old_password: PASSWORD, new_password });
    const weak = await change(api, 'password1234');
    expect(weak.status).toBe(400);
    const renewed = world.server.api(weak.headers.get('x-session-token') ?? '');
    const changed = await change(renewed, 'eleven herons on the mast');
    expect(changed.status).toBeLessThan(300);
    const last = world.server.api(changed.headers.get('x-session-token') ?? '');
    expect(await last.get('/me/')).toMatchObject({ status: 200 });
  });
  it('throttles guesses of who sits there', async () => {
    const { api } = await confirmedBefore(null);
    const guess = () => api.post('/me/confirm/', { password: 'wrong' });
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toMatchObject({ status: 400 });
    expect(await guess()).toMatchObject({ status: 429 });
  });
});

describe('what depends on what is changed', () => {
  it('is an administrator made, somebody’s e-mail or password', async () => {
    const { api } = await confirmedBefore(11);
    const { id, email } = await world.server.createUser({ client: world.own.client });
    const change = (body: object) => api.patch(`/users/${id}/`, body);
    for (const body of [
      { is_staff: true },
      { is_superuser: true },
      { email: 'elsewhere@example.com' },
      { password: 'seven swans over the wire' },
    ])
      expect(await change(body), JSON.stringify(body)).toMatchObject(refused);
    const person = {
      email: 'made@example.com',
      password: 'seven swans over it',
      first_name: 'A',
      last_name: 'B',
    };
    expect(await api.post('/users/', { ...person, is_staff: true })).toMatchObject(refused);
    expect(await api.post('/users/', person)).toMatchObject({ status: 201 });
    expect(await change({ first_name: 'Ada', email, is_staff: false })).toMatchObject({ status: 200 });
  });
  it('is one’s own e-mail, without the password beside it', async () => {
    const { api } = await confirmedBefore(11, 'member');
    const email = 'moved@example.com';
    expect(await api.patch('/me/', { email })).toMatchObject(refused);
    expect(await api.patch('/me/', { first_name: 'Ada' })).toMatchObject({ status: 200 });
    expect(await api.patch('/me/', { email, password: PASSWORD })).toMatchObject({
      status: 200,
      body: { email_pending: email },
    });
  });
});
