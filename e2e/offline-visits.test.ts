import { encode } from 'fast-png';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Running, start } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import { receive } from '../server/features/alerting/testing.ts';
import { hashPassword } from '../server/features/credentials/passwords.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';

const PASSWORD = 'eleven swallows on the wire';
const HOUR = 3_600_000;
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

interface Order {
  id: number;
  box: number;
  comments: { user: number; text: string }[];
  photos: { user: number }[];
  checklist: { code: string | null; done: boolean; note: string }[];
  state: string;
  acts: string[];
}

/** Poles of a client with a few days of measures, and an order for each. */
async function makeOrders(
  client: number,
  owner: { id: number; api: TestServer['admin']['api'] },
  poles = POLES,
): Promise<number[]> {
  const ids: number[] = [];
  for (let pole = 1; pole <= poles; pole += 1) {
    const box = await server.createBox({
      client,
      pole: `12/${pole}`,
      line: 'Dijon – Dole',
      kilometer_point: pole,
    });
    const hour = Math.floor(Date.now() / HOUR) * HOUR;
    const measures = Array.from({ length: 48 }, (_, i) => ({
      time: hour - i * HOUR,
      stroke: 400 + i,
      pressure: 50,
      temperature: 12,
    }));
    await receive(server.db, box.aeroIds[0]!, measures);
    const { body } = await owner.api.post('/work-orders/', {
      box: box.id,
      aero: box.aeroIds[0],
      assignee: owner.id,
      due_on: new Date().toISOString().slice(0, 10),
      source: { type: 'finding', kind: 'leak' },
    });
    await owner.api.patch(`/work-orders/${body.id}/`, { state: 'planned' });
    ids.push(body.id);
  }
  return ids;
}

const technician = async (client: number, first_name: string) =>
  server.createUser({ client, first_name, password_hash: await hashPassword(PASSWORD) });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
}
interface Phone {
  email: string;
  context: BrowserContext;
  page: Page;
}
/** A phone on which the technician has signed in, whose console opens without a network. */
async function phoneOf(email: string): Promise<Phone> {
  const { context, page } = await openContext(browser, url, {
    maps: false,
    serviceWorkers: 'allow',
    width: 390,
    height: 844,
  });
  await page.goto(url + paths.login());
  await page.getByLabel('E-mail').fill(email);
  await signIn(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  return { email, context, page };
}

async function takeAlong(page: Page): Promise<void> {
  await page.goto(url + paths.offline());
  await page.getByRole('button', { name: 'Take along' }).click();
  await page.getByText(/^Ready until/).waitFor({ timeout: 120_000 });
  await page.getByText(new RegExp(`^${POLES} orders`)).waitFor();
}

/** A photo larger than it is kept. */
function photo(pole: number): Buffer {
  const [width, height] = [2400, 1800];
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 1) data[at] = ((at >> 4) * (pole + 3)) % 251;
  return Buffer.from(encode({ width, height, data, channels: 3 }));
}

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

interface Found {
  comment: string;
  tick: RegExp;
  reading: string;
  photos: readonly Buffer[];
  verdict: string | null;
}
/** What a technician does at one pole, in the console, without a network. */
async function visitPole(page: Page, order: number, found: Found): Promise<void> {
  await page.goto(url + paths.workOrder(order));
  await page.getByRole('heading', { name: 'Picture' }).waitFor();
  await page.locator('.uplot').first().waitFor();
  const tick = page.getByRole('checkbox', { name: found.tick });
  await tick.click();
  await expect.poll(() => tick.isChecked()).toBe(true);
  const reading = page.getByLabel(/What was seen or measured: Read the pressure gauge/);
  await reading.fill(found.reading);
  await reading.blur();
  await page.getByPlaceholder('Write a comment').fill(found.comment);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(found.comment).waitFor();
  if (found.photos.length > 0) {
    const files = found.photos.map((buffer, at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer }));
    await page.locator('input[type=file]').setInputFiles(files);
    await expect.poll(() => page.locator('figure img').count(), { timeout: 30_000 }).toBe(files.length);
  }
  if (found.verdict === null) return;
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: found.verdict }).check();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('The closing waits to be sent.').waitFor();
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
  const [ada, bea] = [await technician(client.id, 'Ada'), await technician(client.id, 'Bea')];
  const orders = await makeOrders(client.id, ada);
  const phones = await Promise.all([phoneOf(ada.email), phoneOf(bea.email)]);
  const [one, two] = phones;
  // Hers because they are assigned to her, hers because they are planned for today.
  await takeAlong(one.page);
  await takeAlong(two.page);
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
      const photos = Array.from({ length: each }, () => photo(at));
      const verdict = closes(at) ? 'The diagnosis was right' : null;
      await visitPole(page, order, { comment: `${name} at ${order}`, tick, reading, photos, verdict });
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

/** What of this console lies in the databases of the browser, by store. */
const keptOn = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const counts: Record<string, number> = {};
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name!);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const asking = db.transaction(store).objectStore(store).count();
        counts[store] = await new Promise<number>((resolve) => {
          asking.onsuccess = () => resolve(asking.result);
        });
      }
      db.close();
    }
    return counts;
  });

it('signing out warns of what waits, and leaves nothing on the device', async () => {
  const client = await server.createClient();
  const ida = await technician(client.id, 'Ida');
  const [order] = await makeOrders(client.id, ida, 1);
  const { context, page } = await phoneOf(ida.email);
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
