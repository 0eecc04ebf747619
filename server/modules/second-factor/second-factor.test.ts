import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionRules } from '../../platform/http/store-credentials.ts';
import { makeAuthenticator } from '../../testing/authenticator.ts';
import { startTestServer, type TestServer } from '../../testing.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { removeFactorsOf } from './operator.ts';

const PASSWORD = 'nine weights on a wheel';
let server: TestServer;
let hash: string;
/** The server's own time, moved by hand: codes live thirty seconds. */
let offset = 0;
const now = () => Date.now() + offset;
beforeAll(async () => {
  hash = await hashPassword(PASSWORD);
  server = await startTestServer({
    env: { ROLES: 'web' },
    clock: { now, date: () => new Date(now()) } as never,
  });
});
afterAll(() => server?.stop());

const person = (more: object = {}) => server.createUser({ password_hash: hash, ...more });
type Person = Awaited<ReturnType<typeof person>>;
const codeOf = (secret: string, at = now()) => new TOTP({ secret }).generate({ timestamp: at });
const signIn = (email: string) =>
  server.api().post('/api-token-auth/', { username: email, password: PASSWORD });
const finish = (body: object) => server.api().post('/second-factor/', body);
/** Somebody with an authenticator: its secret, and the recovery codes. */
async function withTotp(user: Person) {
  const { secret, uri, qr } = (await user.api.post('/me/second-factor/totp/')).body;
  const done = await user.api.post('/me/second-factor/totp/', { code: codeOf(secret) });
  // The code that confirmed is used: the next one is thirty seconds away.
  offset += 30_000;
  return { secret: secret as string, uri, qr, codes: done.body.recovery_codes as string[] };
}

