import { encode } from 'fast-png';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { receive } from '../../server/features/alerting/testing.ts';
import { hashPassword } from '../../server/features/credentials/passwords.ts';
import type { TestServer } from '../../testing/start-test-server.ts';
import { paths } from '../../web/lib/paths.ts';
import { openContext } from '../browser.ts';

export const PASSWORD = 'eleven swallows on the wire';
export const HOUR = 3_600_000;

export interface Order {
  id: number;
  box: number;
  comments: { user: number; text: string; at: string }[];
  photos: { user: number }[];
  checklist: { code: string | null; done: boolean; note: string }[];
  state: string;
  acts: string[];
}

/** Poles of a client with a few days of measures, and an order for each. */
export async function makeOrders(
  server: TestServer,
  client: number,
  owner: { id: number; api: TestServer['admin']['api'] },
  poles: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let pole = 1; pole <= poles; pole += 1) {
    const box = await server.createBox({
      client,
      pole: `12/${pole}`,
      line: 'Dijon – Dole',
      kilometer_point: pole,
      latitude: 47 + pole / 100,
      longitude: 5,
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

export const technician = async (server: TestServer, client: number, first_name: string) =>
  server.createUser({ client, first_name, password_hash: await hashPassword(PASSWORD) });

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
}
export interface Phone {
  email: string;
  context: BrowserContext;
  page: Page;
}
/** A phone on which the technician has signed in, whose console opens without a network; its clock shows `now`. */
export async function phoneOf(browser: Browser, url: string, email: string, now?: number): Promise<Phone> {
  const { context, page } = await openContext(browser, url, {
    maps: false,
    serviceWorkers: 'allow',
    width: 390,
    height: 844,
  });
  if (now !== undefined) await context.clock.install({ time: now });
  await page.goto(url + paths.login());
  await page.getByLabel('E-mail').fill(email);
  await signIn(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  return { email, context, page };
}

export async function takeAlong(page: Page, url: string, poles: number): Promise<void> {
  await page.goto(url + paths.offline());
  await page.getByRole('button', { name: 'Take along' }).click();
  await page.getByText(/^Ready until/).waitFor({ timeout: 120_000 });
  await page.getByText(new RegExp(`^${poles} order`)).waitFor();
}

/** On a phone that says it is on Wi-Fi nobody presses a button. */
export async function takeAlongOnWifi(page: Page, url: string, poles: number): Promise<void> {
  await page.addInitScript(() => {
    const value = Object.assign(new EventTarget(), { type: 'wifi' });
    Object.defineProperty(navigator, 'connection', { value });
  });
  await page.goto(url + paths.offline());
  await page.getByText(/^Ready until/).waitFor({ timeout: 120_000 });
  await page.getByText(new RegExp(`^${poles} order`)).waitFor();
}

let made: Buffer | null = null;
/** A photo larger than it is kept. */
export function photo(): Buffer {
  if (made !== null) return made;
  const [width, height] = [2400, 1800];
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 1) data[at] = ((at >> 4) * 3) % 251;
  made = Buffer.from(encode({ width, height, data, channels: 3 }));
  return made;
}

/** What of this console lies in the databases of the browser, by store. */
export const keptOn = (page: Page): Promise<Record<string, number>> =>
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

interface Found {
  comment: string;
  tick: RegExp;
  reading: string;
  photos: readonly Buffer[];
  verdict: string | null;
}
/** What a technician does at one pole, in the console, without a network. */
export async function visitPole(page: Page, url: string, order: number, found: Found): Promise<void> {
  await page.goto(url + paths.workOrder(order));
  await page.getByRole('heading', { name: 'Picture' }).waitFor();
  await page.locator('.uplot').first().waitFor();
  const tick = page.getByRole('checkbox', { name: found.tick });
  await tick.click();
  await expect.poll(() => tick.isChecked()).toBe(true);
  const reading = page.getByLabel(/What was seen or measured: Read the pressure gauge/);
  await reading.fill(found.reading);
  await reading.blur();
  await write(page, found.comment);
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

/** On the screen of this device: two orders are found by kilometer point and by position. */
export async function findHere(page: Page, first: string, second: string): Promise<void> {
  const region = page.getByRole('region', { name: 'Orders on this device' });
  const search = region.getByLabel('Pole, PK, serial number, line');
  const found = () =>
    region
      .locator('a[href*="/work-orders/"]:not([href*="round"])')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  await expect.poll(found).toEqual([first, second]);
  await search.fill('PK 2+050');
  await expect.poll(found).toEqual([second]);
  await search.fill('');
  await page.context().setGeolocation({ latitude: 47.02, longitude: 5 });
  await region.getByRole('button', { name: 'Nearest first' }).click();
  await region.getByText(/ km$/).first().waitFor();
  await expect.poll(found).toEqual([second, first]);
  await search.fill('no such pole');
  await region.getByText('No order on this device matches.').waitFor();
}

/** Writes a comment at the order on the page. */
export const write = async (page: Page, text: string): Promise<void> => {
  await page.getByPlaceholder('Write a comment').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};
