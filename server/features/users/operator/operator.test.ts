import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { sessionModule } from '../../session/index.ts';
import { usersModule } from '../index.ts';

const script = fileURLToPath(new URL('../../../../scripts/user.ts', import.meta.url));
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir },
  });
const logIn = (username: string, password: string) =>
  server.api().post('/api-token-auth/', { username, password });

const server = await testServer({ modules: [usersModule, sessionModule] });

// Each call starts a process, on machines under other load.
describe('npm run user', () => {
  it('makes an administrator beside the running console, with a password shown once', async () => {
    const { stdout } = await run('create-admin', 'rescue@example.com');
    const password = /Password \(shown once\): (\S+)/.exec(stdout)?.[1] ?? '';
    const { status, body } = await logIn('rescue@example.com', password);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ is_staff: true, is_superuser: true, client: null });
    await expect(run('create-admin', 'RESCUE@example.com')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists'),
    });
  });
  it('gives a new password and ends the sessions', async () => {
    const user = await server.createUser();
    const { stdout } = await run('reset-password', user.email, '--password', 'tension of the wire 7');
    expect(stdout).not.toContain('tension');
    expect((await user.api.get('/me/')).status).toBe(401);
    expect((await logIn(user.email, 'tension of the wire 7')).status).toBe(200);
    const rows = await server.db
      .selectFrom('audit_told')
      .select(['action', 'user_name'])
      .where('entity_id', '=', user.id)
      .where('action', '=', 'reset_password')
      .execute();
    expect(rows).toEqual([{ action: 'reset_password', user_name: 'system' }]);
  });
  it('says in a line what is wrong, and exits with 1', async () => {
    const wrong: [string[], string][] = [
      [['reset-password', 'nobody@example.com'], 'There is no user'],
      [['create-admin', 'not-an-address'], 'is not an e-mail'],
      [['create-admin', 'a@example.com', '--password', 'short'], '12 to 128'],
      [['create-admin', 'a@example.com', '--password', 'password1234'], 'too easy to guess'],
      [['dance'], 'npm run user'],
      [['create-admin', 'a@example.com', '--admin'], 'Unknown option'],
    ];
    for (const [args, said] of wrong)
      await expect(run(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
  });
});
