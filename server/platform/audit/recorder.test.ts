import { login } from '@aerowatch/contracts/api/auth';
import { auditList } from '@aerowatch/contracts/api/console';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { auditModule } from '../../features/audit/index.ts';
import { boxesModule } from '../../features/boxes/index.ts';
import { hashPassword } from '../../features/credentials/passwords.ts';
import { sessionModule } from '../../features/session/index.ts';
import { tagsModule } from '../../features/tags/index.ts';
import { usersModule } from '../../features/users/index.ts';
import type { Trx } from '../database/db.ts';
import { type Log, makeLog } from '../log/log.ts';
import { system } from '../viewer.ts';
import { chainAndTell } from './chain-and-tell.ts';
import { makeRecorder } from './recorder.ts';
import { recordAudit } from './store-audit.ts';
import { appendWaiting } from './store-chain.ts';
import { verifyChain } from './verify.ts';

const PASSWORD = 'seven masts by the track';
const server = await testServer({
  modules: [sessionModule, usersModule, tagsModule, boxesModule, auditModule],
  env: { ROLES: 'web', SECURITY_CONTACT: 'mailto:security@example.org' },
});
const client = await server.createClient();
const manager = await server.createUser({
  level: 'privileged',
  client: client.id,
  password_hash: await hashPassword(PASSWORD),
});

