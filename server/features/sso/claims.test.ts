import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenIdProvider, startOpenIdProvider } from '../../../testing/openid-provider.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { addPerson, linkAccount, refusalOf } from './testing.ts';

let provider: OpenIdProvider;
let server: TestServer;
let client: { id: number; name: string };
const known = (claims: object) => addPerson(provider, claims);
const arrive = async (sub: string) => {
  const { challenge, url } = (await server.api().post('/sso/')).body;
  return server.api().post('/sso/callback/', { challenge, ...(await provider.visit(url, sub)) });
};
beforeAll(async () => {
  provider = await startOpenIdProvider();
  server = await startTestServer({
    env: {
      ROLES: 'web',
      ...provider.env,
      OIDC_LABEL: 'Railway',
      OIDC_CREATE: 'true',
      OIDC_CLAIM_CLIENT: 'organisation',
      OIDC_CLAIM_GROUPS: 'groups',
      OIDC_GROUPS: 'leads=manager,crew=operator,guests=observer,cn=ops=admin',
    },
  });
  provider.serve(server.url);
  client = await server.createClient('North Line');
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

describe('what claims decide', () => {
  it('makes who has no account, with client, roles and names, and no password', async () => {
    const { sub, email } = known({ groups: ['crew', 'other'], organisation: 'north line', locale: 'fr-FR' });
    const made = await arrive(sub);
    expect(made.body.user).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'Byron',
      client: client.id,
      groups: [2],
      is_staff: false,
      language: 'fr',
    });
    expect(await server.api().post('/api-token-auth/', { username: email, password: 'sso' })).toMatchObject({
      status: 400,
    });
    const api = server.api(made.body.token);
    expect((await api.get('/me/second-factor/')).body).toMatchObject({
      has_password: false,
      sso: { label: 'Railway' },
    });
    // No link sets a password, because people who leave the provider would keep it.
    expect((await server.api().post('/reset-password/', { email })).body).toHaveProperty('email');
    expect((await arrive(sub)).body.user.id).toBe(made.body.user.id);
  });
  it.each([
    [
      'groups that mean nothing here',
      { groups: ['other'], organisation: 'North Line' },
      'None of your groups',
    ],
    ['a client that is not here', { groups: ['crew'], organisation: 'South Line' }, 'gives no client'],
    ['no client', { groups: ['crew'] }, 'gives no client'],
  ])('refuses %s', async (_name, claims, words) => {
    expect(refusalOf(await arrive(known(claims).sub))).toContain(words);
  });
  it('takes rights over at each sign-in, up and down, and writes it down', async () => {
    const { sub, email } = known({ groups: ['cn=ops'], organisation: 'North Line' });
    const made = (await arrive(sub)).body;
    expect(made.user).toMatchObject({ is_staff: true, is_superuser: false, client: null });
    const say = (groups: string[]) =>
      provider.people.set(sub, { email, email_verified: true, groups, organisation: 'North Line' });
    say(['leads', 'guests']);
    expect((await arrive(sub)).body.user).toMatchObject({
      is_staff: false,
      groups: [1, 3],
      client: client.id,
    });
    // An existing session has the changed rights.
    expect(await server.api(made.token).post('/clients/', { name: 'Mine' })).toMatchObject({ status: 403 });
    say([]);
    expect(refusalOf(await arrive(sub))).toContain('None of your groups');
    const entries = (
      await server.admin.api.get(`/audit/?entity=users&action=update&entity_id=${made.user.id}`)
    ).body;
    expect(entries.count).toBe(1);
  });
  it('lets nobody else into an account that it raises: password, links and sessions of before end', async () => {
    const { sub, email } = known({ groups: ['cn=ops'], organisation: 'North Line' });
    const password = 'chosen by somebody else 4';
    const password_hash = await hashPassword(password);
    const before = await server.createUser({ email, client: client.id, level: 'member', password_hash });
    const signIn = () => server.api().post('/api-token-auth/', { username: email, password });
    expect((await signIn()).status).toBe(200);
    expect((await arrive(sub)).body.user).toMatchObject({ id: before.id, is_staff: true });
    expect((await signIn()).status).toBe(400);
    expect((await before.api.get('/me/')).status).toBe(401);
    const invited = await server.admin.api.post(`/users/${before.id}/invite/`);
    expect(invited.status, invited.text).toBe(409);
  });
  it('tells nobody else what an account hears at another client: phone, chat and choices of before go', async () => {
    const { sub, email } = known({ groups: ['crew'], organisation: 'South Line' });
    const south = await server.createClient('South Line');
    const moved = await server.createUser({ email, client: client.id, notify_email: true, notify_sms: true });
    const chat = { chat_address: 'https://example.com/hook/secret', chat_format: 'slack', notify_chat: true };
    const set = await moved.api.patch('/me/', { phone: '+33612345678', ...chat });
    expect(set.status, set.text).toBe(200);
    expect((await arrive(sub)).body.user).toMatchObject({
      id: moved.id,
      client: south.id,
      phone: null,
      notify_email: false,
      notify_sms: false,
      notify_chat: false,
      chat_address: null,
    });
    const [entry] = (
      await server.admin.api.get(`/audit/?entity=users&action=update&entity_id=${moved.id}&ordering=-id`)
    ).body.results;
    expect(entry.changes).toMatchObject({ notify_chat: { from: true, to: false } });
  });
  it('leaves the first administrator what no claim gives', async () => {
    const { sub, email } = known({ groups: ['crew'], organisation: 'North Line' });
    const first = await server.createUser({ email, level: 'admin' });
    await server.db.updateTable('users').set({ is_superuser: true }).where('id', '=', first.id).execute();
    await linkAccount(provider, first.api, sub);
    expect((await arrive(sub)).body.user).toMatchObject({ id: first.id, is_superuser: true, client: null });
    expect(await server.admin.api.get('/clients/')).toMatchObject({ status: 200 });
  });
});
