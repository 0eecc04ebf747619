import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Running, start } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser } from './browser.ts';
import {
  findHere,
  HOUR,
  keptOn,
  makeOrders,
  type Order,
  PASSWORD,
  type Phone,
  phoneOf,
  photo,
  signIn,
  takeAlong,
  takeAlongOnWifi,
  technician,
  visitPole,
  write,
} from './offline/ground.ts';

/** `POLES=40 PHOTOS=200` shows a whole campaign; every run a small one. */
const POLES = Number(process.env.POLES ?? 10);
const PHOTOS = Number(process.env.PHOTOS ?? 20);

let server: TestServer;
let front: Running;
let url: string;
let browser: Browser;
let close: () => Promise<void>;
/** The server that the phones know: over the same database, and restarted at the same address. */
const startFront = (port: string): Promise<Running> =>
  start(
    readConfig({
      PORT: port,
      MQTT_PORT: '0',
      ROLES: 'web',
      LOG_LEVEL: 'error',
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.databaseUrl,
    }),
    { log: makeLog('error'), checkAnswers: true },
  );
beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'web' } });
  front = await startFront('0');
  url = front.url;
  ({ browser, close } = await openBrowser());
});
afterAll(async () => {
  await close?.();
  await front?.stop();
  await server?.stop();
});

/**
 * Leaves the network, and lets three days pass less an hour: the session has ended long ago, and the worker has
 * deleted the answers that it kept for it.
 */
async function leave({ context, page }: Phone): Promise<void> {
  await context.setOffline(true);
  await page.clock.install({ time: Date.now() + 71 * HOUR });
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.includes('answers')) await caches.delete(name);
  });
}

