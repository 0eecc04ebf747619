import { expect, it } from 'vitest';
import { startTestServer } from '../testing/start-test-server.ts';

it('ready is true to each role: what one cannot do is told of it, and of no process without it', async () => {
  const [all, web] = await Promise.all([
    startTestServer({ env: { LOG_LEVEL: 'silent' } }),
    startTestServer({ env: { LOG_LEVEL: 'silent', ROLES: 'web' } }),
  ]);
  const ready = async ({ url }: { url: string }) => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, await answer.json()];
  };
  try {
    const ok = { web: 'ok', ingest: 'ok', worker: 'ok' };
    expect(await ready(all)).toEqual([200, { status: 'ok', roles: ok }]);
    let waits: string | undefined = 'messages wait for their commit';
    all.parts.readiness.add('ingest', () => waits);
    web.parts.readiness.add('ingest', () => waits);
    expect(await ready(all)).toEqual([
      503,
      { status: 'unavailable', roles: { ...ok, ingest: 'unavailable' } },
    ]);
    expect(await ready(web)).toEqual([200, { status: 'ok', roles: { web: 'ok' } }]);
    waits = undefined;
    expect(await ready(all)).toEqual([200, { status: 'ok', roles: ok }]);
    // Boxes cannot connect any more.
    await all.parts.broker.stop();
    expect(await ready(all)).toEqual([
      503,
      { status: 'unavailable', roles: { ...ok, ingest: 'unavailable' } },
    ]);
  } finally {
    await all.stop();
    await web.stop();
  }
});
