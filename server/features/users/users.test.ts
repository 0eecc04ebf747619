import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { system } from '../../platform/viewer.ts';
import { auditModule } from '../audit/index.ts';
import { sessionModule } from '../session/index.ts';
import { usersModule } from './index.ts';
import { isOneHand } from './store-hands.ts';

const PRIVILEGES = "You don't have the necessary privileges to perform this action.";
const fresh = (changes: object = {}) => ({
  email: `new-${Math.random().toString(36).slice(2)}@example.com`,
  password: 'tension of the wire 7',
  first_name: 'Ada',
  last_name: 'Byron',
  ...changes,
});

const server = await testServer({ modules: [usersModule, sessionModule, auditModule] });
const [north, south] = [await server.createClient('North'), await server.createClient('South')];
const admin = server.admin;
const manager = await server.createUser({ level: 'privileged', client: north.id });
const member = await server.createUser({ client: north.id });
const stranger = await server.createUser({ level: 'privileged', client: south.id });

describe('who sees whom', () => {
  it('shows members the users of their client in results, and nobody else', async () => {
    const { body } = await member.api.get('/users/');
    expect(body.results.map((one: { id: number }) => one.id).sort()).toEqual([manager.id, member.id].sort());
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    expect((await member.api.get(`/users/${stranger.id}/`)).status).toBe(404);
    expect((await admin.api.get('/users/')).body.count).toBeGreaterThanOrEqual(5);
  });
  it('shows a user without a client nobody but themselves', async () => {
    const loner = await server.createUser({ level: 'privileged' });
    expect((await loner.api.get('/users/')).body).toMatchObject({ count: 0, results: [] });
    expect((await loner.api.get(`/users/${loner.id}/`)).status).toBe(200);
    expect((await loner.api.get(`/users/${admin.id}/`)).status).toBe(404);
    expect((await loner.api.post('/users/', fresh())).status).toBe(403);
  });
  it('searches, filters, orders and pages', async () => {
    await server.createUser({ client: north.id, first_name: 'Zoé', last_name: '100%_sure' });
    const ids = async (query: string) =>
      (await admin.api.get(`/users/?${query}`)).body.results.map((one: { id: number }) => one.id);
    expect(await ids('search=zo%C3%A9%20100%25_')).toHaveLength(1);
    expect(await ids('search=_____')).toHaveLength(0);
    expect(await ids(`groups=1&client=${north.id}`)).toEqual([manager.id]);
    expect(await ids(`email=${member.email.toUpperCase()}`)).toEqual([member.id]);
    const all = await ids('ordering=-id&page_size=1000');
    expect(all).toEqual([...all].sort((a, b) => b - a));
    const page = (await admin.api.get('/users/?page=2&page_size=2&ordering=id')).body;
    expect(page.previous).toContain('page=1');
    expect(page.next).toContain('page=3');
    expect((await admin.api.get('/users/?ordering=password_hash')).status).toBe(400);
    expect((await admin.api.get('/users/?nonsense=1')).body).toEqual({ nonsense: ['Unknown field'] });
  });
  it('lists the groups', async () => {
    expect((await member.api.get('/groups/')).body.results).toEqual([
      { id: 1, name: 'Manager' },
      { id: 2, name: 'Operator' },
      { id: 3, name: 'Observer' },
    ]);
  });
});

