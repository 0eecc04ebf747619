import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../server/features/credentials/passwords.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';
import { settle } from './visit.ts';

const PASSWORD = 'eleven swallows on the wire';
let server: TestServer;
let browser: Browser;
let close: () => Promise<void>;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'web' } });
  ({ browser, close } = await openBrowser());
});
afterAll(async () => {
  await close?.();
  await server?.stop();
});

/** Answers stored by the service worker, in caches of any version. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('answers'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().length;
  });

/** Those of them whose session has expired. */
const over = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('answers'));
    const answers = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()));
    const ends = answers.flat().map(({ headers }) => Date.parse(headers.get('x-offline-until') ?? ''));
    return ends.filter((end) => end < Date.now()).length;
  });

/** A signed-in user, with answers cached for offline use. */
async function signedIn() {
  const password_hash = await hashPassword(PASSWORD);
  const user = await server.createUser({ client: (await server.createClient()).id, password_hash });
  const { context, page } = await openContext(browser, server.url, { maps: false, serviceWorkers: 'allow' });
  await page.goto(server.url + paths.login());
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  await page.goto(server.url + paths.boxes());
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await page.reload();
  await expect.poll(() => kept(page)).toBeGreaterThan(3);
  // An answer that comes later is stored with a later end.
  await settle(page);
  return { context, page, user };
}

it('data stored for offline use is deleted with a session that was ended elsewhere', async () => {
  const { context, page, user } = await signedIn();
  await server.db.deleteFrom('tokens').where('user_id', '=', user.id).execute();
  await page.reload();
  await expect.poll(() => kept(page)).toBe(0);
  await context.close();
});

it('and by time, without any answer of the server', async () => {
  const { context, page } = await signedIn();
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((one) => one.includes('answers'))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const headers = new Headers(answer?.headers);
        headers.set('x-offline-until', new Date(Date.now() - 1000).toISOString());
        await cache.put(request, new Response(await answer?.text(), { headers }));
      }
    }
  });
  expect(await over(page)).toBeGreaterThan(3);
  await context.setOffline(true);
  await page.goto(server.url + paths.privacy());
  await expect.poll(() => over(page)).toBe(0);
  await context.close();
});
