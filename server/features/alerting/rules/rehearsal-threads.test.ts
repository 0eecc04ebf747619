import { expect, test } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { system } from '../../../platform/viewer.ts';
import { makeRehearse } from './rehearsal-threads.ts';

const server = await testServer();

test('a rehearsal that is asked for a second time, with its key, has the same answer', async () => {
  const client = (await server.createClient()).id;
  const manager = await server.createUser({ level: 'privileged', client });
  const box = await server.createBox({ client });
  const period = { value: 10, unit: 'minutes' };
  const heat = {
    metric: 'temperature',
    comparator: 'gt',
    value: 30,
    percent: 100,
    average: false,
    period,
    actions: [{ type: 'email' }],
  };
  const body = {
    supervisor: { name: 'Heat', client, aeros: box.aeroIds, conditions: [heat] },
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-02T00:00:00Z',
  };
  const send = () => manager.api.post('/supervisors/rehearse/', body, { 'Idempotency-Key': 'once' });
  const first = await send();
  expect(first.status).toBe(200);
  const again = await send();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
});

test('a rehearsal without its database is unavailable for now, and no fault of the console', async () => {
  const rehearse = makeRehearse('postgres://nobody@127.0.0.1:1/none');
  const body = {
    supervisor: { name: 'Heat', client: 1, aeros: [1], conditions: [] },
    from: new Date('2026-01-01T00:00:00Z'),
    to: new Date('2026-01-02T00:00:00Z'),
  };
  await expect(
    rehearse({ viewer: system, body: body as never }, new AbortController().signal),
  ).rejects.toMatchObject({ status: 503 });
});
