import { describe, expect, it } from 'vitest';
import { makeAuthenticator } from '../../../../testing/authenticator.ts';
import { makeStage } from '../testing.ts';

const stage = await makeStage();
const { server } = stage;

describe('a passkey', () => {
  const origin = () => server.url.replace('127.0.0.1', 'localhost');
  /** A person with a passkey, and the authenticator that holds it. */
  async function withPasskey() {
    const user = await stage.person();
    const authenticator = makeAuthenticator();
    const { challenge, options } = (await user.api.post('/me/passkeys/')).body;
    const response = authenticator.create(options, origin());
    const made = await user.api.post('/me/passkeys/', { challenge, name: 'Desk', response });
    expect([made.status, made.body.recovery_codes?.length]).toEqual([200, 10]);
    return { user, authenticator };
  }
  const ask = async () => (await server.api().post('/passkey-options/')).body;
  it('signs in alone, or after the password, and is asked to verify who holds it', async () => {
    const { user, authenticator } = await withPasskey();
    const alone = await ask();
    expect(alone.passkey).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const passkey = authenticator.get(alone.passkey, origin());
    expect((await stage.finish({ challenge: alone.challenge, passkey })).body.user.id).toBe(user.id);
    const { challenge, methods, passkey: options } = (await stage.signIn(user.email)).body.second_factor;
    expect(methods).toEqual(['passkey', 'recovery']);
    expect(await stage.told('passkey_added', user.id)).toMatchObject([{ changes: { name: { to: 'Desk' } } }]);
    const second = await stage.finish({ challenge, passkey: authenticator.get(options, origin()) });
    expect(second).toMatchObject({ status: 200 });
  });
  it.each([
    ['of another origin', { origin: 'https://aerowatch.example.evil' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['over another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['with nobody verified', { unverified: true }],
    ['with a counter that stands still', { counter: 1 }],
  ])('is none when forged: %s', async (_name, forged) => {
    const { authenticator } = await withPasskey();
    const first = await ask();
    const right = authenticator.get(first.passkey, origin());
    expect(await stage.finish({ challenge: first.challenge, passkey: right })).toMatchObject({ status: 200 });
    const { challenge, passkey } = await ask();
    expect(
      await stage.finish({ challenge, passkey: authenticator.get(passkey, origin(), forged) }),
    ).toMatchObject({
      status: 400,
      body: { passkey: ['Incorrect, or already used'] },
    });
    // A valid answer cannot be reused, neither for the next challenge nor for the same one.
    expect(await stage.finish({ challenge, passkey: right })).toMatchObject({ status: 400 });
    expect(await stage.finish({ challenge: first.challenge, passkey: right })).toMatchObject({ status: 400 });
    const again = await stage.finish({ challenge, passkey: authenticator.get(passkey, origin()) });
    expect(again).toMatchObject({ status: 200 });
  });
  it.each(['alone', 'confirm'])(
    'answers its challenge once, also five times at the same moment: %s',
    async (by) => {
      const { user, authenticator } = await withPasskey();
      const { challenge, passkey } =
        by === 'alone' ? await ask() : (await user.api.post('/me/confirm/options/')).body;
      const answer = { challenge, passkey: authenticator.get(passkey, origin(), { counter: 9 }) };
      const send = () => (by === 'alone' ? stage.finish(answer) : user.api.post('/me/confirm/', answer));
      const all = await Promise.all(Array.from({ length: 5 }, send));
      expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
      expect(await send()).toMatchObject({ status: 400 });
    },
  );
  it('of somebody else is no second factor, and none is kept that was made elsewhere', async () => {
    const { user } = await withPasskey();
    const other = await withPasskey();
    const { challenge, passkey } = (await stage.signIn(user.email)).body.second_factor;
    const theirs = other.authenticator.get(passkey, origin());
    expect(await stage.finish({ challenge, passkey: theirs })).toMatchObject({ status: 400 });
    for (const forged of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { unverified: true },
    ]) {
      const begun = (await user.api.post('/me/passkeys/')).body;
      const response = makeAuthenticator().create(begun.options, origin(), forged);
      const kept = await user.api.post('/me/passkeys/', { challenge: begun.challenge, name: 'x', response });
      expect(kept).toMatchObject({ status: 400 });
    }
    expect((await user.api.get('/me/passkeys/')).body.results).toHaveLength(1);
  });
});
