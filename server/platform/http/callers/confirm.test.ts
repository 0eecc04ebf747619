import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { type AnyEndpoint, asksAgain, UNASKED } from '@aerowatch/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../../testing/access-walk/call.ts';
import type { Sample } from '../../../../testing/access-walk/samples.ts';
import {
  become,
  freshSample,
  makeWorld,
  ownTarget,
  type World,
} from '../../../../testing/access-walk/walk.ts';
import { startTestServer } from '../../../../testing/start-test-server.ts';
import { hashPassword } from '../../../features/credentials/passwords.ts';

const PASSWORD = 'a mast beside the line';
let world: World;
beforeAll(async () => {
  world = await makeWorld(
    await startTestServer({ env: { ROLES: 'web', PUSH_CONTACT: 'mailto:walk@example.com' } }),
  );
});
afterAll(() => world?.server.stop());

/** A user who last confirmed this many minutes ago. */
async function confirmedBefore(minutes: number | null, level: 'admin' | 'member' = 'admin') {
  const { db } = world.server;
  const password_hash = await hashPassword(PASSWORD);
  const user = await world.server.createUser({ level, password_hash });
  const confirmed_at = minutes === null ? null : new Date(Date.now() - minutes * 60_000);
  await db.updateTable('tokens').set({ confirmed_at }).where('user_id', '=', user.id).execute();
  return user;
}
const refused = { status: 401, body: { code: 'confirm_again' } };

/** A user of the walk whose last confirmation has expired. */
async function lateCaller() {
  const caller = await become(world, 'admin');
  await world.server.db
    .updateTable('tokens')
    .set({ confirmed_at: new Date(Date.now() - 10 * 60_000) })
    .where('user_id', '=', caller.userId)
    .execute();
  return caller;
}
async function callLate(endpoint: AnyEndpoint, change: (sample: Sample, id: number) => unknown) {
  const caller = await lateCaller();
  const sample = await freshSample(world, endpoint, caller.userId);
  const id = await ownTarget(world, endpoint, caller);
  const changed = ((await change(sample, id)) ?? sample) as Sample;
  const said = await call(world.server.url, endpoint, id, changed, caller.authorization);
  const { code } = (said.text.startsWith('{') ? JSON.parse(said.text) : {}) as { code?: string };
  return { status: said.status, code, authenticate: said.authenticate };
}
const asked = { status: 401, code: 'confirm_again', authenticate: 'Token' };

