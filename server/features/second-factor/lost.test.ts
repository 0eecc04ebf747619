import { describe, expect, it } from 'vitest';
import { removeFactorsOf } from './operator.ts';
import { makeStage } from './testing.ts';

const stage = await makeStage();
const { server } = stage;

describe('factors that are lost', () => {
  it('are removed by who manages the user; both are told, and it is written down', async () => {
    const client = await server.createClient();
    const manager = await stage.person({ client: client.id, level: 'privileged' });
    const user = await stage.person({ client: client.id });
    await stage.withTotp(user);
    const stranger = await stage.person({ client: (await server.createClient()).id, level: 'privileged' });
    expect(await stranger.api.delete(`/users/${user.id}/second-factor/`)).toMatchObject({ status: 404 });
    expect(await manager.api.delete(`/users/${user.id}/second-factor/`)).toMatchObject({ status: 204 });
    expect((await stage.signIn(user.email)).body).toHaveProperty('token');
    const notified = await server.db
      .selectFrom('messages')
      .select('user_id')
      .where('kind', '=', 'factors_removed')
      .execute();
    expect(notified.map(({ user_id }) => user_id).sort()).toEqual([manager.id, user.id].sort());
    const audit = (await manager.api.get('/audit/?action=remove_second_factor')).body.results;
    expect(audit[0]).toMatchObject({
      user: manager.id,
      entity_id: user.id,
      changes: { factors: { from: ['totp'] } },
    });
  });
  it('are removed by the operator', async () => {
    const user = await stage.person();
    await stage.withTotp(user);
    expect(await removeFactorsOf(server.db, user.email)).toBe('gone');
    expect(await removeFactorsOf(server.db, user.email)).toBe('none');
    expect(await removeFactorsOf(server.db, 'nobody@example.com')).toBe('nobody');
    expect((await stage.signIn(user.email)).body).toHaveProperty('token');
  });
});

describe('sessions', () => {
  it('are told with device and address, and ended one by one or all others', async () => {
    const user = await stage.person();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const open = async () =>
      (
        await server
          .api()
          .post(
            '/api-token-auth/',
            { username: user.email, password: stage.password },
            { 'User-Agent': agent },
          )
      ).body.token as string;
    const [mine, second, third] = [await open(), await open(), await open()];
    const api = server.api(mine);
    const all = (await api.get('/me/sessions/')).body.results;
    expect(all).toHaveLength(4);
    expect(all.filter((one: { current: boolean }) => one.current)).toMatchObject([
      { device: 'Firefox · Linux', address: '127.0.0.1', method: 'password' },
    ]);
    const confirmed = (confirmed_at: Date | null) =>
      server.db.updateTable('tokens').set({ confirmed_at }).where('user_id', '=', user.id).execute();
    await confirmed(null);
    for (const path of [`/me/sessions/${all[0].id}/`, '/me/sessions/'])
      expect(await api.delete(path)).toMatchObject({ status: 401, body: { code: 'confirm_again' } });
    await confirmed(new Date(stage.now()));
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
