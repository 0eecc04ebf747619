import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { connect } from '../../platform/database/connection/connect.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { makeLog } from '../../platform/log/log.ts';
import { system } from '../../platform/viewer.ts';
import { insertReset } from '../credentials/store-sessions.ts';
import { hashRecoveryCode, newSalt } from './recovery.ts';
import { saltOfCodes, takeCode } from './store-factors.ts';
import { makeStage } from './testing.ts';

const stage = await makeStage();
const { server } = stage;

describe('an authenticator', () => {
  it('is set up by a first code, and answers ten recovery codes once', async () => {
    const user = await stage.person();
    const before = (await user.api.get('/me/second-factor/')).body;
    expect(before).toMatchObject({ required: false, totp: null, passkeys: 0, recovery_codes: 0 });
    const begun = await user.api.post('/me/second-factor/totp/');
    expect(begun.body.uri).toContain(encodeURIComponent(user.email));
    expect(begun.body.qr).toMatch(/^<svg/);
    expect((await stage.signIn(user.email)).body).toHaveProperty('token');
    const wrong = await user.api.post('/me/second-factor/totp/', { code: '000000' });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['code']]);
    const { codes } = await stage.withTotp(user);
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
    const user = await stage.person();
    const { secret } = await stage.withTotp(user);
    const wrong = await server.api().post('/api-token-auth/', { username: user.email, password: 'x' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { non_field_errors: ['An error occurred. Verify your username and password.'] },
    ]);
    const { body, status } = await stage.signIn(user.email);
    expect([status, Object.keys(body), body.second_factor.methods]).toEqual([
      200,
      ['second_factor'],
      ['totp', 'recovery'],
    ]);
    const { challenge } = body.second_factor;
    const code = stage.codeOf(secret);
    const signed = await stage.finish({ challenge, totp: code });
    expect(signed.body).toMatchObject({ user: { id: user.id } });
    expect(await server.api(signed.body.token).get('/me/')).toMatchObject({ status: 200 });
    expect(await stage.finish({ challenge, totp: code })).toMatchObject({ status: 400 });
    const again = (await stage.signIn(user.email)).body.second_factor.challenge;
    expect(await stage.finish({ challenge: again, totp: code })).toMatchObject({
      status: 400,
      body: { totp: ['Incorrect, or already used'] },
    });
    // One step of drift: the code of the next thirty seconds, from a fast clock.
    expect(
      await stage.finish({ challenge: again, totp: stage.codeOf(secret, stage.now() + 30_000) }),
    ).toMatchObject({
      status: 200,
    });
  });
  it('gives one code to one of two who use it at the same moment', async () => {
    const user = await stage.person();
    const { secret } = await stage.withTotp(user);
    const challenges = await Promise.all(
      [1, 2].map(async () => (await stage.signIn(user.email)).body.second_factor.challenge),
    );
    const both = await Promise.all(
      challenges.map((challenge) => stage.finish({ challenge, totp: stage.codeOf(secret) })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
  it('is replaced by a recovery code, once', async () => {
    const user = await stage.person();
    const { codes } = await stage.withTotp(user);
    const ask = async () => (await stage.signIn(user.email)).body.second_factor.challenge;
    const recovery = codes[3]?.toUpperCase();
    expect(await stage.finish({ challenge: await ask(), recovery })).toMatchObject({ status: 200 });
    expect(await stage.finish({ challenge: await ask(), recovery })).toMatchObject({ status: 400 });
    const left = await user.api.get('/me/second-factor/');
    expect(left.body.recovery_codes).toBe(9);
    const renewed = (await user.api.post('/me/second-factor/recovery-codes/')).body.recovery_codes;
    expect(await stage.finish({ challenge: await ask(), recovery: codes[4] })).toMatchObject({ status: 400 });
    expect(await stage.finish({ challenge: await ask(), recovery: renewed[0] })).toMatchObject({
      status: 200,
    });
  });
  it('is removed by its owner, with its recovery codes', async () => {
    const user = await stage.person();
    await stage.withTotp(user);
    expect(await user.api.delete('/me/second-factor/totp/')).toMatchObject({ status: 204 });
    expect((await stage.signIn(user.email)).body).toHaveProperty('token');
    expect((await user.api.get('/me/second-factor/')).body).toMatchObject({ totp: null, recovery_codes: 0 });
    expect(await user.api.post('/me/second-factor/recovery-codes/')).toMatchObject({ status: 400 });
  });
  it('is still asked for after a new password by a link', async () => {
    const user = await stage.person();
    const { secret } = await stage.withTotp(user);
    const token = newSecret();
    await insertReset(server.db, user.id, sha256(token), stage.date(), new Date(stage.now() + 60_000));
    const chosen = 'seven gulls above the mast';
    const set = await server
      .api()
      .post('/reset-password/', { uid: String(user.id), token, new_password: chosen });
    expect(set.status).toBe(200);
    const asked = await server.api().post('/api-token-auth/', { username: user.email, password: chosen });
    expect(Object.keys(asked.body)).toEqual(['second_factor']);
    const { challenge } = asked.body.second_factor;
    expect(await stage.finish({ challenge, totp: stage.codeOf(secret) })).toMatchObject({ status: 200 });
  });
  it('confirms again what asks for it', async () => {
    const user = await stage.person();
    const { secret } = await stage.withTotp(user);
    const options = (await user.api.post('/me/confirm/options/')).body;
    expect(options.methods).toEqual(['password', 'totp', 'recovery']);
    await server.db
      .updateTable('tokens')
      .set({ confirmed_at: null })
      .where('user_id', '=', user.id)
      .execute();
    expect(await user.api.delete('/me/second-factor/totp/')).toMatchObject({ status: 401 });
    expect(await user.api.post('/me/confirm/', { totp: '000000' })).toMatchObject({ status: 400 });
    const proved = await user.api.post('/me/confirm/', { totp: stage.codeOf(secret) });
    expect(proved).toMatchObject({ status: 200 });
    const renewed = server.api(proved.headers.get('x-session-token') ?? '');
    expect(await renewed.delete('/me/second-factor/totp/')).toMatchObject({ status: 204 });
  });
});

describe('who has none', () => {
  it('signs in as before second factors: one step, one answer, a session that may do everything', async () => {
    const user = await stage.person({ level: 'privileged' });
    const before = await server.db.selectFrom('challenges').select('id').execute();
    const { status, body } = await stage.signIn(user.email);
    expect([status, Object.keys(body).sort()]).toEqual([200, ['device', 'token', 'user']]);
    expect((await server.api(body.token).get('/me/')).body).toMatchObject(body.user);
    for (const path of ['/boxes/', '/users/', '/keys/'])
      expect([path, (await server.api(body.token).get(path)).status]).toEqual([path, 200]);
    expect(await server.db.selectFrom('challenges').select('id').execute()).toEqual(before);
    const wrong = await server.api().post('/api-token-auth/', { username: user.email, password: 'x' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { non_field_errors: ['An error occurred. Verify your username and password.'] },
    ]);
  });
});

describe('a challenge', () => {
  it('takes five tries, and ends after five minutes', async () => {
    const user = await stage.person();
    const { secret } = await stage.withTotp(user);
    const { challenge } = (await stage.signIn(user.email)).body.second_factor;
    for (let tries = 0; tries < 5; tries += 1)
      expect((await stage.finish({ challenge, totp: '000000' })).body).toHaveProperty('totp');
    expect((await stage.finish({ challenge, totp: stage.codeOf(secret) })).body).toHaveProperty('challenge');
    const late = (await stage.signIn(user.email)).body.second_factor.challenge;
    stage.pass(5 * 60_000 + 1000);
    expect((await stage.finish({ challenge: late, totp: stage.codeOf(secret) })).body).toHaveProperty(
      'challenge',
    );
  });
  it('that is answered wrongly stands in the audit log with whose account it is', async () => {
    const user = await stage.person();
    await stage.withTotp(user);
    const { challenge } = (await stage.signIn(user.email)).body.second_factor;
    expect((await stage.finish({ challenge, totp: '000000' })).status).toBe(400);
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
    const user = await stage.person();
    const { secret } = await stage.withTotp(user);
    const { challenge } = (await stage.signIn(user.email)).body.second_factor;
    const elsewhere = await server
      .api()
      .post(
        '/second-factor/',
        { challenge, totp: stage.codeOf(secret) },
        { 'X-Forwarded-For': '203.0.113.9' },
      );
    expect(elsewhere.body).toHaveProperty('challenge');
    expect(await stage.finish({ challenge, totp: stage.codeOf(secret) })).toMatchObject({ status: 200 });
  });
  it('counts for the throttle, and a right password does not set it back', async () => {
    const user = await stage.person();
    await stage.withTotp(user);
    const from = { 'X-Forwarded-For': '203.0.113.77' };
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const asked = await server
        .api()
        .post('/api-token-auth/', { username: user.email, password: stage.password }, from);
      statuses.push(asked.status);
      if (asked.status !== 200) break;
      const { challenge } = asked.body.second_factor;
      statuses.push((await server.api().post('/second-factor/', { challenge, totp: '000000' }, from)).status);
    }
    expect(statuses).toContain(429);
    expect(statuses.length).toBeLessThanOrEqual(11);
  });
});

describe('what the audit log tells of it', () => {
  const device = 'Firefox/140';
  const from = { 'User-Agent': device };
  const seen = { address: '127.0.0.1', device };

  it('is each factor that was set or taken away, from which address and device', async () => {
    const user = await stage.person();
    const ask = (code?: string) =>
      user.api.post('/me/second-factor/totp/', code === undefined ? undefined : { code }, from);
    const { secret } = (await ask()).body;
    await ask(stage.codeOf(secret));
    await user.api.post('/me/second-factor/recovery-codes/', {}, from);
    await user.api.delete('/me/second-factor/totp/', from);
    for (const action of ['totp_set', 'recovery_codes', 'totp_removed'])
      expect(await stage.told(action, user.id), action).toMatchObject([{ user_id: user.id, ...seen }]);
  });
  it('is by what somebody came in, who failed at the second step, and who proved again to be there', async () => {
    const user = await stage.person();
    const { secret, codes } = await stage.withTotp(user);
    const ask = async () => (await stage.signIn(user.email, from)).body.second_factor.challenge;
    const challenge = await ask();
    await stage.finish({ challenge, totp: '000000' }, from);
    await stage.finish({ challenge, totp: stage.codeOf(secret) }, from);
    await stage.finish({ challenge: await ask(), recovery: codes[0] }, from);
    await user.api.post('/me/confirm/', { password: 'not it' }, from);
    await user.api.post('/me/confirm/', { password: stage.password }, from);
    const by = async (action: string) =>
      (await stage.told(action, user.id)).map(({ changes, ...rest }) => ({
        ...rest,
        method: (changes as { method: { to: string } }).method.to,
      }));
    await expect.poll(() => by('confirm')).toMatchObject([{ ...seen, method: 'password' }]);
    expect(await by('confirm_failed')).toMatchObject([{ ...seen, method: 'password' }]);
    expect(await by('sign_in')).toMatchObject([
      { ...seen, method: 'totp' },
      { ...seen, method: 'recovery' },
    ]);
    const failed = await server.db
      .selectFrom('audit_told')
      .selectAll()
      .where('action', '=', 'sign_in_failed')
      .where('entity_name', '=', user.email)
      .execute();
    expect(failed).toMatchObject([{ ...seen, changes: { method: { to: 'totp' } } }]);
  });
});

it('recovery codes of before are hashed as passwords are, and count as they did', async () => {
  const all = await readMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)));
  const [code, plain] = ['k3vf-9mqa-x2tz', 'k3vf9mqax2tz'];
  const database = await freshDatabase();
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=before');
  const { db, close } = connect(url.href, makeLog('error'), { max: 1 });
  try {
    await sql`create schema before`.execute(db);
    await migrate(
      db,
      all.filter(({ name }) => name < '0250'),
    );
    const { rows } = await sql<{ id: number }>`
      insert into users (email, password_hash, first_name, last_name) values ('old@example.com', '', '', '') returning id`.execute(
      db,
    );
    const user = rows[0]!.id;
    const before = createHash('sha256').update(`recovery:${plain}`).digest();
    await sql`insert into recovery_codes (user_id, hash) values (${user}, ${before})`.execute(db);
    await migrate(db, all);
    const salt = (await saltOfCodes(db, system, user))!;
    expect(await takeCode(db, user, before, new Date())).toBe(false);
    expect(await takeCode(db, user, await hashRecoveryCode(code, newSalt()), new Date())).toBe(false);
    expect(await takeCode(db, user, await hashRecoveryCode(code, salt), new Date())).toBe(true);
    expect(await takeCode(db, user, await hashRecoveryCode(code, salt), new Date())).toBe(false);
  } finally {
    await close();
    await database.drop();
  }
});
