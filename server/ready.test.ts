import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freshDatabase } from '../testing/fresh-database.ts';
import { makeLauncher } from '../testing/launch.ts';
import { start } from './compose.ts';
import { readConfig } from './config.ts';
import { makeLog } from './platform/log/log.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

test('ready only once the first administrator can sign in', async () => {
  const database = await freshDatabase();
  const { folder, end } = makeLauncher();
  const port = await freePort();
  const ready = () => fetch(`http://127.0.0.1:${port}/health/ready`);
  let before: Response | undefined;
  const running = await start(
    readConfig({
      DATA_DIR: folder(),
      DATABASE_URL: database.url,
      PORT: String(port),
      MQTT_PORT: '0',
      ADMIN_PASSWORD: 'nine tall masts by the river',
    }),
    {
      log: makeLog('silent'),
      askEmail: async () => {
        before = await ready();
        return 'first@example.org';
      },
    },
  );
  try {
    expect([before?.status, before?.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await ready()).status).toBe(200);
    const signedIn = await fetch(`http://127.0.0.1:${port}/api/api-token-auth/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'first@example.org', password: 'nine tall masts by the river' }),
    });
    expect(signedIn.status).toBe(200);
  } finally {
    await running.stop();
    await end();
    await database.drop();
  }
});
