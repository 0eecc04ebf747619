import { expect, it } from 'vitest';
import { ask } from '../../../testing/plain-query.ts';
import { testServer } from '../../../testing/test-server.ts';
import { system } from '../../platform/viewer.ts';
import { forgetIdentities } from './store-former-people.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const reason = 'Who approved the update of 3 May';

it('a deleted person stays in the log as a number, which an administrator opens with a reason', async () => {
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id });
  const person = await server.createUser({ level: 'privileged', client: client.id });
  expect((await person.api.post('/tags/', { name: 'Urgent', color: '#ff0000' })).status).toBe(201);
  expect((await server.admin.api.delete(`/users/${person.id}/`)).status).toBe(204);
  const [entry] = (await server.admin.api.get(`/audit/?user=${person.id}&entity=tags`)).body.results;
  expect(entry).toMatchObject({
    user: person.id,
    user_name: `#${person.id}`,
    action: 'create',
    address: null,
  });
  // Nothing in the database shows who that was.
  const rows = await ask(
    server.databaseUrl,
    `select audit_told::text as text from audit_told union all
    select former_people::text from former_people union all select audit_personal::text from audit_personal where person = ${person.id}`,
  );
  expect(JSON.stringify(rows)).not.toContain(person.email);

  const path = `/audit/people/${person.id}/`;
  expect(await manager.api.post(path, { reason })).toMatchObject({ status: 403 });
  expect((await server.admin.api.post(path, { reason: ' ' })).body).toEqual({ reason: ['Required'] });
  expect((await server.admin.api.post(`/audit/people/${manager.id}/`, { reason })).status).toBe(404);
  const said = await server.admin.api.post(path, { reason });
  expect([said.status, said.body]).toMatchObject([200, { user: person.id, email: person.email }]);
  const [asked] = (await server.admin.api.get('/audit/?action=resolve_person')).body.results;
  expect(asked).toMatchObject({
    user: server.admin.id,
    entity_name: `#${person.id}`,
    changes: { reason: { to: reason } },
  });
  await server.db
    .updateTable('tokens')
    .set({ confirmed_at: null })
    .where('user_id', '=', server.admin.id)
    .execute();
  expect(await server.admin.api.post(path, { reason })).toMatchObject({ status: 401 });
});

it('other entries name people by number, and the reader is told the name until it is deleted', async () => {
  const client = await server.createClient();
  const admin = await server.createUser({ level: 'admin' });
  const names = { first_name: 'Ada', last_name: 'Byron' };
  const person = await server.createUser({ client: client.id, ...names });
  const box = await server.createBox({ client: client.id });
  const order = { box: box.id, title: 'Look', assignee: person.id };
  expect(await admin.api.post('/work-orders/', order)).toMatchObject({ status: 201 });
  const [written] = await server.db
    .selectFrom('audit')
    .select('changes')
    .where('entity', '=', 'work_orders')
    .execute();
  expect(JSON.stringify(written)).not.toMatch(/Ada|Byron/);
  const told = async () => (await admin.api.get('/audit/?entity=work_orders')).body.results[0].changes;
  const assigned = { assignee: { from: null, to: person.id } };
  expect(await told()).toMatchObject({ ...assigned, assignee_name: { from: null, to: 'Ada Byron' } });
  expect((await admin.api.delete(`/users/${person.id}/`)).status).toBe(204);
  expect(await told()).toMatchObject({ ...assigned, assignee_name: { from: null, to: `#${person.id}` } });
});

it('goes with the last entry that tells of the person', async () => {
  const admin = await server.createUser({ level: 'admin' });
  const person = await server.createUser();
  expect((await admin.api.delete(`/users/${person.id}/`)).status).toBe(204);
  const path = `/audit/people/${person.id}/`;
  await forgetIdentities(server.db, system);
  expect(await admin.api.post(path, { reason })).toMatchObject({ status: 200 });
  const entries = `select id from audit where user_id = ${person.id} or entity_id = ${person.id}`;
  await ask(
    server.databaseUrl,
    `set session_replication_role = replica; delete from audit_personal where audit_id in (${entries}); delete from audit where id in (${entries})`,
  );
  await forgetIdentities(server.db, system);
  expect(await admin.api.post(path, { reason })).toMatchObject({ status: 404 });
});
