import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { endProcess } from '../../../testing/server-process.ts';
import { buildBox } from '../../../testing/store-builders.ts';
import { connect as connectTo } from '../database/connection/connect.ts';
import { makeLog } from '../log/log.ts';
import { shareOut } from './connection-room.ts';

it('shares out what the limit leaves: a request may open a file, a box does not', () => {
  expect(shareOut(256, ['web', 'ingest', 'worker'])).toEqual({ http: 25, mqtt: 76 });
  expect(shareOut(20_000, ['web'])).toEqual({ http: 9936, mqtt: 0 });
  expect(shareOut(20_000, ['ingest'])).toEqual({ http: 993, mqtt: 17_884 });
  expect(shareOut(64, ['web', 'ingest'])).toEqual({ http: 16, mqtt: 19 });
});

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The server with at most 256 open files, and its output. */
async function launch(env: Record<string, string>) {
  const child: ChildProcess = spawn(
    'sh',
    ['-c', `ulimit -n 256 && exec '${process.execPath}' server/start.ts`],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk));
  const found = async (pattern: RegExp) => {
    await expect.poll(() => pattern.test(said), { timeout: 90_000, message: String(pattern) }).toBe(true);
    return pattern.exec(said)?.[1] ?? '';
  };
  return {
    child,
    said: () => said,
    url: new URL(await found(/is ready at (\S+)/)),
    mqtt: new URL(await found(/Boxes connect to (\S+)/)),
  };
}

it.skipIf(process.platform === 'win32')(
  'four hundred idle connections at each port end no process of 256 files, and boxes and people come in after',
  async () => {
    const database = await freshDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'aerowatch-files-'));
    const server = await launch({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      ADMIN_EMAIL: 'a@example.org',
    });
    const { db, close } = connectTo(database.url, makeLog('silent'));
    try {
      const idle: Socket[] = [];
      for (const { hostname, port } of [server.url, server.mqtt])
        for (let number = 0; number < 400; number += 1)
          idle.push(connect(Number(port), hostname).on('error', () => undefined));
      await expect
        .poll(() => idle.filter(({ destroyed }) => destroyed).length, { timeout: 90_000 })
        .toBeGreaterThan(600);
      expect(server.child.exitCode).toBeNull();
      expect(server.said()).toContain('connections are refused');
      for (const socket of idle) socket.destroy();
      const live = () =>
        fetch(new URL('/health/ready', server.url)).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(live, { timeout: 90_000 }).toBe(200);
      const { serial, secret } = await buildBox(db);
      const box = await connectAsync(server.mqtt.href, {
        clientId: serial,
        username: serial,
        password: secret,
      });
      await box.endAsync();
      expect(server.said()).not.toMatch(/EMFILE|uncaught/i);
    } finally {
      await endProcess(server.child, 'SIGTERM');
      await close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  200_000,
);
