import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { ingestModule } from '../measures/index.ts';
import { send } from '../measures/testing.ts';
import { usersModule } from '../users/index.ts';
import { operationModule } from './index.ts';

// More than any disk has, so that no message is accepted.
const server = await testServer({
  modules: [ingestModule, operationModule, usersModule],
  env: { DISK_FLOOR_MB: '9999999', LOG_LEVEL: 'silent' },
});

const firstMeasure = {
  v: 1,
  aeros: [{ aero: 1, t0: Math.floor(Date.now() / 1000), dt: [0], stroke: [500] }],
};

describe('below the floor of the disk', () => {
  test('no message is taken, no file, and everybody is notified; figures to administrators', async () => {
    const box = await server.createBox();
    await expect(send(server, box.serial, firstMeasure)).rejects.toThrow(/DISK_FLOOR_MB/);
    expect(await server.db.selectFrom('measures').select('time').execute()).toEqual([]);
    const form = new FormData();
    form.append('avatar', new Blob([Buffer.alloc(10)]), 'me.png');
    const refused = await server.admin.api.post('/me/avatar/', form);
    expect([refused.status, refused.body.code]).toEqual([507, 'disk_full']);

    const warnings = async (api = server.admin.api) => (await api.get('/operation/warnings/')).body.warnings;
    await expect.poll(() => warnings()).not.toEqual([]);
    const [mine] = await warnings();
    expect(mine).toMatchObject({ code: 'disk_full', value: expect.any(Number) });
    expect(mine.subject).toMatch(/: data$/);
    const client = await server.createClient();
    const member = await server.createUser({ client: client.id });
    expect(await warnings(member.api)).toEqual([{ code: 'disk_full', subject: null, value: null }]);
    expect((await server.api().get('/operation/warnings/')).status).toBe(401);
  });

  test('the state of the machine, to administrators alone', async () => {
    const read = async (api = server.admin.api) => api.get('/operation/');
    await expect.poll(async () => (await read()).body.processes.length).toBe(1);
    const { body, status } = await read();
    expect(status).toBe(200);
    expect(body.processes[0]).toMatchObject({ roles: ['web', 'ingest', 'worker'], version: body.version });
    const figure = (code: string) => body.figures.find((one: { code: string }) => one.code === code);
    expect(figure('disk_free')).toMatchObject({ state: 'bad', subject: expect.stringMatching(/: data$/) });
    expect(figure('disk_days_left')).toMatchObject({ value: null, state: 'unknown' });
    expect(figure('memory_used').value).toBeGreaterThan(1e7);
    expect(figure('database_size').value).toBeGreaterThan(1e6);
    // It never sent anything: neither unknown nor 1970.
    expect(figure('webhook_last')).toMatchObject({ value: null, at: null, state: 'unused' });
    const { id } = await server.createClient();
    const privileged = await server.createUser({ client: id, level: 'privileged' });
    expect((await read(privileged.api)).status).toBe(403);
  });

  test('metrics tell what the monitoring asks for', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]));
    for (const name of [
      'aerowatch_info',
      'disk_free_bytes',
      'disk_floor_bytes',
      'clock_offset_seconds',
      'outbox_queued_messages',
      'outbox_oldest_seconds',
      'judging_lag_seconds',
      'ingest_seconds',
      'set_aside_messages',
      'client_last_message_timestamp_seconds',
      'database_size_bytes',
      'database_wal_bytes',
      'backup_last_success_timestamp_seconds',
      'diagnosis_oldest_seconds',
    ])
      expect(names, name).toContain(name);
    expect(text).toMatch(
      /^aerowatch_info\{version="\d+\.\d+\.\d+",commit="[^"]*",roles="web,ingest,worker"\} 1$/m,
    );
    expect(text).toMatch(/^clock_offset_seconds\{against="database"\} -?\d/m);
    expect(text).toMatch(/^disk_free_bytes\{folder="data"\} \d{6,}/m);
    expect(text).toMatch(/^database_size_bytes \d{6,}/m);
  });
});

test('a DATA_DIR that went away is no full disk', async () => {
  rmSync(server.dataDir, { recursive: true });
  await server.parts.disk.look();
  expect(server.parts.disk.states().map(({ name }) => name)).not.toContain('data');
});
