import type { BrowserContext } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { settle, visit } from '../visit.ts';

/** The age of the page, by its own clock, when it registers the worker. */
const noteRegistration = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    const began = Date.now();
    ServiceWorkerContainer.prototype.register = function (...args) {
      Object.assign(window, { registered: Date.now() - began });
      return register.apply(this, args);
    };
  });

async function canBeInstalled(ground: Ground): Promise<void> {
  const { url } = ground.stage.server;
  const html = await (await fetch(url)).text();
  const address = new URL(/rel="manifest" href="([^"]+)"/.exec(html)![1]!, url);
  const manifest = await (await fetch(address)).json();
  expect(manifest).toMatchObject({ name: 'AeroWatch', display: 'standalone' });
  expect(new URL(manifest.start_url, address).href).toBe(`${url}/`);
  const sizes: string[] = [];
  for (const icon of manifest.icons) {
    const answer = await fetch(new URL(icon.src, url));
    expect(answer.headers.get('content-type')).toBe(icon.type);
    const bytes = Buffer.from(await answer.arrayBuffer());
    // Width and height are at the beginning of a PNG.
    if (icon.type === 'image/png') sizes.push(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`);
  }
  expect(sizes).toEqual(['192x192', '512x512']);
}

async function opensOffline(ground: Ground): Promise<void> {
  const language = 'fr';
  const mark = /Dernier état connu/;
  const box = ownBox(ground);
  const { context, page } = await openAs(ground, 'member', {
    language,
    maps: true,
    serviceWorkers: 'allow',
  });
  await page.clock.install();
  await noteRegistration(context);
  await page.goto(ground.stage.server.url);
  await settle(page);
  // Not fastForward, because timers must fire when they are due, not all at the end of the jump.
  await page.clock.runFor(15_000);
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(1);
  // The worker waits 15 s, so that it does not slow down the first visit.
  expect(
    await page.evaluate(() => (window as unknown as { registered: number }).registered),
  ).toBeGreaterThanOrEqual(15_000);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null) await new Promise((done) => setTimeout(done, 50));
  });
  await page.reload();
  await settle(page);
  for (const path of [paths.boxes(), paths.box(box.id), paths.alerts()]) {
    await visit(page, path);
    await settle(page);
  }
  await context.setOffline(true);
  await page.goto(ground.stage.server.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('status').filter({ hasText: mark }).first().waitFor();
  await visit(page, paths.boxes());
  await page.getByRole('link', { name: box.serial_number }).first().waitFor();
  await page.goto(`${ground.stage.server.url}${paths.box(box.id)}`);
  await page.getByRole('heading', { level: 1, name: box.serial_number }).waitFor();
  await page.getByRole('status').filter({ hasText: mark }).first().waitFor();
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: box.serial_number }).waitFor();
  await settle(page);
  await page.getByRole('status').filter({ hasText: mark }).waitFor({ state: 'detached' });
  await context.close();
}

export function offline(ground: Ground): void {
  it('can be installed: manifest, icons, service worker', () => canBeInstalled(ground));

  it('opens without network and shows what it last knew, marked so', () => opensOffline(ground));
}
