import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { sessionModule } from '../session/index.ts';
import { usersModule } from './index.ts';

const server = await testServer({ modules: [usersModule, sessionModule] });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });

let made = 0;
const invited = async () => {
  const email = `invited-${made++}@example.com`;
  const answer = await manager.api.post('/users/', { email, first_name: 'Ada', last_name: 'Byron' });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const password = 'a wheel of cast iron';
const follow = (link: string) => {
  const [uid, token] = link.split('/').slice(-2);
  return server.api().post('/reset-password/', { uid, token, new_password: password });
};
const signIn = (username: string) => server.api().post('/api-token-auth/', { username, password });

it('a user created without a password chooses one by a link, once', async () => {
  const { id, email, invitation } = await invited();
  // No e-mail is configured here: the link is shown once, and nowhere else.
  expect(invitation).toMatchObject({
    mailed: false,
    link: expect.stringContaining(`/reset-password/${id}/`),
  });
  expect((await manager.api.get(`/users/${id}/`)).body.invitation).toBeUndefined();
  expect((await signIn(email)).status).toBe(400);
  expect((await follow(invitation.link)).status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
  expect((await follow(invitation.link)).status).toBe(400);
});

it('another invitation ends the one before it', async () => {
  const { id, invitation } = await invited();
  const again = await manager.api.post(`/users/${id}/invite/`, {});
  expect([again.status, again.body.mailed]).toEqual([200, false]);
  expect((await follow(invitation.link)).status).toBe(400);
  expect((await follow(again.body.link)).status).toBe(200);
});

it('is for those one manages, and not for who may not sign in', async () => {
  const { id } = await invited();
  const stranger = await server.createUser({ level: 'privileged', client: (await server.createClient()).id });
  expect((await stranger.api.post(`/users/${id}/invite/`, {})).status).toBe(404);
  expect((await manager.api.post(`/users/${manager.id}/invite/`, {})).status).toBe(403);
  expect((await manager.api.patch(`/users/${id}/`, { is_active: false })).status).toBe(200);
  expect((await manager.api.post(`/users/${id}/invite/`, {})).status).toBe(409);
});

it('ends when its account is deactivated, also for when that is active again', async () => {
  const { id, invitation } = await invited();
  const patch = (is_active: boolean) => manager.api.patch(`/users/${id}/`, { is_active });
  expect((await patch(false)).status).toBe(200);
  expect((await follow(invitation.link)).status).toBe(400);
  expect((await patch(true)).status).toBe(200);
  expect((await follow(invitation.link)).status).toBe(400);
  const again = await manager.api.post(`/users/${id}/invite/`, {});
  expect((await follow(again.body.link)).status).toBe(200);
});
