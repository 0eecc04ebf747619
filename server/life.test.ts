import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'mqtt';
import { afterAll, describe, expect, test } from 'vitest';
import { makeLauncher } from '../testing/launch.ts';

const { folder, launch, end } = makeLauncher();
afterAll(end);

describe('a life of the process, with its embedded database', () => {
  test('starts empty, prints the password once, drains on SIGTERM, joins its database after kill -9', async () => {
    const DATA_DIR = folder();
    const began = Date.now();
    const first = launch({ DATA_DIR });
    const url = await first.url;
    // A start that creates the database takes 3 s: on a busy machine every step takes as many times longer.
    const allowed = 10_000 * Math.max(1, (Date.now() - began) / 3000);
    await expect.poll(first.said).toMatch(/Boxes connect to/);
    const password = /Password \(shown once\): (\S+)/.exec(first.said())?.[1];
    const signedIn = await fetch(`${url}/api/api-token-auth/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'admin@aerowatch.local', password }),
    });
    expect(signedIn.status).toBe(200);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);

    // Killed: its database continues alone, and the next start takes it over.
    const pid = Number(readFileSync(join(DATA_DIR, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = launch({ DATA_DIR });
    const start = Date.now();
    await second.url;
    expect(Date.now() - start).toBeLessThan(allowed);
    expect(Number(readFileSync(join(DATA_DIR, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])).toBe(
      pid,
    );
    expect(second.said()).not.toContain('Password');
    expect(second.said()).not.toContain('Nobody has signed in');

    // With another role beside it: the same database, not a second one.
    const worker = launch({ DATA_DIR, ROLES: 'worker', LOG_LEVEL: 'info' });
    await expect.poll(worker.said).toMatch(/Server listening/);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect((await fetch(`${await second.url}/health/ready`)).status).toBe(200);

    // An open stream and a connected client do not delay it.
    const mqttUrl = /Boxes connect to (\S+)/.exec(second.said())?.[1] ?? '';
    const client = connect(mqttUrl, { reconnectPeriod: 0 }).on('error', () => undefined);
    const startedAt = Date.now();
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(allowed);
    expect(existsSync(join(DATA_DIR, 'postgres/data/postmaster.pid'))).toBe(false);
    client.end(true);
  });
});
