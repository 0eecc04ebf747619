import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ modules: [] });
});
afterAll(() => server.stop());

test('health', async () => {
  const live = await fetch(`${server.url}/health/live`);
  expect(live.status).toBe(200);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  const unknown = await server.api().get('/nothing/');
  expect(unknown.status).toBe(404);
  expect(unknown.body).toMatchObject({ detail: 'Not found.', code: 'not_found' });
});