describe('an authenticator', () => {
  it('is set up by a first code, and answers ten recovery codes once', async () => {
    const user = await person();
    const before = (await user.api.get('/me/second-factor/')).body;
    expect(before).toMatchObject({ required: false, totp: null, passkeys: 0, recovery_codes: 0 });
    const begun = await user.api.post('/me/second-factor/totp/');
    expect(begun.body.uri).toContain(encodeURIComponent(user.email));
    expect(begun.body.qr).toMatch(/^<svg/);
    expect((await signIn(user.email)).body).toHaveProperty('token');
    const wrong = await user.api.post('/me/second-factor/totp/', { code: '000000' });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['code']]);
    const { codes } = await withTotp(user);
    expect(new Set(codes).size).toBe(10);
    expect((await user.api.get('/me/second-factor/')).body).toMatchObject({ recovery_codes: 10 });
    const { secret } = await server.db
      .selectFrom('totp_factors')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(secret).toMatch(/^v1\./);
    const stored = await server.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(codes[0]);
  });
  it('is asked for after a right password alone, and a code is good once', async () => {
    const user = await person();
    const { secret } = await withTotp(user);
    const wrong = await server.api().post('/api-token-auth/', { username: user.email, password: 'x' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { non_field_errors: ['An error occurred. Verify your username and password.'] },
    ]);
    const { body, status } = await signIn(user.email);
    expect([status, Object.keys(body), body.second_factor.methods]).toEqual([
      200,
      ['second_factor'],
      ['totp', 'recovery'],
    ]);
    const { challenge } = body.second_factor;
    const code = codeOf(secret);
    const signed = await finish({ challenge, totp: code });
    expect(signed.body).toMatchObject({ user: { id: user.id } });
    expect(await server.api(signed.body.token).get('/me/')).toMatchObject({ status: 200 });
    expect(await finish({ challenge, totp: code })).toMatchObject({ status: 400 });
    const again = (await signIn(user.email)).body.second_factor.challenge;
    expect(await finish({ challenge: again, totp: code })).toMatchObject({
      status: 400,
      body: { totp: ['This is not right, or was used already'] },
    });
    // A step of drift: the code of the next thirty seconds, by a clock that is fast.
    expect(await finish({ challenge: again, totp: codeOf(secret, now() + 30_000) })).toMatchObject({
      status: 200,
    });
  });
  it('gives one code to one of two who use it at the same moment', async () => {
    const user = await person();
    const { secret } = await withTotp(user);
    const challenges = await Promise.all(
      [1, 2].map(async () => (await signIn(user.email)).body.second_factor.challenge),
    );
    const both = await Promise.all(
      challenges.map((challenge) => finish({ challenge, totp: codeOf(secret) })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
  it('is replaced by a recovery code, once', async () => {
    const user = await person();
    const { codes } = await withTotp(user);
    const ask = async () => (await signIn(user.email)).body.second_factor.challenge;
    const recovery = codes[3]?.toUpperCase();
    expect(await finish({ challenge: await ask(), recovery })).toMatchObject({ status: 200 });
    expect(await finish({ challenge: await ask(), recovery })).toMatchObject({ status: 400 });
    const left = await user.api.get('/me/second-factor/');
    expect(left.body.recovery_codes).toBe(9);
    const renewed = (await user.api.post('/me/second-factor/recovery-codes/')).body.recovery_codes;
    expect(await finish({ challenge: await ask(), recovery: codes[4] })).toMatchObject({ status: 400 });
    expect(await finish({ challenge: await ask(), recovery: renewed[0] })).toMatchObject({ status: 200 });
  });
  it('is removed by its owner, with its recovery codes', async () => {
    const user = await person();
    await withTotp(user);
    expect(await user.api.delete('/me/second-factor/totp/')).toMatchObject({ status: 204 });
    expect((await signIn(user.email)).body).toHaveProperty('token');
    expect((await user.api.get('/me/second-factor/')).body).toMatchObject({ totp: null, recovery_codes: 0 });
    expect(await user.api.post('/me/second-factor/recovery-codes/')).toMatchObject({ status: 400 });
  });
  it('confirms again what asks for it', async () => {
    const user = await person();
    const { secret } = await withTotp(user);
    const options = (await user.api.post('/me/confirm/options/')).body;
    expect(options.methods).toEqual(['password', 'totp', 'recovery']);
    await server.db
      .updateTable('tokens')
      .set({ confirmed_at: null })
      .where('user_id', '=', user.id)
      .execute();
    expect(await user.api.delete('/me/second-factor/totp/')).toMatchObject({ status: 401 });
    expect(await user.api.post('/me/confirm/', { totp: '000000' })).toMatchObject({ status: 400 });
    expect(await user.api.post('/me/confirm/', { totp: codeOf(secret) })).toMatchObject({ status: 200 });
    expect(await user.api.delete('/me/second-factor/totp/')).toMatchObject({ status: 204 });
  });
});

describe('a challenge', () => {
  it('takes five tries, and ends after five minutes', async () => {
    const user = await person();
    const { secret } = await withTotp(user);
    const { challenge } = (await signIn(user.email)).body.second_factor;
    for (let tries = 0; tries < 5; tries += 1)
      expect((await finish({ challenge, totp: '000000' })).body).toHaveProperty('totp');
    expect((await finish({ challenge, totp: codeOf(secret) })).body).toHaveProperty('challenge');
    const late = (await signIn(user.email)).body.second_factor.challenge;
    offset += 5 * 60_000 + 1000;
    expect((await finish({ challenge: late, totp: codeOf(secret) })).body).toHaveProperty('challenge');
  });
  it('that is answered wrongly stands in the audit log with whose account it is', async () => {
    const user = await person();
    await withTotp(user);
    const { challenge } = (await signIn(user.email)).body.second_factor;
    expect((await finish({ challenge, totp: '000000' })).status).toBe(400);
    const failed = () =>
      server.db
        .selectFrom('audit_told')
        .select('entity_name')
        .where('action', '=', 'sign_in_failed')
        .where('entity_id', '=', user.id)
        .execute();
    await expect.poll(failed).toEqual([{ entity_name: user.email }]);
  });
  it('is answered from where it was asked', async () => {
    const user = await person();
    const { secret } = await withTotp(user);
    const { challenge } = (await signIn(user.email)).body.second_factor;
    const elsewhere = await server
      .api()
      .post('/second-factor/', { challenge, totp: codeOf(secret) }, { 'X-Forwarded-For': '203.0.113.9' });
    expect(elsewhere.body).toHaveProperty('challenge');
    expect(await finish({ challenge, totp: codeOf(secret) })).toMatchObject({ status: 200 });
  });
  it('counts for the throttle, and a right password does not set it back', async () => {
    const user = await person();
    await withTotp(user);
    const from = { 'X-Forwarded-For': '203.0.113.77' };
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const asked = await server
        .api()
        .post('/api-token-auth/', { username: user.email, password: PASSWORD }, from);
      statuses.push(asked.status);
      if (asked.status !== 200) break;
      const { challenge } = asked.body.second_factor;
      statuses.push((await server.api().post('/second-factor/', { challenge, totp: '000000' }, from)).status);
    }
    expect(statuses).toContain(429);
    expect(statuses.length).toBeLessThanOrEqual(11);
  });
});

describe('a passkey', () => {
  const origin = () => server.url.replace('127.0.0.1', 'localhost');
  /** Somebody with one, and the authenticator that holds it. */
  async function withPasskey() {
    const user = await person();
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
    expect((await finish({ challenge: alone.challenge, passkey })).body.user.id).toBe(user.id);
    const { challenge, methods, passkey: options } = (await signIn(user.email)).body.second_factor;
    expect(methods).toEqual(['passkey', 'recovery']);
    const second = await finish({ challenge, passkey: authenticator.get(options, origin()) });
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
    expect(await finish({ challenge: first.challenge, passkey: right })).toMatchObject({ status: 200 });
    const { challenge, passkey } = await ask();
    expect(await finish({ challenge, passkey: authenticator.get(passkey, origin(), forged) })).toMatchObject({
      status: 400,
      body: { passkey: ['This is not right, or was used already'] },
    });
    // What was right once is worth nothing for the next question, nor for the same one.
    expect(await finish({ challenge, passkey: right })).toMatchObject({ status: 400 });
    expect(await finish({ challenge: first.challenge, passkey: right })).toMatchObject({ status: 400 });
    const again = await finish({ challenge, passkey: authenticator.get(passkey, origin()) });
    expect(again).toMatchObject({ status: 200 });
  });
  it('of somebody else is no second factor, and none is kept that was made elsewhere', async () => {
    const { user } = await withPasskey();
    const other = await withPasskey();
    const { challenge, passkey } = (await signIn(user.email)).body.second_factor;
    const theirs = other.authenticator.get(passkey, origin());
    expect(await finish({ challenge, passkey: theirs })).toMatchObject({ status: 400 });
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

/** The server with other rules for sessions, as it would be started with them. */
async function withRules(rules: Partial<SessionRules>, work: () => Promise<void>): Promise<void> {
  const held = server.parts.config.sessions as { -readonly [Key in keyof SessionRules]: SessionRules[Key] };
  const before = { ...held };
  Object.assign(held, rules);
  await work().finally(() => Object.assign(held, before));
}

describe('SECOND_FACTOR', () => {
  it.each([
    ['optional', []],
    ['staff', ['admin']],
    ['privileged', ['admin', 'privileged']],
    ['all', ['admin', 'privileged', 'member', 'observer']],
  ] as const)('%s: without a factor these can only set one up: %j', async (secondFactor, held) => {
    const client = (await server.createClient()).id;
    const levels = ['admin', 'privileged', 'member', 'observer'] as const;
    const people = await Promise.all(levels.map((level) => person({ level, client })));
    await withRules({ secondFactor }, async () => {
      const answers = await Promise.all(people.map(({ api }) => api.get('/boxes/')));
      expect(levels.filter((_, index) => answers[index]?.status === 403)).toEqual(held);
      for (const { status, body } of answers)
        if (status === 403) expect(body.code).toBe('second_factor_required');
      const [admin] = people;
      const { api } = secondFactor === 'optional' ? admin! : { api: (await factored('admin', client)).api };
      const told = (await api.get('/security/')).body;
      expect(told).toMatchObject({ second_factor: secondFactor, session_idle: null, sso: null });
      const ids = told.lacking.map(({ id }: { id: number }) => id);
      expect(levels.filter((_, index) => ids.includes(people[index]!.id))).toEqual(held);
    });
  });
  it('is told of the people that one sees', async () => {
    const client = await server.createClient();
    const manager = await person({ level: 'privileged', client: client.id });
    await person({ client: (await server.createClient()).id });
    await manager.api.patch(`/clients/${client.id}/`, { require_second_factor: true });
    await withTotp(manager);
    const member = await person({ client: client.id });
    expect((await manager.api.get('/security/')).body).toMatchObject({
      people: { count: 2, with_factor: 1, by_sso: 0 },
      lacking: [{ id: member.id, email: member.email }],
      clients: [{ id: client.id, require_second_factor: true }],
    });
  });
  /** Somebody of a level with an authenticator. */
  async function factored(level: 'admin', client: number) {
    const user = await person({ level, client });
    await withTotp(user);
    return user;
  }
});

describe('SESSION_IDLE', () => {
  it('ends a session that nobody used for so long; a tab that is open is nobody', async () => {
    const user = await person();
    const { token } = (await signIn(user.email)).body;
    const api = server.api(token);
    const minute = 60_000;
    await withRules({ idleMs: 10 * minute }, async () => {
      for (let round = 0; round < 3; round += 1) {
        offset += 9 * minute;
        expect(await api.get('/me/')).toMatchObject({ status: 200 });
      }
      offset += 6 * minute;
      expect(await api.get('/me/', { 'X-Unattended': '1' })).toMatchObject({ status: 200 });
      offset += 5 * minute;
      expect(await api.get('/me/')).toMatchObject({ status: 401 });
    });
  });
});

describe('who must have one', () => {
  it('is set by the client: a session can do nothing but set it up', async () => {
    const client = await server.createClient();
    const manager = await person({ client: client.id, level: 'privileged' });
    const member = await person({ client: client.id });
    const ask = (require_second_factor: boolean) =>
      manager.api.patch(`/clients/${client.id}/`, { require_second_factor });
    expect(await manager.api.patch(`/clients/${client.id}/`, { name: 'Ours' })).toMatchObject({
      status: 403,
    });
    expect(await ask(true)).toMatchObject({ status: 200, body: { require_second_factor: true } });
    expect(await member.api.get('/boxes/')).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    const signed = (await signIn(member.email)).body;
    expect(signed.limited).toBe('second_factor_required');
    expect((await member.api.get('/me/')).body.limited).toBe('second_factor_required');
    await withTotp(member);
    expect(await member.api.get('/boxes/')).toMatchObject({ status: 200 });
    expect((await member.api.get('/me/')).body).not.toHaveProperty('limited');
  });
  it('is a printed password to be changed first', async () => {
    const user = await person({ must_change_password: true });
    const { token, limited } = (await signIn(user.email)).body;
    const api = server.api(token);
    expect(limited).toBe('password_change_required');
    expect(await api.get('/boxes/')).toMatchObject({
      status: 403,
      body: { code: 'password_change_required' },
    });
    const changed = await api.post('/me/password/', {
      old_password: PASSWORD,
      new_password: 'seven gulls above the mast',
    });
    expect(changed.status).toBe(204);
    expect(await api.get('/boxes/')).toMatchObject({ status: 200 });
  });
});

describe('factors that are lost', () => {
  it('are removed by who manages the user; both are told, and it is written down', async () => {
    const client = await server.createClient();
    const manager = await person({ client: client.id, level: 'privileged' });
    const user = await person({ client: client.id });
    await withTotp(user);
    const stranger = await person({ client: (await server.createClient()).id, level: 'privileged' });
    expect(await stranger.api.delete(`/users/${user.id}/second-factor/`)).toMatchObject({ status: 404 });
    expect(await manager.api.delete(`/users/${user.id}/second-factor/`)).toMatchObject({ status: 204 });
    expect((await signIn(user.email)).body).toHaveProperty('token');
    const told = await server.db
      .selectFrom('messages')
      .select('user_id')
      .where('kind', '=', 'factors_removed')
      .execute();
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([manager.id, user.id].sort());
    const audit = (await manager.api.get('/audit/?action=remove_second_factor')).body.results;
    expect(audit[0]).toMatchObject({ user: manager.id, entity_id: user.id });
  });
  it('are removed by the operator', async () => {
    const user = await person();
    await withTotp(user);
    expect(await removeFactorsOf(server.db, user.email)).toBe('gone');
    expect(await removeFactorsOf(server.db, user.email)).toBe('none');
    expect(await removeFactorsOf(server.db, 'nobody@example.com')).toBe('nobody');
    expect((await signIn(user.email)).body).toHaveProperty('token');
  });
});

describe('sessions', () => {
  it('are told with device and address, and ended one by one or all others', async () => {
    const user = await person();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const open = async () =>
      (
        await server
          .api()
          .post('/api-token-auth/', { username: user.email, password: PASSWORD }, { 'User-Agent': agent })
      ).body.token as string;
    const [mine, second, third] = [await open(), await open(), await open()];
    const api = server.api(mine);
    const all = (await api.get('/me/sessions/')).body.results;
    expect(all).toHaveLength(4);
    expect(all.filter((one: { current: boolean }) => one.current)).toMatchObject([
      { device: 'Firefox · Linux', address: '127.0.0.1', method: 'password' },
    ]);
    expect(await api.delete(`/me/sessions/${all[0].id}/`)).toMatchObject({ status: 204 });
    expect(await api.delete(`/me/sessions/${all[0].id}/`)).toMatchObject({ status: 404 });
    expect(await server.api(third).get('/me/')).toMatchObject({ status: 401 });
    const strange = (await server.admin.api.get('/me/sessions/')).body.results[0].id;
    expect(await api.delete(`/me/sessions/${strange}/`)).toMatchObject({ status: 404 });
    expect(await api.delete('/me/sessions/')).toMatchObject({ status: 204 });
    expect(await server.api(second).get('/me/')).toMatchObject({ status: 401 });
    expect(await api.get('/me/')).toMatchObject({ status: 200 });
  });
});
