import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { manualClock } from '../../platform/clock.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { usersModule } from '../users/index.ts';
import { sessionModule } from './index.ts';

const PASSWORD = 'tension of the wire 7';
const clock = manualClock(Date.parse('2026-06-01T08:00:00Z'));
/** Each test calls from its own address, because throttles count by address. */
let next = 0;
const from = (address = `10.0.0.${++next}`) => ({ 'X-Forwarded-For': address });
const person = () => server.createUser({ password_hash: hash });
const logIn = (username: string, password: string, headers = from()) =>
  server.api().post('/api-token-auth/', { username, password }, headers);

const server = await testServer({ modules: [sessionModule, usersModule], clock });
const hash = await hashPassword(PASSWORD);
await server.db
  .updateTable('tokens')
  .set({ expires_at: new Date(clock.now() + 6 * 3_600_000) })
  .execute();

describe('signing in', () => {
  it('answers 200 with a token and the profile; e-mail by either name and in any case', async () => {
    const user = await person();
    const one = await logIn(user.email.toUpperCase(), PASSWORD);
    expect(one.status).toBe(200);
    expect(one.body.user).toMatchObject({ id: user.id, email: user.email, groups: [], client: null });
    expect(one.body.user.last_login).toBe('2026-06-01T08:00:00.000Z');
    const two = await server
      .api()
      .post('/api-token-auth/', { email: user.email, password: PASSWORD }, from());
    expect(two.status).toBe(200);
    expect((await server.api(two.body.token).get('/me/')).body.id).toBe(user.id);
  });

  it('keeps tokens as hashes only', async () => {
    const user = await person();
    const { token } = (await logIn(user.email, PASSWORD)).body;
    const rows = await server.db.selectFrom('tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('answers the same for an unknown e-mail, a wrong password and an inactive account', async () => {
    const user = await person();
    const gone = await server.createUser({ password_hash: hash, is_active: false });
    const answers = [
      await logIn('nobody@example.com', PASSWORD),
      await logIn(user.email, 'wrong password 12'),
      await logIn(gone.email, PASSWORD),
      await logIn('a\u0000b', PASSWORD),
    ];
    for (const one of answers) {
      expect(one.status).toBe(400);
      expect(one.body).toEqual({
        non_field_errors: ['An error occurred. Verify your username and password.'],
      });
    }
    const french = await logIn(user.email, 'x', { ...from(), 'Accept-Language': 'fr' } as never);
    expect(french.body.non_field_errors[0]).toBe(
      'Une erreur est survenue. Vérifiez votre identifiant et votre mot de passe.',
    );
  });

  it('takes the same time for an unknown e-mail', async () => {
    const user = await person();
    // Alternating, so that other load on the machine slows both.
    const times: Record<string, number[]> = { [user.email]: [], 'nobody@example.com': [] };
    for (let i = 0; i < 11; i += 1)
      for (const [email, list] of Object.entries(times)) {
        const start = performance.now();
        await logIn(email, 'wrong password 12');
        list.push(performance.now() - start);
        await server.db.deleteFrom('throttle_hits').execute();
      }
    // The fastest of each, because other load on the machine only adds.
    const [known = 0, unknown = 0] = Object.values(times).map((list) => Math.min(...list));
    const ratio = known / unknown;
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('refuses each field that is missing or wrong', async () => {
    const post = (body: unknown) => server.api().post('/api-token-auth/', body, from());
    expect((await post({ password: 'x' })).body).toEqual({ username: ['Required'] });
    expect((await post({ username: 'a' })).body).toEqual({ password: ['Required'] });
    expect((await post({})).body).toEqual({ username: ['Required'], password: ['Required'] });
    expect((await post({ username: 'a', password: 'x', admin: true })).body).toEqual({
      admin: ['Unknown field'],
    });
    expect((await post({ username: 3, password: ['x'] })).status).toBe(400);
  });

  it('ends a session after six hours, on logout, and never by another’s logout', async () => {
    const user = await person();
    const [a, b] = [await logIn(user.email, PASSWORD), await logIn(user.email, PASSWORD)].map((one) =>
      server.api(one.body.token),
    );
    expect((await a?.post('/logout/'))?.status).toBe(204);
    const dead = await a?.get('/me/');
    expect(dead?.status).toBe(401);
    expect(dead?.headers.get('www-authenticate')).toBe('Token');
    clock.advance(6 * 3_600_000 - 1000);
    expect((await b?.get('/me/'))?.status).toBe(200);
    clock.advance(1001);
    expect((await b?.get('/me/'))?.status).toBe(401);
  });
});

describe('throttling', () => {
  it('gives ten failures to an account, then 429 with Retry-After, and forgets in 15 minutes', async () => {
    const user = await person();
    const here = from();
    for (let i = 0; i < 10; i += 1) expect((await logIn(user.email, `wrong ${i}`, here)).status).toBe(400);
    const refused = await logIn(user.email, PASSWORD, here);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    clock.advance(15 * 60_000 + 1);
    expect((await logIn(user.email, PASSWORD, here)).status).toBe(200);
  });

  it('does not lock the owner out for a stranger’s failures from elsewhere', async () => {
    const user = await person();
    const stranger = from();
    for (let i = 0; i < 12; i += 1) await logIn(user.email, `wrong ${i}`, stranger);
    // An evaluated attempt is answered as such: 429 means that nothing was evaluated.
    expect((await logIn(user.email, 'still wrong', from())).status).toBe(400);
    expect((await logIn(user.email, PASSWORD, from())).status).toBe(200);
  });

  it('leaves two tries to a strange network while an account is under attack, all to one it signed in from', async () => {
    const user = await person();
    const home = from();
    expect((await logIn(user.email, PASSWORD, home)).status).toBe(200);
    for (let place = 0; place < 10; place += 1) {
      const there = from();
      await Promise.all(Array.from({ length: 10 }, (_, i) => logIn(user.email, `wrong ${i}`, there)));
    }
    const strange = from();
    for (let i = 0; i < 2; i += 1) expect((await logIn(user.email, `wrong ${i}`, strange)).status).toBe(400);
    expect((await logIn(user.email, PASSWORD, strange)).status).toBe(429);
    // The owner can sign in while travelling, and at home after some failures.
    expect((await logIn(user.email, PASSWORD, from())).status).toBe(200);
    for (let i = 0; i < 5; i += 1) await logIn(user.email, `wrong ${i}`, home);
    expect((await logIn(user.email, PASSWORD, home)).status).toBe(200);
  });

  it('counts a /64 of IPv6 as one address', async () => {
    const statuses: number[] = [];
    for (let i = 1; i <= 52; i += 1)
      statuses.push((await logIn(`nobody-${i}@example.com`, 'x', from(`2001:db8:7:8::${i}`))).status);
    expect(statuses.filter((one) => one === 400)).toHaveLength(50);
    expect((await logIn('nobody@example.com', 'x', from('2001:db8:7:9::1'))).status).toBe(400);
  });

  it('hears the owner on a known device, whoever else fails at the same address', async () => {
    const user = await person();
    const office = from();
    const attempt = (password: string, device?: string) =>
      server.api().post('/api-token-auth/', { username: user.email, password, device }, office);
    const { device } = (await attempt(PASSWORD)).body;
    for (let i = 0; i < 12; i += 1) await attempt(`wrong ${i}`);
    expect((await attempt(PASSWORD)).status).toBe(429);
    expect((await attempt(PASSWORD, 'forged')).status).toBe(429);
    const mine = await attempt(PASSWORD, device);
    expect(mine.status).toBe(200);
    // The device has its own limit of ten failures.
    for (let i = 0; i < 10; i += 1) expect((await attempt(`wrong ${i}`, mine.body.device)).status).toBe(400);
    expect((await attempt(PASSWORD, mine.body.device)).status).toBe(429);
    const other = await person();
    for (let i = 0; i < 10; i += 1) await logIn(other.email, `wrong ${i}`, office);
    const foreign = { username: other.email, password: PASSWORD, device };
    expect((await server.api().post('/api-token-auth/', foreign, office)).status).toBe(429);
  });

  it('lets people in who signed in from an address before, whatever others try from it', async () => {
    const user = await person();
    const office = from();
    await logIn(user.email, PASSWORD, office);
    for (let i = 0; i < 55; i += 1) await logIn(`nobody-${i}@example.com`, 'x', office);
    expect((await logIn('nobody@example.com', 'x', office)).status).toBe(429);
    expect((await logIn(user.email, PASSWORD, office)).status).toBe(200);
  });

  it('gives fifty failures to an address', async () => {
    const here = from();
    for (let i = 0; i < 50; i += 1)
      expect((await logIn(`nobody-${i}@example.com`, 'x', here)).status).toBe(400);
    expect((await logIn('nobody-51@example.com', 'x', here)).status).toBe(429);
  });

  it('counts attempts made at the same moment', async () => {
    const user = await person();
    const here = from();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => logIn(user.email, `wrong ${i}`, here)),
    );
    expect(answers.filter((one) => one.status === 400).length).toBeLessThanOrEqual(10);
  });

  it('names nobody in its table', async () => {
    const rows = await server.db.selectFrom('throttle_hits').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/@|10\.0\.0/);
  });
});

