import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenIdProvider, startOpenIdProvider } from '../../../testing/openid-provider.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { addPerson } from './testing.ts';

let provider: OpenIdProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  server = await startTestServer({ env: { ROLES: 'web', ...provider.env } });
  provider.serve(server.url);
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const PATH = '/sso/backchannel-logout/';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Somebody with an account here, signed in from one browser at the provider or several. */
async function person() {
  const { sub, email } = addPerson(provider);
  const user = await server.createUser({ email });
  const signIn = async () => {
    const { challenge, url } = (await server.api().post('/sso/')).body;
    const { token } = (
      await server.api().post('/sso/callback/', { challenge, ...(await provider.visit(url, sub)) })
    ).body;
    const { sso_sid } = await server.db
      .selectFrom('tokens')
      .select('sso_sid')
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { sid: sso_sid ?? '', isOpen: async () => (await server.api(token).get('/me/')).status === 200 };
  };
  return { sub, user, signIn };
}
const seconds = (ago = 0) => Math.floor(Date.now() / 1000) - ago;
const claimsOf = (more: object) => ({
  iss: provider.issuer,
  aud: 'aerowatch',
  iat: seconds(),
  exp: seconds(-120),
  jti: randomUUID(),
  events: { [EVENT]: {} },
  ...more,
});
const send = (logout_token: string) => server.api().post(PATH, { logout_token });
const asForm = (logout_token: string) =>
  fetch(`${server.url}/api${PATH}`, { method: 'POST', body: new URLSearchParams({ logout_token }) });

describe('back-channel logout', () => {
  it('ends the session that the provider names, sent by a provider that is not ours', async () => {
    const { sub, user, signIn } = await person();
    const [one, other] = [await signIn(), await signIn()];
    expect(one.sid).not.toBe('');
    expect(one.sid).not.toBe(other.sid);
    await provider.signOut(sub, one.sid);
    expect([await one.isOpen(), await other.isOpen()]).toEqual([false, true]);
    const entry = await server.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'entity_id'])
      .where('entity_id', '=', user.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'sign_out', user_id: null, entity_id: user.id });
    // The password opens sessions of this console, which the provider did not begin.
    expect((await user.api.get('/me/')).status).toBe(200);
  });

  it('ends every session of a person by sub, and one by sid alone; no other', async () => {
    const [ada, bo] = [await person(), await person()];
    const [first, second, foreign] = [await ada.signIn(), await ada.signIn(), await bo.signIn()];
    const bySid = await asForm(provider.sign(claimsOf({ sid: first.sid })));
    expect([bySid.status, bySid.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect([await first.isOpen(), await second.isOpen()]).toEqual([false, true]);
    const third = await ada.signIn();
    expect((await send(provider.sign(claimsOf({ sub: ada.sub })))).status).toBe(200);
    expect([await second.isOpen(), await third.isOpen(), await foreign.isOpen()]).toEqual([
      false,
      false,
      true,
    ]);
    // Somebody else's session is not ended by a sub that has none like it.
    expect((await send(provider.sign(claimsOf({ sub: ada.sub, sid: foreign.sid })))).status).toBe(200);
    expect(await foreign.isOpen()).toBe(true);
    expect((await send(provider.sign(claimsOf({ sub: 'nobody known here' })))).status).toBe(200);
  });

  it('closes the stream of events of a session that ended', async () => {
    const { sub, user } = await person();
    const { challenge, url } = (await server.api().post('/sso/')).body;
    const { token } = (
      await server.api().post('/sso/callback/', { challenge, ...(await provider.visit(url, sub)) })
    ).body;
    const stream = await fetch(`${server.url}/api/events/`, { headers: { Authorization: `Token ${token}` } });
    expect(stream.status).toBe(200);
    const ended = stream.text().then(
      () => true,
      () => true,
    );
    expect((await send(provider.sign(claimsOf({ sub })))).status).toBe(200);
    expect(await Promise.race([ended, new Promise((done) => setTimeout(done, 5000, false))])).toBe(true);
    expect(user.id).toBeGreaterThan(0);
  });

  it('refuses what is no logout token of this provider for this console', async () => {
    const { sub, signIn } = await person();
    const session = await signIn();
    const good = claimsOf({ sub });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signed = provider.sign(good).split('.').slice(0, 2).join('.');
    const forged = `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    const unsigned = `${Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')}.${signed.split('.')[1]}.`;
    const without = (name: string) =>
      provider.sign(Object.fromEntries(Object.entries(good).filter(([key]) => key !== name)));
    const wrong: Record<string, string> = {
      'another key': forged,
      'no signature': unsigned,
      'an algorithm with a shared secret': provider.sign(good, { alg: 'HS256' }),
      'an unknown key': provider.sign(good, { kid: 'unknown' }),
      'another issuer': provider.sign({ ...good, iss: 'https://id.example' }),
      'another console': provider.sign({ ...good, aud: 'somebody else' }),
      'too old': provider.sign({ ...good, iat: seconds(3600) }),
      expired: provider.sign({ ...good, exp: seconds(600) }),
      'from tomorrow': provider.sign({ ...good, iat: seconds(-86_400), exp: seconds(-90_000) }),
      'an ID token': provider.sign({ ...good, events: undefined, nonce: 'n' }),
      'a nonce': provider.sign({ ...good, nonce: 'n' }),
      'another event': provider.sign({ ...good, events: { 'https://id.example/event': {} } }),
      'an event that is no object': provider.sign({ ...good, events: { [EVENT]: true } }),
      'another type': provider.sign(good, { typ: 'at+jwt' }),
      nobody: provider.sign({ ...good, sub: undefined }),
      'an empty sub': provider.sign({ ...good, sub: '' }),
      'no jti': without('jti'),
      'no exp': without('exp'),
      'no iat': without('iat'),
      'no text': 'x',
    };
    for (const [name, token] of Object.entries(wrong)) {
      const answer = await send(token);
      expect([name, answer.status, 'logout_token' in answer.body]).toEqual([name, 400, true]);
    }
    expect(await session.isOpen()).toBe(true);
    expect((await send(provider.sign(good))).status).toBe(200);
    expect(await session.isOpen()).toBe(false);
  });

  it('takes a form here alone, and answers others as before', async () => {
    const answer = await fetch(`${server.url}/api/api-token-auth/`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'a', password: 'b' }),
    });
    expect(answer.status).toBe(415);
    expect((await asForm('')).status).toBe(400);
  });

  it('is refused where no provider is set up', async () => {
    const plain = await startTestServer({ env: { ROLES: 'web' } });
    try {
      expect((await plain.api().post(PATH, { logout_token: 'x' })).status).toBe(409);
    } finally {
      await plain.stop();
    }
  });
});
