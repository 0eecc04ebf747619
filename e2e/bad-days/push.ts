import type { BrowserContext, Page, Worker } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs } from '../ground.ts';
import { settle } from '../visit.ts';

/** A key as the server gives one: 65 bytes, base64url. */
const PUBLIC_KEY = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');

/** Delivers a push message to the service worker, as a push service does. */
async function deliver(context: BrowserContext, page: Page, origin: string, data: string): Promise<void> {
  const tools = await context.newCDPSession(page);
  const registrationId = await new Promise<string>((found) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) found(first.registrationId);
    });
    void tools.send('ServiceWorker.enable');
  });
  await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: { url: string };
}
/** The notifications requested by the worker: a browser without a desktop shows none. */
interface Scope {
  shown: Shown[];
  registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> };
  dispatchEvent(event: Event): boolean;
}
const watch = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options });
    };
  });
const shown = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Scope).shown);
/** A click on a notification, which is then closed. */
const click = (worker: Worker, notification: Shown) =>
  worker.evaluate(async (data) => {
    let closed = false;
    const event = Object.assign(new Event('notificationclick'), {
      notification: {
        data,
        close: () => {
          closed = true;
        },
      },
      waitUntil: () => undefined,
    });
    (globalThis as unknown as Scope).dispatchEvent(event);
    return closed;
  }, notification.data);

export function push(ground: Ground): void {
  it('shows what is pushed, in its own words, and a click on it opens the alert', async () => {
    const { stage } = ground;
    const { url } = stage.server;
    const { context, page } = await openAs(ground, 'member', { language: 'fr', serviceWorkers: 'allow' });
    await page.goto(url);
    await settle(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
      while (navigator.serviceWorker.controller === null) await new Promise((done) => setTimeout(done, 50));
    });
    const alert = paths.alert(stage.alert);
    const message = {
      title: '1 alerte – AW-00001',
      body: 'Température\u202f: 40,0 °C',
      url: alert,
      tag: 'a1',
    };
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await watch(worker);
    await deliver(context, page, url, JSON.stringify(message));
    await expect.poll(() => shown(worker)).toHaveLength(1);
    const [first] = await shown(worker);
    expect(first).toMatchObject({
      title: message.title,
      body: message.body,
      tag: message.tag,
      data: { url: alert },
    });
    // An unreadable message is shown too, because a browser revokes the permission of a site that shows
    // nothing.
    await deliver(context, page, url, 'no JSON');
    await expect
      .poll(async () => (await shown(worker)).map(({ title }) => title))
      .toEqual([message.title, 'AeroWatch']);
    expect(await click(worker, first!)).toBe(true);
    await page.waitForURL(`**${alert}`);
    // A pushed address leads to this console only.
    expect(await click(worker, { ...first!, data: { url: 'https://elsewhere.example/alerts' } })).toBe(true);
    await page.waitForURL(`${url}/`);
    await context.close();
  });

  it('says why a browser cannot be told: the person or the browser refused', async () => {
    const { context, page } = await openAs(ground, 'member', { serviceWorkers: 'allow' });
    await page.route('**/api/me/push/', (route) =>
      route.fulfill({ json: { public_key: PUBLIC_KEY, browsers: [] } }),
    );
    await page.goto(`${ground.stage.server.url}${paths.preferences()}`);
    await settle(page);
    const allow = page.getByRole('button', { name: 'Allow in this browser' });
    await allow.click();
    await page.getByText('Notifications of this site are blocked', { exact: false }).first().waitFor();
    await context.grantPermissions(['notifications'], { origin: ground.stage.server.url });
    await allow.click();
    await page.getByText('The browser could not be registered.').first().waitFor();
    await context.close();
  });
}