/** Another value for each field that needs confirmation; a field missing here is reported. */
const OTHER: Readonly<Record<string, () => unknown>> = {
  email: () => `other-${crypto.randomUUID()}@example.com`,
  password: () => 'seven swans over the wire',
  is_staff: () => true,
  is_superuser: () => true,
  is_active: () => false,
  groups: () => [1],
  client: () => world.foreign.client,
  chat_address: () => 'https://chat.example.com/hooks/abc',
  require_second_factor: () => true,
  serial_number: () => `OTHER-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
  cellular_apn: () => 'elsewhere',
  cellular_pin: () => '4711',
  cellular_login: () => 'elsewhere',
  cellular_password: () => 'elsewhere',
  server_address: () => 'mqtts://elsewhere.example.com:8883',
  firmware_version: () => '9.9.9',
  kept: () => true,
};
/** The path of a field of a box's configuration in the request. */
const INSIDE: Readonly<Record<string, string>> = { 'boxes.bulk_configuration': 'changes' };

/** The request with this field changed. */
async function changing(endpoint: AnyEndpoint, field: string, sample: Sample, id: number): Promise<Sample> {
  if (field === 'secrets') return { query: { secrets: 'clear' } };
  if (field === 'aeros.*.removed') return { body: { aeros: [{ position: 1, removed: true }] } };
  const name = field.replace('desired.', '');
  const value = OTHER[name]?.();
  if (value === undefined) throw new Error(`${endpoint.name}: no other value for ${field}`);
  if (field === 'kept')
    await world.server.db
      .updateTable('api_keys')
      .set({ maker_left_at: new Date() })
      .where('id', '=', id)
      .execute();
  if (endpoint.name === 'boxes.configuration_restore') {
    const { api } = await world.server.createUser({ level: 'admin' });
    expect(await api.patch(`/boxes/${id}/`, { desired: { [name]: value } })).toMatchObject({ status: 200 });
    return sample;
  }
  const format = name === 'chat_address' ? { chat_format: 'slack' } : {};
  const whole = endpoint.method === 'PATCH' ? {} : (sample.body as object);
  if (name === field) return { ...sample, body: { ...whole, [name]: value, ...format } };
  const { dry_run: _, copy_from: __, fields: ___, ...body } = sample.body as Record<string, unknown>;
  return { ...sample, body: { ...body, [INSIDE[endpoint.name] ?? 'desired']: { [name]: value } } };
}

const named = (endpoints: readonly AnyEndpoint[]) => endpoints.map((one) => [one.name, one] as const);

describe('whether an endpoint asks again stands in its value', () => {
  const always = ENDPOINTS.filter(({ confirm }) => confirm === true);
  const never = ENDPOINTS.filter((endpoint) => !asksAgain(endpoint));
  const perField = ENDPOINTS.flatMap((endpoint) =>
    typeof endpoint.confirm === 'object'
      ? endpoint.confirm.changing.map((field) => [endpoint.name, field, endpoint] as const)
      : [],
  );
  it('of each with a reason where it does not, and no API key ever comes where it does', () => {
    expect(always.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['users.create', 'users.delete', 'users.invite', 'box_links.create', 'boxes.delete'],
        ...['me.push_subscribe', 'me.sso_link'],
        ...['boxes.credentials', 'clients.delete', 'firmwares.create', 'keys.create', 'rollouts.create'],
        ...['set_aside.bounds', 'webhooks.create', 'webhooks.patch'],
      ]),
    );
    for (const { name, confirm } of never) expect(Object.keys(UNASKED), name).toContain(confirm);
    const readers = never.filter(({ method, confirm }) => method !== 'GET' && confirm === 'reads');
    expect(readers.map(({ name }) => name)).toEqual([
      'measures.export_job',
      'supervisors.rehearse',
      'rollouts.preview',
    ]);
    const open = ENDPOINTS.filter((endpoint) => asksAgain(endpoint) && endpoint.apiKey);
    // A key may read a box, but never its secrets in clear.
    expect(open.map(({ name }) => name)).toEqual(['boxes.get']);
  });
  it.each(named(always))('%s asks', async (_name, endpoint) => {
    expect(await callLate(endpoint, () => undefined)).toEqual(asked);
  });
  it.each(perField)('%s asks where %s changes', async (_name, field, endpoint) => {
    expect(await callLate(endpoint, (sample, id) => changing(endpoint, field, sample, id))).toEqual(asked);
  });
  it.each(named(ENDPOINTS.filter(({ confirm }) => confirm !== true)))(
    '%s goes on without',
    async (_name, one) => {
      expect((await callLate(one, () => undefined)).code).not.toBe('confirm_again');
    },
  );
});

describe('asked for the password or a factor once more', () => {
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
  it('gives the session another token, which alone is confirmed; the one before ends once that is used', async () => {
    const { db } = world.server;
    const { api, id } = await confirmedBefore(null);
    const confirmed = await api.post('/me/confirm/', { password: PASSWORD });
    // A copy of the old token gains nothing, not even before the new one is used; it stays valid for
    // everything else.
    expect(await api.post('/me/passkeys/')).toMatchObject(refused);
    const key = { name: 'copied', client: world.own.client };
    expect(await api.post('/keys/', key)).toMatchObject(refused);
    expect(await api.get('/me/')).toMatchObject({ status: 200 });
    const again = await api.post('/me/confirm/', { password: PASSWORD });
    const [first, token] = [confirmed, again].map(({ headers }) => headers.get('x-session-token') ?? '');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(first).toBe(token);
    const renewed = world.server.api(token);
    const { results } = (await renewed.get('/me/sessions/')).body;
    expect(results).toMatchObject([{ current: true }]);
    // Whoever stole the old one gains nothing; calls under way and other tabs have thirty seconds.
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
    // A third tab still has the former token, which stays valid for another thirty seconds.
    expect(await confirm()).toBe([...tokens][0]);
    expect([(await renewed.get('/me/')).status, (await api.get('/me/')).status]).toEqual([200, 200]);
    // The next confirmation returns another one.
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

describe('confirmations that depend on the changed fields', () => {
  it('is who may come in and what they may do, and nothing else of a person', async () => {
    const { api } = await confirmedBefore(11);
    const { id, email } = await world.server.createUser({ client: world.own.client });
    const change = (body: object) => api.patch(`/users/${id}/`, body);
    const person = { email: 'made@example.com', password: 'seven swans over it' };
    expect(await api.post('/users/', { ...person, first_name: 'A', last_name: 'B' })).toMatchObject(refused);
    const same = { first_name: 'Ada', email, is_staff: false, is_active: true, groups: [] };
    expect(await change(same)).toMatchObject({ status: 200 });
    const boss = await world.server.createUser({ level: 'admin' });
    expect(await api.patch(`/users/${boss.id}/`, { is_active: false })).toMatchObject(refused);
  });
  it('is where messages about boxes go; taking an address away never waits', async () => {
    const { api, id } = await confirmedBefore(1, 'member');
    const chat = { chat_address: 'https://chat.example.com/hooks/abc', chat_format: 'slack' };
    const { body: profile } = await api.patch('/me/', chat);
    await world.server.db
      .updateTable('tokens')
      .set({ confirmed_at: null })
      .where('user_id', '=', id)
      .execute();
    // The whole profile sent back, as for a change of language, contains the mask.
    expect(await api.put(`/users/${id}/`, { ...profile, language: 'fr' })).toMatchObject({ status: 200 });
    const other = { ...chat, chat_address: 'https://chat.example.com/hooks/xyz' };
    expect(await api.patch('/me/', other)).toMatchObject(refused);
    expect(await api.patch('/me/', { chat_address: null })).toMatchObject({ status: 200 });
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