describe('the way back in', () => {
  const ask = (email: string, headers: Record<string, string> = from()) =>
    server.api().post('/reset-password/', { email }, headers);
  const linkOf = async (userId: number) => {
    const row = await server.db
      .selectFrom('messages')
      .selectAll()
      .where('user_id', '=', userId)
      .where('kind', '=', 'reset')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const path = server.parts.vault.open((row.payload as { sealed: string }).sealed, 'messages.payload.path');
    const [, , uid, token] = path.split('/');
    return { uid, token, row };
  };
  const NEW = 'a longer span of wire';

  it('says whether an e-mail exists, in the customer’s words', async () => {
    const user = await person();
    expect((await server.api().post('/check-email/', { email: user.email }, from())).body).toEqual({
      exists: true,
    });
    const unknown = await server.api().post('/check-email/', { email: 'no@example.com' }, from());
    expect([unknown.status, unknown.body.detail]).toEqual([404, 'This email does not exist.']);
    const french = await ask('no@example.com', { ...from(), 'Accept-Language': 'fr-FR,fr;q=0.9' });
    expect([french.status, french.body.detail]).toEqual([404, "Cet email n'existe pas."]);
  });

  it('throttles both questions by address', async () => {
    const here = from();
    for (let i = 0; i < 50; i += 1)
      await server.api().post('/check-email/', { email: 'no@example.com' }, here);
    const refused = await server.api().post('/check-email/', { email: 'no@example.com' }, here);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const user = await person();
    for (let i = 0; i < 5; i += 1) expect((await ask(user.email)).status).toBe(200);
    expect((await ask(user.email)).status).toBe(429);
  });

  it('sets a password by the link, once, and ends every session', async () => {
    const user = await person();
    expect((await ask(user.email)).status).toBe(200);
    const { uid, token, row } = await linkOf(user.id);
    expect(row).toMatchObject({ channel: 'email', recipient: user.email });
    expect(JSON.stringify(row.payload)).not.toContain(token);
    const set = (new_password: string) =>
      server.api().post('/reset-password/', { uid, token, new_password }, from());
    expect((await set('short')).body).toEqual({ new_password: ['Minimum length is 12 characters'] });
    expect((await set('password1234')).body).toEqual({
      new_password: ['This password is too easy to guess: use several unrelated words'],
    });
    expect((await set(NEW)).body.detail).toBe('The password was changed. You can now log in.');
    expect((await user.api.get('/me/')).status).toBe(401);
    expect((await logIn(user.email, NEW)).status).toBe(200);
    expect((await logIn(user.email, PASSWORD)).status).toBe(400);
    const again = await set('another long password');
    expect([again.status, again.body.non_field_errors[0]]).toEqual([
      400,
      'This link was already used or has expired. Ask for a new one.',
    ]);
  });

  it('lets one of many at the same moment use the link', async () => {
    const user = await person();
    await ask(user.email);
    const { uid, token } = await linkOf(user.id);
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        server.api().post('/reset-password/', { uid, token, new_password: `${NEW} ${i}` }, from()),
      ),
    );
    expect(tries.filter((one) => one.status === 200)).toHaveLength(1);
  });

  it('ends with the e-mail it was sent to', async () => {
    const boss = await server.createUser({ level: 'admin' });
    const user = await person();
    await ask(user.email);
    const { uid, token } = await linkOf(user.id);
    expect(
      (await boss.api.patch(`/users/${user.id}/`, { email: `moved-${user.id}@example.com` })).status,
    ).toBe(200);
    const late = await server.api().post('/reset-password/', { uid, token, new_password: NEW }, from());
    expect(late.status).toBe(400);
  });

  it('refuses a late link, a forged one and that of another user', async () => {
    const [user, other] = [await person(), await person()];
    await ask(user.email);
    const { uid, token } = await linkOf(user.id);
    const set = (body: object) =>
      server.api().post('/reset-password/', { uid, token, new_password: NEW, ...body }, from());
    expect((await set({ uid: String(other.id) })).status).toBe(400);
    expect((await set({ token: 'x'.repeat(43) })).status).toBe(400);
    expect((await set({ uid: '../1' })).status).toBe(400);
    clock.advance(3_600_001);
    expect((await set({})).status).toBe(400);
  });
});
