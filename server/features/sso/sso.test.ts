import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenIdProvider, startOpenIdProvider } from '../../../testing/openid-provider.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { sameEmail } from '../../platform/database/same-email.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { BY_SSO_ALONE } from '../credentials/store-sessions.ts';
import { addPerson, linkAccount, refusalOf } from './testing.ts';

let provider: OpenIdProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  server = await startTestServer({ env: { ROLES: 'web', ...provider.env, SECOND_FACTOR: 'all' } });
  provider.serve(server.url);
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const known = (more?: object) => addPerson(provider, more);
const begin = async (api = server.api()) =>
  (await api.post('/sso/')).body as { challenge: string; url: string };
/** The policy of this server requires a second factor from everybody. */
const withFactor = (user_id: number) =>
  server.db.insertInto('totp_factors').values({ user_id, secret: 'x', confirmed_at: new Date() }).execute();
/** To the provider and back, like a browser. */
async function signOn(sub: string, api = server.api()) {
  const { challenge, url } = await begin(api);
  return api.post('/sso/callback/', { challenge, ...(await provider.visit(url, sub)) });
}
const link = (api: ReturnType<TestServer['api']>, sub: string) => linkAccount(provider, api, sub);

describe('who comes by single sign-on', () => {
  it('asks the provider with PKCE, a state and a nonce of its own', async () => {
    const [first, second] = [new URL((await begin()).url), new URL((await begin()).url)];
    expect(first.origin).toBe(provider.issuer);
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/sso`,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
    expect((await server.api().get('/meta/')).body.sso).toEqual({ label: null });
  });
  it('is linked by a verified e-mail once, then by sub alone, and needs no second factor here', async () => {
    const { sub, email } = known();
    const user = await server.createUser({ email: email.toUpperCase() });
    expect((await user.api.get('/boxes/')).body.code).toBe('second_factor_required');
    const first = await signOn(sub);
    expect([first.status, first.body.user?.id, first.body.limited]).toEqual([200, user.id, undefined]);
    const api = server.api(first.body.token);
    expect(await api.get('/boxes/')).toMatchObject({ status: 200 });
    expect((await api.get('/me/second-factor/')).body.sso).toMatchObject({ label: null });
    expect((await api.get('/me/sessions/')).body.results[0]).toMatchObject({ method: 'sso', current: true });
    // The address moves to somebody else at the provider: the link stays with its person.
    provider.people.set(sub, { email: 'moved@example.com', email_verified: false });
    expect((await signOn(sub)).body.user.id).toBe(user.id);
    const other = known({ email });
    expect([(await signOn(other.sub)).status, refusalOf(await signOn(other.sub))]).toEqual([
      400,
      'Your account is linked to another identity of the sign-on service. Ask your administrator.',
    ]);
  });
  it.each([
    ['an address that nobody verified', { email_verified: false }, 'verified e-mail'],
    ['no address at all', { email: undefined }, 'verified e-mail'],
    ['nobody of that name here', {}, 'no account'],
  ])('is refused with %s', async (_name, claims, words) => {
    const { sub, email } = known(claims);
    if (words !== 'no account') await server.createUser({ email });
    const answer = await signOn(sub);
    expect([answer.status, refusalOf(answer)]).toEqual([400, expect.stringContaining(words)]);
    const french = await server.api().post('/sso/', {}, {});
    const { challenge, url } = french.body;
    const back = await provider.visit(url, sub);
    const logged = await server
      .api()
      .post('/sso/callback/', { challenge, ...back }, { 'Accept-Language': 'fr' });
    expect(refusalOf(logged)).toMatch(/adresse|compte/);
  });
  it('a manager whom the directory made, and who never chose a password, is linked by the e-mail; no other is', async () => {
    const comes = async (password_hash: string, is_made: boolean) => {
      const { sub, email } = known();
      const { id } = await server.createUser({ email, level: 'privileged', password_hash });
      await sql`insert into scim_people (user_id, is_made) values (${id}, ${is_made})`.execute(server.db);
      return (await signOn(sub)).status;
    };
    expect(await comes(BY_SSO_ALONE, true)).toBe(200);
    expect(await comes(await hashPassword('eleven swallows on the wire'), true)).toBe(400);
    expect(await comes(BY_SSO_ALONE, false)).toBe(400);
  });
  it.each(['privileged', 'admin'] as const)(
    'opens no account with privileges by its e-mail: %s',
    async (level) => {
      const { sub, email } = known();
      const user = await server.createUser({
        email,
        level,
        password_hash: await hashPassword('a mast beside it'),
      });
      const refused = await signOn(sub);
      expect([refused.status, refusalOf(refused)]).toEqual([
        400,
        expect.stringContaining('Profile, Security'),
      ]);
      // Somebody else’s session can only link its own account, and only after a proof.
      await withFactor(user.id);
      await server.db
        .updateTable('tokens')
        .set({ confirmed_at: null })
        .where('user_id', '=', user.id)
        .execute();
      expect(await link(user.api, sub)).toMatchObject({
        status: 401,
        body: { code: 'confirm_again' },
      });
      const now = { confirmed_at: new Date() };
      await server.db.updateTable('tokens').set(now).where('user_id', '=', user.id).execute();
      expect(await link(user.api, sub)).toMatchObject({ status: 204 });
      expect((await signOn(sub)).body.user.id).toBe(user.id);
      // An identity opens one account, an account has one identity.
      const [thief, second] = [await server.createUser(), known()];
      await withFactor(thief.id);
      for (const [api, as] of [
        [thief.api, sub],
        [user.api, second.sub],
      ] as const)
        expect(refusalOf(await link(api, as))).toContain('another identity');
    },
  );
  it('is nobody else by a letter that looks like one of theirs', async () => {
    const email = 'kate@example.com';
    await server.createUser({ email });
    provider.people.set('lookalike', { email: '\u212Aate@example.com', email_verified: true });
    expect(refusalOf(await signOn('lookalike'))).toContain('verified e-mail');
    const twin = await server.createUser({ email: '\u212Aate@example.com' });
    const at = (name: string) => server.db.selectFrom('users').select('id').where(sameEmail(name)).execute();
    expect(await at('KATE@example.com')).toHaveLength(1);
    expect(await at('\u212Aate@EXAMPLE.com')).toEqual([{ id: twin.id }]);
  });
  it('is refused when switched off here, before and after the link', async () => {
    const { sub, email } = known();
    const user = await server.createUser({ email });
    const off = (is_active: boolean) => server.admin.api.patch(`/users/${user.id}/`, { is_active });
    // The policy requires a factor of the administrator of these tests, so the row is changed directly.
    await server.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    expect(refusalOf(await signOn(sub))).toContain('switched off');
    await server.db.updateTable('users').set({ is_active: true }).where('id', '=', user.id).execute();
    expect(await signOn(sub)).toMatchObject({ status: 200 });
    await server.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    expect(refusalOf(await signOn(sub))).toContain('switched off');
    expect((await off(true)).body.code).toBe('second_factor_required');
  });
  it('is told when the provider lets nobody in', async () => {
    const { challenge, url } = await begin();
    const back = await provider.visit(url, '');
    expect(back).toMatchObject({ error: 'access_denied' });
    const answer = await server.api().post('/sso/callback/', { challenge, ...back });
    expect([answer.status, refusalOf(answer)]).toEqual([400, expect.stringContaining('refused the sign-in')]);
  });
});

describe('the answer of the provider', () => {
  it('counts once, for the browser that asked, with its own state', async () => {
    const { sub, email } = known();
    await server.createUser({ email });
    const [mine, other] = [await begin(), await begin()];
    const back = await provider.visit(mine.url, sub);
    const finish = (body: object, from = '127.0.0.1') =>
      server.api().post('/sso/callback/', body, { 'X-Forwarded-For': from });
    // Somebody else's answer in my browser, mine with a changed state, mine from another address.
    expect(refusalOf(await finish({ challenge: other.challenge, ...back }))).toContain('Start again');
    expect(refusalOf(await finish({ challenge: mine.challenge, ...back, state: 'x' }))).toContain(
      'Start again',
    );
    expect((await finish({ challenge: mine.challenge, ...back }, '203.0.113.8')).body).toHaveProperty(
      'challenge',
    );
    expect(await finish({ challenge: mine.challenge, ...back })).toMatchObject({ status: 200 });
    expect((await finish({ challenge: mine.challenge, ...back })).body).toHaveProperty('challenge');
  });
  it('does not count where somebody came back: a whole office signs in behind one address', async () => {
    const { sub, email } = known();
    await server.createUser({ email });
    const counted = async () =>
      (await server.db.selectFrom('throttle_hits').select('id').where('scope', '=', 'sso_address').execute())
        .length;
    const before = await counted();
    const api = server.api((await signOn(sub)).body.token);
    const { challenge, url } = (await api.post('/me/confirm/sso/')).body;
    const back = await provider.visit(url, sub);
    expect(await api.post('/me/confirm/', { sso: { challenge, ...back } })).toMatchObject({ status: 200 });
    expect(await counted()).toBe(before);
    await begin();
    expect(await counted()).toBe(before + 1);
  });
  it('is worth nothing with a code of another round trip: its verifier does not fit', async () => {
    const { sub, email } = known();
    await server.createUser({ email });
    const [mine, theirs] = [await begin(), await begin()];
    const [back, stolen] = [await provider.visit(mine.url, sub), await provider.visit(theirs.url, sub)];
    const answer = await server
      .api()
      .post('/sso/callback/', { challenge: mine.challenge, ...back, code: stolen.code });
    expect([answer.status, refusalOf(answer)]).toEqual([400, expect.stringContaining('Start again')]);
  });
  it('does not name another issuer', async () => {
    const { sub, email } = known();
    await server.createUser({ email });
    const { challenge, url } = await begin();
    const back = await provider.visit(url, sub);
    const answer = await server
      .api()
      .post('/sso/callback/', { challenge, ...back, iss: 'https://elsewhere.example' });
    expect(refusalOf(answer)).toContain('Start again');
  });
});

describe('a user signed in by it', () => {
  it('confirms again by signing in there once more, as themselves', async () => {
    const { sub, email } = known();
    await server.createUser({ email });
    const api = server.api((await signOn(sub)).body.token);
    const old = { confirmed_at: new Date(Date.now() - 11 * 60_000) };
    await server.db.updateTable('tokens').set(old).execute();
    expect(await api.post('/me/second-factor/totp/')).toMatchObject({ status: 401 });
    expect((await api.post('/me/confirm/options/')).body.methods).toContain('sso');
    const again = async (who: string) => {
      const { challenge, url } = (await api.post('/me/confirm/sso/')).body;
      expect(new URL(url).searchParams.get('prompt')).toBe('login');
      return api.post('/me/confirm/', { sso: { challenge, ...(await provider.visit(url, who)) } });
    };
    expect(await again(known().sub)).toMatchObject({ status: 400 });
    // A round trip started for signing in cannot confirm.
    const visit = await begin();
    const back = await provider.visit(visit.url, sub);
    expect(await api.post('/me/confirm/', { sso: { challenge: visit.challenge, ...back } })).toMatchObject({
      status: 400,
    });
    expect(await api.post('/me/second-factor/totp/')).toMatchObject({ status: 401 });
    const proved = await again(sub);
    expect(proved).toMatchObject({ status: 200 });
    const renewed = server.api(proved.headers.get('x-session-token') ?? '');
    expect(await renewed.post('/me/second-factor/totp/')).toMatchObject({ status: 200 });
  });
  it('signs out there too, with what the provider gave; others only here', async () => {
    const { sub, email } = known();
    const user = await server.createUser({ email });
    const { token } = (await signOn(sub)).body;
    const kept = await server.db
      .selectFrom('tokens')
      .select('sso_id_token')
      .where('sso_id_token', 'is not', null)
      .execute();
    expect(kept.every(({ sso_id_token }) => sso_id_token?.startsWith('v1.'))).toBe(true);
    const { url } = (await server.api(token).post('/sso/logout/')).body;
    const signInUrl = new URL(url);
    expect(signInUrl.origin + signInUrl.pathname).toBe(`${provider.issuer}/session/end`);
    expect(signInUrl.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/login`);
    expect((await fetch(url)).status).toBe(200);
    expect(await server.api(token).get('/me/')).toMatchObject({ status: 401 });
    expect((await user.api.post('/sso/logout/')).body).toEqual({ url: null });
    expect(await user.api.get('/me/')).toMatchObject({ status: 401 });
  });
  it('stands in the audit log: linked, signed in, refused, by name and address', async () => {
    const { sub, email } = known();
    const user = await server.createUser({ email });
    await signOn(sub);
    const stranger = known();
    await signOn(stranger.sub);
    await expect
      .poll(async () => {
        const rows = await server.db
          .selectFrom('audit')
          .leftJoin('audit_personal', 'audit_personal.audit_id', 'audit.id')
          .select(['action', 'entity_id'])
          .orderBy('audit.id', 'desc')
          .limit(10)
          .execute();
        return rows.map(({ action, entity_id }) => `${action} ${entity_id}`);
      })
      .toEqual(
        expect.arrayContaining([`sso_linked ${user.id}`, `sign_in ${user.id}`, 'sign_in_failed null']),
      );
  });
});

describe('a provider', () => {
  it('that is away is said, and holds nothing up', async () => {
    const away = await startTestServer({
      env: { ROLES: 'web', OIDC_ISSUER: 'http://127.0.0.1:9/', OIDC_CLIENT_ID: 'x' },
    });
    try {
      const answer = await away.api().post('/sso/');
      expect([answer.status, answer.body.code]).toEqual([503, 'sso_unreachable']);
      expect(await away.api().get('/meta/')).toMatchObject({ body: { sso: { label: null } } });
    } finally {
      await away.stop();
    }
  });
});