/** Signs in again, on the banner or after a reload; what waits is sent by itself. */
async function comeBack({ email, context, page }: Phone, reloads: boolean): Promise<void> {
  // Answers of the first calls are lost on their way back: the server has taken them.
  let lost = 3;
  await context.route(/\/(entries|photos)\/$/, async (route) => {
    if (lost === 0) return route.continue();
    lost -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await context.setOffline(false);
  if (reloads) {
    // The session ended three days ago: with a server, the console asks who is there.
    await page.reload();
    await page.getByLabel('E-mail').fill(email);
    await signIn(page);
    return;
  }
  await page.getByRole('status').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/^Password/)
    .first()
    .fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

it(`${POLES} poles and ${PHOTOS} photos of three days without a network arrive exactly once`, async () => {
  const client = await server.createClient();
  const [ada, bea] = [await technician(server, client.id, 'Ada'), await technician(server, client.id, 'Bea')];
  const orders = await makeOrders(server, client.id, ada, POLES);
  const phones = await Promise.all([phoneOf(browser, url, ada.email), phoneOf(browser, url, bea.email)]);
  const [one, two] = phones;
  // Assigned to her; planned for today, and without an act on Wi-Fi, as phones report it.
  await takeAlong(one.page, url, POLES);
  await takeAlongOnWifi(two.page, url, POLES);
  await Promise.all(phones.map(leave));

  const each = Math.floor(PHOTOS / POLES / 2);
  const round = async (
    page: Page,
    name: string,
    tick: RegExp,
    reading: string,
    closes: (at: number) => boolean,
  ) => {
    for (const [at, order] of orders.entries()) {
      const photos = Array.from({ length: each }, photo);
      const verdict = closes(at) ? 'The diagnosis was right' : null;
      await visitPole(page, url, order, { comment: `${name} at ${order}`, tick, reading, photos, verdict });
    }
  };
  await round(one.page, 'Ada', /^Find the leak/, '12 bar', (at) => at % 2 === 0);
  // The tab is killed in between: what was written is still there.
  await one.page.close();
  one.page = await one.context.newPage();
  await one.page.clock.install({ time: Date.now() + 71.5 * HOUR });
  await one.page.goto(url + paths.offline());
  const count = orders.length * (3 + each) + Math.ceil(orders.length / 2);
  await one.page.getByText(new RegExp(`^${count} entries wait`)).waitFor();
  await round(two.page, 'Bea', /^Tighten or replace/, '13 bar', (at) => at === 0);

  await front.stop();
  front = await startFront(new URL(url).port);
  await Promise.all([comeBack(one, false), comeBack(two, true)]);
  for (const { page } of phones) {
    await page.goto(url + paths.offline());
    await page.getByText('Everything was sent.').waitFor({ timeout: 300_000 });
  }

  for (const [at, id] of orders.entries()) {
    const order = (await server.admin.api.get(`/work-orders/${id}/`)).body as Order;
    expect(
      order.comments
        .map(({ text }) => text)
        .filter((text) => text.endsWith(` at ${id}`))
        .toSorted(),
    ).toEqual([`Ada at ${id}`, `Bea at ${id}`]);
    const line = (code: string) => order.checklist.find((check) => check.code === code);
    expect([line('find_leak')?.done, line('tighten_fittings')?.done]).toEqual([true, true]);
    expect(line('read_gauge')?.note.split(' · ').toSorted()).toEqual(['12 bar', '13 bar']);
    expect(order.photos).toHaveLength(2 * each);
    expect(new Set(order.photos.map(({ user }) => user)).size).toBe(each === 0 ? 0 : 2);
    expect(order.state).toBe(at % 2 === 0 ? 'done' : 'planned');
  }
  for (const { context } of phones) await context.close();
}, 600_000);

it('signing out warns of what waits, and leaves nothing on the device', async () => {
  const client = await server.createClient();
  const ida = await technician(server, client.id, 'Ida');
  const [order] = await makeOrders(server, client.id, ida, 1);
  const { context, page } = await phoneOf(browser, url, ida.email);
  await page.goto(url + paths.workOrder(order!));
  await page.getByPlaceholder('Write a comment').waitFor();
  await context.route(/\/entries\/$/, (route) => route.abort('connectionreset'));
  await page.getByPlaceholder('Write a comment').fill('oil on the rod');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => (await keptOn(page)).entries).toBe(1);
  const signOut = async () => {
    await page.getByRole('button', { name: /Ida/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
  };
  await signOut();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' }).click();
  expect((await keptOn(page)).entries).toBe(1);
  await signOut();
  await page
    .getByRole('dialog')
    .getByText(/^1 entry is on this device alone/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out and delete' }).click();
  await page.getByLabel('E-mail').waitFor();
  await expect
    .poll(async () => Object.values(await keptOn(page)).reduce((sum, count) => sum + count, 0))
    .toBe(0);
  await context.close();
});

it('an order on this device is found by kilometer point and position', async () => {
  const client = await server.createClient();
  const zoe = await technician(server, client.id, 'Zoe');
  const [first, second] = await makeOrders(server, client.id, zoe, 2);
  // A phone whose clock is three days wrong.
  const { context, page } = await phoneOf(browser, url, zoe.email, Date.now() + 72 * HOUR);
  await context.grantPermissions(['geolocation']);
  await takeAlong(page, url, 2);
  await context.setOffline(true);
  await findHere(page, paths.workOrder(first!), paths.workOrder(second!));
  await context.close();
});

it('without room or storage, what was typed and photographed stays until it is sent', async () => {
  const client = await server.createClient();
  const una = await technician(server, client.id, 'Una');
  const [order] = await makeOrders(server, client.id, una, 1);
  const { context, page } = await phoneOf(browser, url, una.email);
  await page.goto(url + paths.workOrder(order!));
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByPlaceholder('Write a comment').waitFor();
  await context.setOffline(true);
  await write(page, 'no room here');
  await page.getByText(/^This device has no room left/).waitFor();
  expect(await page.getByPlaceholder('Write a comment').inputValue()).toBe('no room here');
  const files = [1, 2].map((at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer: photo() }));
  await page.locator('input[type=file]').setInputFiles(files);
  const left = page.getByRole('alert').filter({ hasText: '2 photos are not saved' });
  await left.waitFor();
  await context.setOffline(false);
  await left.getByRole('button', { name: 'Try again' }).click();
  await left.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => page.getByPlaceholder('Write a comment').inputValue()).toBe('');

  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.reload();
  await page.getByPlaceholder('Write a comment').waitFor();
  await context.setOffline(true);
  await write(page, 'kept by nobody');
  await page.getByText(/^This browser keeps nothing here/).waitFor();
  expect(await page.getByPlaceholder('Write a comment').inputValue()).toBe('kept by nobody');
  const after = (await server.admin.api.get(`/work-orders/${order}/`)).body as Order;
  expect([after.photos.length, after.comments.map(({ text }) => text)]).toEqual([
    2,
    expect.arrayContaining(['no room here']),
  ]);
  await context.close();
});