const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${server.url}/api${path}`, {
    ...init,
    headers: { 'User-Agent': 'Test/1.0', 'Content-Type': 'application/json', ...init.headers },
  });
const logIn = (password: string, username = manager.email) =>
  call('/api-token-auth/', { method: 'POST', body: JSON.stringify({ username, password }) });
const entries = (action: string) =>
  server.db.selectFrom('audit_told').selectAll().where('action', '=', action).orderBy('id').execute();
const recorded = async (action: string, count: number) => {
  await expect.poll(async () => (await entries(action)).length).toBe(count);
  return entries(action);
};

describe('sign-ins and refusals', () => {
  it('signs in and out, with address and device, and never with the password', async () => {
    const { token } = (await (await logIn(PASSWORD)).json()) as { token: string };
    const [entry] = await recorded('sign_in', 1);
    expect(entry).toMatchObject({
      user_id: manager.id,
      client_id: client.id,
      entity: 'users',
      entity_id: manager.id,
      address: '127.0.0.1',
      device: 'Test/1.0',
    });
    await call('/logout/', { method: 'POST', headers: { Authorization: `Token ${token}` }, body: '{}' });
    expect((await recorded('sign_out', 1))[0]).toMatchObject({ user_id: manager.id, entity_id: manager.id });
    expect(JSON.stringify(await server.db.selectFrom('audit_told').selectAll().execute())).not.toContain(
      PASSWORD,
    );
  });
  it('tells the first of what repeats, and counts the rest', async () => {
    for (let tries = 0; tries < 4; tries += 1)
      expect((await logIn('wrong', 'nobody@example.com')).status).toBe(400);
    expect((await recorded('sign_in_failed', 1))[0]).toMatchObject({
      user_id: null,
      entity_name: 'nobody@example.com',
    });
    const member = await server.createUser({ client: client.id });
    for (let tries = 0; tries < 5; tries += 1) expect((await member.api.get('/audit/')).status).toBe(403);
    const [first] = await recorded('refused', 1);
    expect(first).toMatchObject({
      user_id: member.id,
      client_id: client.id,
      entity_name: 'GET /audit/',
      changes: { status: { to: 403 } },
    });
    for (let tries = 0; tries < 3; tries += 1) expect((await call('/tags/')).status).toBe(401);
    await recorded('refused', 2);
  });
  it('takes the e-mail that was tried out of the log with the person, and keeps the chain whole', async () => {
    const email = 'canary-tried@example.com';
    // Before the account had that e-mail, and after; in the case as typed.
    await logIn('wrong', email.toUpperCase());
    await recorded('sign_in_failed', 2);
    const user = await server.createUser({ client: client.id, email });
    const recorder = makeRecorder(server.db, makeLog('error'));
    const answered = (endpoint: object, status: number, more: object) =>
      recorder.answered(
        { routeOptions: { config: { endpoint } }, ip: '203.0.113.9', headers: {}, ...more } as never,
        { statusCode: status } as never,
      );
    const viewer = { kind: 'user', id: user.id, name: email, clientId: client.id };
    const fails = () => answered(login, 400, { body: { username: email } });
    const refused = () => answered(auditList, 403, { viewer });
    for (const happens of [fails, refused, fails, refused]) happens();
    const latest = (await recorded('sign_in_failed', 3)).at(-1);
    const refusals = (await entries('refused')).length;
    expect(latest).toMatchObject({ entity: 'users', entity_id: user.id, entity_name: email, user_id: null });
    const chained = await server.db.selectFrom('audit').select(['entity_name', 'changes']).execute();
    expect(JSON.stringify(chained)).not.toMatch(/canary-tried/i);
    expect((await server.admin.api.delete(`/users/${user.id}/`)).status).toBe(204);
    // Counted events are written afterwards.
    await recorder.stop();
    const counted = (await recorded('sign_in_failed', 4)).at(-1);
    expect(counted).toMatchObject({ entity_id: user.id, entity_name: '', address: null });
    const [last] = (await recorded('refused', refusals + 1)).slice(-1);
    expect(last).toMatchObject({ user_id: user.id, user_name: `#${user.id}`, address: null });
    expect(last?.entity_name).toBe('GET /audit/');
    const parts = JSON.stringify(await server.db.selectFrom('audit_personal').select('content').execute());
    expect(parts).not.toMatch(/canary-tried/i);
    while ((await appendWaiting(server.db, system)).count > 0);
    expect((await verifyChain(server.db)).problems).toEqual([]);
  });
  it('keeps what was tried, be it half a character: the log stays readable', async () => {
    const before = (await entries('sign_in_failed')).length;
    await logIn('wrong', 'half\ud83d');
    const latest = (await recorded('sign_in_failed', before + 1)).at(-1);
    expect(latest).toMatchObject({ entity_name: 'half\ufffd' });
    expect((await server.admin.api.get('/audit/?search=half')).body.count).toBe(1);
    // No deletion mentions this entry, so its missing data was removed by somebody else.
    while ((await appendWaiting(server.db, system)).count > 0);
    await server.db
      .deleteFrom('audit_personal')
      .where('audit_id', '=', latest?.id ?? 0)
      .where('part', '=', 'subject')
      .execute();
    expect((await verifyChain(server.db)).problems).toMatchObject([{ code: 'subject_removed' }]);
  });
  it('tells exports, and who saw the secrets of a box', async () => {
    const member = await server.createUser({ client: client.id });
    const desired = { maintenance_password: '123456' };
    const box = (
      await server.admin.api.post('/boxes/', { serial_number: 'SEEN', client: client.id, desired })
    ).body;
    expect((await manager.api.get('/boxes/export/')).status).toBe(200);
    expect((await recorded('export', 1))[0]).toMatchObject({ entity: 'boxes', user_id: manager.id });
    await member.api.get(`/boxes/${box.id}/`);
    await manager.api.get(`/boxes/${box.id}/?secrets=masked`);
    await manager.api.get(`/boxes/${box.id}/`);
    await manager.api.patch(`/boxes/${box.id}/`, { pole: '7' });
    const seen = await recorded('reveal', 2);
    const by = seen.map(({ entity_id, user_id }) => `${user_id} ${entity_id}`);
    // The creator entered the secrets, and was shown them; the manager saw them once.
    expect(by.sort()).toEqual([`${server.admin.id} null`, `${manager.id} ${box.id}`].sort());
  });
  it('has no more entries of a flood than it has kinds', async () => {
    const before = (await entries('refused')).length;
    const flood = Array.from({ length: 300 }, () =>
      call('/tags/', { headers: { Authorization: 'Token none' } }),
    );
    // Too many requests from one network are refused.
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
    expect((await entries('refused')).length).toBeLessThanOrEqual(before + 2);
  });
});

it('each entry is said once as a line of the log, whichever process chains meanwhile', async () => {
  while ((await appendWaiting(server.db, system)).count > 0);
  const write = (name: string) =>
    recordAudit(server.db, system, { action: 'said', entity: 'tags', id: null, name, clientId: null });
  const said: unknown[] = [];
  const log = {
    isLevelEnabled: () => true,
    info: ({ audit }: { audit: { entity_name: string } }) => said.push(audit.entity_name),
  } as unknown as Log;
  await write('first');
  // Another process appends and logs the first entry just before this one begins to.
  const late = new Proxy(server.db, {
    get(db, name) {
      const execute = async (work: (trx: Trx) => Promise<unknown>) => {
        expect(await chainAndTell(db, log)).toBe(1);
        await write('second');
        return db.transaction().execute(work);
      };
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(db, name, db);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  expect(await chainAndTell(late, log)).toBe(1);
  expect(said).toEqual(['first', 'second']);
});

it('whom to tell of a weakness is served', async () => {
  const answer = await fetch(`${server.url}/.well-known/security.txt`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('Contact: mailto:security@example.org\n');
  const days = (Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(179);
  expect(days).toBeLessThan(182);
});
