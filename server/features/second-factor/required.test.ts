import { describe, expect, it } from 'vitest';
import type { SessionRules } from '../../platform/http/callers/store-credentials.ts';
import { makeStage } from './testing.ts';

const stage = await makeStage();
const { server } = stage;

/** The server with other session rules, as if started with them. */
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
    const people = await Promise.all(levels.map((level) => stage.person({ level, client })));
    await withRules({ secondFactor }, async () => {
      const answers = await Promise.all(people.map(({ api }) => api.get('/boxes/')));
      expect(levels.filter((_, index) => answers[index]?.status === 403)).toEqual(held);
      for (const { status, body } of answers)
        if (status === 403) expect(body.code).toBe('second_factor_required');
      const [admin] = people;
      const { api } = secondFactor === 'optional' ? admin! : { api: (await factored('admin', client)).api };
      const shown = (await api.get('/security/')).body;
      expect(shown).toMatchObject({ second_factor: secondFactor, session_idle: null, sso: null });
      const ids = shown.lacking.map(({ id }: { id: number }) => id);
      expect(levels.filter((_, index) => ids.includes(people[index]!.id))).toEqual(held);
    });
  });
  it('is told of the people that one sees', async () => {
    const client = await server.createClient();
    const manager = await stage.person({ level: 'privileged', client: client.id });
    await stage.person({ client: (await server.createClient()).id });
    await manager.api.patch(`/clients/${client.id}/`, { require_second_factor: true });
    await stage.withTotp(manager);
    const member = await stage.person({ client: client.id });
    expect((await manager.api.get('/security/')).body).toMatchObject({
      people: { count: 2, with_factor: 1, by_sso: 0 },
      lacking: [{ id: member.id, email: member.email }],
      clients: [{ id: client.id, require_second_factor: true }],
    });
  });
  /** A person of this level with an authenticator. */
  async function factored(level: 'admin', client: number) {
    const user = await stage.person({ level, client });
    await stage.withTotp(user);
    return user;
  }
});

describe('SESSION_IDLE', () => {
  it('ends a session that nobody used for so long; a tab that is open is nobody', async () => {
    const user = await stage.person();
    const { token } = (await stage.signIn(user.email)).body;
    const api = server.api(token);
    const minute = 60_000;
    await withRules({ idleMs: 10 * minute }, async () => {
      for (let round = 0; round < 3; round += 1) {
        stage.pass(9 * minute);
        expect(await api.get('/me/')).toMatchObject({ status: 200 });
      }
      stage.pass(6 * minute);
      expect(await api.get('/me/', { 'X-Unattended': '1' })).toMatchObject({ status: 200 });
      stage.pass(5 * minute);
      expect(await api.get('/me/')).toMatchObject({ status: 401 });
    });
  });
});

describe('who must have one', () => {
  it('is set by the client: a session can do nothing but set it up', async () => {
    const client = await server.createClient();
    const manager = await stage.person({ client: client.id, level: 'privileged' });
    const member = await stage.person({ client: client.id });
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
    const signed = (await stage.signIn(member.email)).body;
    expect(signed.limited).toBe('second_factor_required');
    expect((await member.api.get('/me/')).body.limited).toBe('second_factor_required');
    await stage.withTotp(member);
    expect(await member.api.get('/boxes/')).toMatchObject({ status: 200 });
    expect((await member.api.get('/me/')).body).not.toHaveProperty('limited');
  });
  it('is a printed password of the last seven days: beyond, it opens nothing', async () => {
    const week = 7 * 86_400_000;
    const printed = (age: number) => ({ password_printed_at: new Date(stage.now() - age) });
    const people = await Promise.all(
      [printed(week - 60_000), printed(week + 60_000), { password_printed_at: null }].map((row) =>
        stage.person({ must_change_password: true, ...row }),
      ),
    );
    const answers = await Promise.all(people.map(({ email }) => stage.signIn(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(answers[1]?.body.non_field_errors).toEqual([expect.stringContaining('seven days')]);
    // A wrong password does not reveal that.
    const wrong = await stage.server
      .api()
      .post('/api-token-auth/', { username: people[1]?.email, password: 'x' });
    expect(wrong.body.non_field_errors).not.toEqual(answers[1]?.body.non_field_errors);
  });
  it('is a printed password to be changed first', async () => {
    const user = await stage.person({ must_change_password: true });
    const { token, limited } = (await stage.signIn(user.email)).body;
    const api = server.api(token);
    expect(limited).toBe('password_change_required');
    expect(await api.get('/boxes/')).toMatchObject({
      status: 403,
      body: { code: 'password_change_required' },
    });
    const changed = await api.post('/me/password/', {
      old_password: stage.password,
      new_password: 'seven gulls above the mast',
    });
    expect(changed.status).toBe(204);
    expect(await api.get('/boxes/')).toMatchObject({ status: 200 });
  });
});
