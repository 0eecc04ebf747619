import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../../testing/start-test-server.ts';
import type { TestUser } from '../../../../testing/store-builders.ts';
import { condition } from '../../alerting/testing.ts';
import { usersModule } from '../../users/index.ts';
import { startStage, until } from '../testing-stage.ts';
import { startPushService, type TestBrowser, vapidOf } from './testing-push.ts';

let stage: Awaited<ReturnType<typeof startStage>>;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  [stage, service] = await Promise.all([startStage(), startPushService()]);
});
afterAll(async () => {
  await stage?.stop();
  await service?.stop();
});

const subscribe = async (user: TestUser, browser: TestBrowser, name = 'Firefox, Linux') => {
  const answer = await user.api.post('/me/push/', { ...browser.subscription, name });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const browsersOf = async (user: TestUser) => (await user.api.get('/me/push/')).body.browsers;
const pushScene = () => stage.scene({ conditions: [condition({ actions: [{ type: 'web_push' }] })] });

describe('web push', () => {
  it('tells each browser of a person, encrypted for it alone, by a token that names this console', async () => {
    const { client, measure, manager } = await pushScene();
    const user = await stage.server.createUser({ client: client.id, language: 'fr' });
    const [one, two] = [service.browser('one'), service.browser('two')];
    await subscribe(user, one);
    await subscribe(user, two);
    await user.api.patch('/me/', { notify_web_push: true });
    await measure([{ time: Date.now() - 1000, temperature: 40 }]);
    const [first, second] = await until(() => {
      const both = [service.to(one)[0], service.to(two)[0]];
      return both.every((pushed) => pushed !== undefined) ? both : undefined;
    });
    const [alert] = (await manager.api.get('/alerts/opened/')).body;
    const message = one.read(first!);
    expect(message.url).toBe(`/alerts/${alert.id}`);
    expect(`${message.title} ${message.body}`).toContain('40,0');
    expect(two.read(second!)).toEqual(message);
    expect(() => two.read(first!)).toThrow();
    expect(first!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    const { key, claims } = vapidOf(first!);
    expect(key).toBe((await user.api.get('/me/push/')).body.public_key);
    expect(claims).toMatchObject({ sub: 'mailto:ops@example.org' });
    expect(one.subscription.endpoint.startsWith(claims.aud)).toBe(true);
    const row = await until(async () =>
      (await stage.outbox(manager)).find((one: { state: string }) => one.state === 'sent'),
    );
    expect(row).toMatchObject({ channel: 'web_push', recipient: 'Firefox, Linux, Firefox, Linux' });
  });

  it('forgets a browser that the push service knows no more, and still tells the other', async () => {
    const { client, measure } = await pushScene();
    const user = await stage.server.createUser({ client: client.id, notify_web_push: true });
    const [gone, also, left] = [service.browser('gone'), service.browser('also'), service.browser('left')];
    for (const browser of [gone, also, left]) await subscribe(user, browser);
    service.answer(gone, 410);
    service.answer(also, 404);
    await measure([{ time: Date.now() - 1000, temperature: 40 }]);
    await until(async () => ((await browsersOf(user)).length === 1 ? true : undefined));
    const [kept] = await browsersOf(user);
    await until(() => service.to(left)[0]);
    expect(kept.fingerprint).toHaveLength(64);
    expect([gone, also, left].map((browser) => service.to(browser).length)).toEqual([1, 1, 1]);
  });

  it('with no browser left, or one that refuses, is shown as failed; one that is busy is tried again', async () => {
    const { client } = await pushScene();
    const user = await stage.server.createUser({ client: client.id });
    expect((await user.api.post('/me/test-notification/', { channel: 'web_push' })).status).toBe(409);
    const browser = service.browser('busy');
    await subscribe(user, browser);
    service.answer(browser, 503);
    expect((await user.api.post('/me/test-notification/', { channel: 'web_push' })).status).toBe(202);
    const stored = async () =>
      (
        await sql<{ state: string; last_error: string | null }>`
          select state, last_error from messages where user_id = ${user.id} order by id desc limit 1`.execute(
          stage.server.db,
        )
      ).rows[0]!;
    await until(async () => ((await stored()).last_error?.startsWith('HTTP 503') ? true : undefined));
    expect((await stored()).state).toBe('queued');
    await sql`delete from messages where user_id = ${user.id}`.execute(stage.server.db);
    service.answer(browser, 403);
    await user.api.post('/me/test-notification/', { channel: 'web_push' });
    await until(async () => ((await stored()).state === 'failed' ? true : undefined));
    expect(await browsersOf(user)).toHaveLength(1);
  });
});

describe('a browser', () => {
  it('is of who allowed it last, is removed by its owner alone, and its address is nowhere in clear', async () => {
    const [first, second] = [await stage.server.createUser(), await stage.server.createUser()];
    const browser = service.browser('shared');
    const { id } = await subscribe(first, browser);
    expect((await second.api.delete(`/me/push/${id}/`)).status).toBe(404);
    await subscribe(second, browser);
    expect(await browsersOf(first)).toEqual([]);
    expect((await first.api.delete(`/me/push/${id}/`)).status).toBe(404);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(b)::text || (select row_to_json(k)::text from push_keys k) as text from push_browsers b`.execute(
      stage.server.db,
    );
    expect(rows.map(({ text }) => text).join()).not.toMatch(/127\.0\.0\.1|"endpoint"/);
    // The author of a rule sees who will not be reached, but no addresses of the others.
    await second.api.patch('/me/', { notify_web_push: true });
    const unreached = async () => (await stage.server.admin.api.get(`/users/${second.id}/`)).body.unreached;
    expect(await unreached()).toEqual([]);
    expect((await second.api.delete(`/me/push/${id}/`)).status).toBe(204);
    expect(await browsersOf(second)).toEqual([]);
    expect(await unreached()).toEqual(['web_push']);
  });

  it('gives an address and keys that can be ones, and no more than twenty', async () => {
    const user = await stage.server.createUser();
    const { subscription } = service.browser('many');
    const refused = await user.api.post(
      '/me/push/',
      { ...subscription, keys: { p256dh: 'x', auth: 'y' } },
      { 'Accept-Language': 'fr' },
    );
    expect(refused.body.keys.p256dh).toContain(
      'N’est pas un abonnement aux notifications fourni par un navigateur',
    );
    expect((await user.api.post('/me/push/', { ...subscription, endpoint: 'ftp://x' })).status).toBe(400);
    for (let i = 0; i < 20; i++) await subscribe(user, service.browser(`many-${i}`));
    const more = await user.api.post('/me/push/', service.browser('many-20').subscription);
    expect(more.status).toBe(400);
    expect(await browsersOf(user)).toHaveLength(20);
  });
});

it('is off when it is not set up: no key, nobody subscribes', async () => {
  const server = await startTestServer({ modules: [usersModule] });
  try {
    const { body } = await server.admin.api.get('/me/push/');
    expect(body).toEqual({ public_key: null, browsers: [] });
    const answer = await server.admin.api.post('/me/push/', service.browser('off').subscription);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toBe('Notifications in a browser are not set up on this server.');
  } finally {
    await server.stop();
  }
});