describe('creating', () => {
  it('gives privileged users their own client', async () => {
    const { status, body } = await manager.api.post('/users/', fresh({ groups: [1, 2] }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client: north.id,
      groups: [1, 2],
      is_staff: false,
      language: 'en',
      unit_system: 'metric',
      theme: 'light',
      time_zone: 'Europe/Paris',
      notify_email: false,
      notify_sms: false,
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
    const inside = await server
      .api()
      .post('/api-token-auth/', { username: body.email, password: 'tension of the wire 7' });
    expect(inside.status).toBe(200);
  });
  it('never lets them grant what is an administrator’s', async () => {
    for (const more of [
      { is_staff: true },
      { is_superuser: true },
      { client: south.id },
      { client: 99_999 },
      { client: null },
    ]) {
      const answer = await manager.api.post('/users/', fresh(more));
      expect([answer.status, answer.body.detail]).toEqual([403, PRIVILEGES]);
    }
    expect((await member.api.post('/users/', fresh())).status).toBe(403);
  });
  it('refuses what does not fit, at its field', async () => {
    const refused = async (changes: object) => {
      const answer = await admin.api.post('/users/', fresh(changes));
      expect(answer.status).toBe(400);
      return answer.body;
    };
    expect(await refused({ email: member.email.toUpperCase() })).toEqual({
      email: ['A user with this e-mail already exists'],
    });
    expect(await refused({ client: 99_999 })).toEqual({ client: ['This client does not exist'] });
    expect(await refused({ groups: [1, 7] })).toEqual({ groups: ['These groups do not exist: 7'] });
    expect(await refused({ password: 'qwertyuiop123' })).toEqual({
      password: ['This password is too easy to guess: use several unrelated words'],
    });
    expect(await refused({ password: 'adabyron 1234', last_name: 'AdaByron' })).toEqual({
      password: ['This password is too close to a name or an e-mail address'],
    });
    expect(await refused({ password: 'x'.repeat(129) })).toEqual({
      password: ['Maximum length is 128 characters'],
    });
    expect(await refused({ phone: '0612' })).toHaveProperty('phone');
    expect(await refused({ time_zone: 'Mars/Olympus' })).toHaveProperty('time_zone');
    expect(await refused({ last_login: '2020' })).toEqual({ last_login: ['Unknown field'] });
  });
});

describe('changing', () => {
  it('takes a whole profile by PUT from its own user, own fields only, and answers 200 with the user', async () => {
    const profile = (await member.api.get('/me/')).body;
    const answer = await member.api.put(`/users/${member.id}/`, {
      ...profile,
      language: 'fr',
      is_staff: true,
      is_superuser: true,
      groups: [1],
      client: south.id,
      is_active: false,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: member.id,
      language: 'fr',
      is_staff: false,
      is_superuser: false,
      groups: [],
      client: north.id,
      is_active: true,
    });
    expect(
      (await member.api.put(`/users/${member.id}/`, { ...answer.body, language: 'en' })).body.language,
    ).toBe('en');
  });
  it('refuses by PATCH what is beyond one’s rights, and takes what stays the same', async () => {
    expect((await member.api.patch(`/users/${member.id}/`, { is_staff: true })).status).toBe(403);
    expect((await member.api.patch(`/users/${member.id}/`, { groups: [1] })).status).toBe(403);
    expect(
      (await member.api.patch(`/users/${member.id}/`, { is_staff: false, first_name: 'Mia' })).body
        .first_name,
    ).toBe('Mia');
    expect((await member.api.patch(`/users/${manager.id}/`, { first_name: 'X' })).status).toBe(403);
    expect((await manager.api.patch(`/users/${member.id}/`, { is_superuser: true })).status).toBe(403);
    expect((await manager.api.patch(`/users/${member.id}/`, { client: south.id })).status).toBe(403);
    expect((await manager.api.patch(`/users/${member.id}/`, { groups: [2] })).body.groups).toEqual([2]);
  });
  it('keeps privileged users from administrators of their client and from others’ users', async () => {
    const boss = await server.createUser({ level: 'admin', client: north.id });
    expect((await manager.api.patch(`/users/${boss.id}/`, { first_name: 'X' })).status).toBe(403);
    expect((await manager.api.delete(`/users/${boss.id}/`)).status).toBe(403);
    const foreign = await manager.api.patch(`/users/${stranger.id}/`, { first_name: 'X' });
    const missing = await manager.api.patch('/users/999999/', { first_name: 'X' });
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, request_id: 0 }).toEqual({ ...missing.body, request_id: 0 });
    await admin.api.delete(`/users/${boss.id}/`);
  });
  it('ends the sessions of who gets a new password or is switched off; one’s own password needs the old', async () => {
    const user = await server.createUser({ client: north.id });
    expect((await user.api.patch(`/users/${user.id}/`, { password: 'tension of the wire 8' })).body).toEqual({
      password: ['Change your own password with your current one, under Profile'],
    });
    expect(
      (await manager.api.patch(`/users/${user.id}/`, { password: 'tension of the wire 8' })).status,
    ).toBe(200);
    expect((await user.api.get('/me/')).status).toBe(401);
    const other = await server.createUser({ client: north.id });
    expect((await manager.api.patch(`/users/${other.id}/`, { is_active: false })).status).toBe(200);
    expect((await other.api.get('/me/')).status).toBe(401);
  });
  it('moves users between clients by administrators only, and their rights act at the next call', async () => {
    const user = await server.createUser({ client: north.id });
    expect(
      (await admin.api.patch(`/users/${user.id}/`, { client: south.id, groups: [1] })).body,
    ).toMatchObject({ client: south.id, groups: [1] });
    expect((await user.api.get(`/users/${stranger.id}/`)).status).toBe(200);
    expect((await user.api.get(`/users/${member.id}/`)).status).toBe(404);
    expect((await admin.api.patch(`/users/${user.id}/`, { client: 99_999 })).body).toEqual({
      client: ['This client does not exist'],
    });
  });
  it('honours If-Match', async () => {
    const user = await server.createUser({ client: north.id });
    const path = `/users/${user.id}/`;
    const etag = (await admin.api.get(path)).headers.get('etag') ?? '';
    await new Promise((done) => setTimeout(done, 5));
    expect((await admin.api.patch(path, { first_name: 'One' }, { 'If-Match': etag })).status).toBe(200);
    expect((await admin.api.patch(path, { first_name: 'Two' }, { 'If-Match': etag })).status).toBe(412);
    expect((await admin.api.delete(path, { 'If-Match': etag })).status).toBe(412);
    expect((await admin.api.get(path)).body.first_name).toBe('One');
  });
  it('never leaves the console without an administrator', async () => {
    const others = await server.db
      .selectFrom('users')
      .select('id')
      .where('is_staff', '=', true)
      .where('id', '<>', admin.id)
      .execute();
    for (const { id } of others) expect((await admin.api.delete(`/users/${id}/`)).status).toBe(204);
    for (const change of [{ is_active: false }, { is_staff: false }]) {
      const answer = await admin.api.patch(`/users/${admin.id}/`, change);
      expect([answer.status, answer.body.code]).toEqual([409, 'last_admin']);
    }
    expect((await admin.api.delete(`/users/${admin.id}/`)).status).toBe(409);
    const second = await server.createUser({ level: 'admin' });
    const both = await Promise.all([
      admin.api.patch(`/users/${admin.id}/`, { is_staff: false }),
      second.api.patch(`/users/${second.id}/`, { is_staff: false }),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
    await server.db.updateTable('users').set({ is_staff: true }).where('id', '=', admin.id).execute();
  });
});

describe('the audit log', () => {
  it('tells who changed what, from and to, from which address, without the password', async () => {
    const user = await server.createUser({ client: north.id });
    await manager.api.patch(
      `/users/${user.id}/`,
      { first_name: 'Changed', password: 'tension of the wire 9' },
      { 'X-Forwarded-For': '192.0.2.7' },
    );
    const { results } = (await manager.api.get(`/audit/?entity=users&entity_id=${user.id}`)).body;
    expect(results[0]).toMatchObject({
      action: 'update',
      user: manager.id,
      client: north.id,
      address: '192.0.2.7',
      changes: { first_name: { from: 'Test', to: 'Changed' }, password: { to: '••••' } },
    });
    expect(JSON.stringify(results)).not.toMatch(/wire 9|argon2/);
    expect((await stranger.api.get(`/audit/?entity_id=${user.id}&entity=users`)).body.count).toBe(0);
    expect((await member.api.get('/audit/')).status).toBe(403);
  });
  it('leaves no file of a deleted user behind', async () => {
    const user = await server.createUser({ client: north.id });
    const { files } = server.parts;
    const [made, sent] = ['exports/of-the-deleted.csv', 'imports/of-the-deleted.csv'];
    for (const name of [made, sent]) await files.put(name, Buffer.from('date,stroke'));
    await server.db
      .insertInto('jobs')
      .values({
        kind: 'export',
        user_id: user.id,
        client_id: north.id,
        file: made,
        params: JSON.stringify({ upload: sent }),
      })
      .execute();
    expect((await manager.api.delete(`/users/${user.id}/`)).status).toBe(204);
    expect([await files.size(made), await files.size(sent)]).toEqual([undefined, undefined]);
  });
  it('forgets who a deleted user was and keeps what was done', async () => {
    const user = await server.createUser({
      level: 'privileged',
      client: north.id,
      first_name: 'Canary',
      last_name: 'Bird',
      email: 'canary@example.com',
    });
    await user.api.patch('/me/', { phone: '+33612345678' });
    await user.api.patch(`/users/${member.id}/`, { first_name: 'Kept' });
    expect((await manager.api.delete(`/users/${user.id}/`)).status).toBe(204);
    const rows = await server.db.selectFrom('audit_told').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/canary|Bird|33612345678/i);
    const kept = rows.find((row) => row.user_id === user.id && row.entity_id === member.id);
    expect(kept).toMatchObject({ user_name: `#${user.id}`, changes: { first_name: { to: 'Kept' } } });
    await expect(server.db.deleteFrom('audit').execute()).rejects.toThrow(/append-only/);
  });
});

describe('two accounts', () => {
  const soon = (days = 0) => new Date(Date.now() + days * 86_400_000);
  const shared = (one: number, other: number, at = soon()) => isOneHand(server.db, system, one, other, at);
  const person = () => server.createUser({ level: 'privileged', client: north.id });

  it('go back to one hand where one gave the other a way in, or somebody both, over several accounts', async () => {
    const [asker, colleague, other] = [await person(), await person(), await person()];
    const made = (await asker.api.post('/users/', fresh({ groups: [1] }))).body;
    const session = await server.api().post('/api-token-auth/', {
      username: made.email,
      password: 'tension of the wire 7',
    });
    const child = (await server.api(session.body.token).post('/users/', fresh({ groups: [1] }))).body;
    const pairs = [
      [asker.id, made.id],
      [made.id, asker.id],
      [asker.id, child.id],
      [asker.id, colleague.id],
      [made.id, colleague.id],
    ] as const;
    const found = () => Promise.all(pairs.map(([one, two]) => shared(one, two)));
    expect(await found()).toEqual([true, true, true, false, false]);
    // A phone number gives no access, a password does; two accounts created by a third belong to one person.
    await asker.api.patch(`/users/${colleague.id}/`, { phone: '+33612345678' });
    expect(await found()).toEqual([true, true, true, false, false]);
    const set = { password: 'slack of the anchor 9' };
    expect(await asker.api.patch(`/users/${colleague.id}/`, set)).toMatchObject({ status: 200 });
    expect(await found()).toEqual([true, true, true, true, true]);
    await other.api.patch(`/users/${other.id}/`, { first_name: 'Me' });
    expect(await shared(other.id, asker.id)).toBe(false);
  });
  it('are two again when it was long ago', async () => {
    const asker = await person();
    const { id } = (await asker.api.post('/users/', fresh({ groups: [1] }))).body;
    expect([await shared(asker.id, id, soon(29)), await shared(asker.id, id, soon(31))]).toEqual([
      true,
      false,
    ]);
  });
});
