import { readFileSync } from 'node:fs';
import { decode } from 'fast-png';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ingest } from '../server/features/measures/testing.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';
import { load } from './visit.ts';

let server: TestServer;
let browser: Browser;
let close: () => Promise<void>;
const boxes: { aeroIds: readonly number[]; serial: string }[] = [];

/** Six boxes: with two AEROs each there are more curves than colours. */
beforeAll(async () => {
  server = await startTestServer();
  const now = Math.floor(Date.now() / 1000);
  for (let n = 0; n < 6; n += 1) {
    const box = await server.createBox({ serial_number: `PICTURE-${n}` });
    boxes.push(box);
    for (const aero of [1, 2] as const)
      await ingest(
        server,
        box.serial,
        aero,
        Array.from({ length: 20 }, (_, i) => ({
          at: now - 7200 + i * 300,
          stroke: 200 + 10 * n + i,
          temperature: i,
        })),
      );
  }
  ({ browser, close } = await openBrowser());
});
afterAll(async () => {
  await close?.();
  await server?.stop();
});

/** The saved picture, its name, and how much of each line sample in the legend is drawn (0 to 1). */
async function saved(aeros: readonly number[], curves: number) {
  const user = (await server.admin.api.get('/me/')).body;
  const look = { language: 'en' as const };
  const { context, page } = await openContext(browser, server.url, look, { token: server.admin.token, user });
  try {
    // Names are loaded with the collections, so the picture is requested afterwards.
    await load(
      page,
      `${server.url}${paths.visualization({ aeros: aeros.join(','), metrics: 'stroke', range: 'last_day' })}&expected=0`,
    );
    await page.locator('.u-over').first().waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
    const file = await coming;
    const { data, width, channels } = decode(readFileSync(await file.path()));
    const scale = await page.evaluate(() => window.devicePixelRatio);
    const at = (x: number, y: number) => [
      ...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3),
    ];
    const [paper] = [at(2, 2)];
    const drawn = Array.from({ length: curves }, (_, row) => {
      const y = Math.round((16 + 20 * (row + 1) + 12 - 4.5) * scale);
      const xs = Array.from({ length: 26 * scale }, (_, x) => 16 * scale + x);
      return xs.filter((x) => at(x, y).join() !== paper?.join()).length / xs.length;
    });
    return { name: file.suggestedFilename(), drawn };
  } finally {
    await context.close();
  }
}

it('on paper the curve is as wide as the page, and nothing to choose is beside it', async () => {
  const user = (await server.admin.api.get('/me/')).body;
  const { context, page } = await openContext(browser, server.url, {}, { token: server.admin.token, user });
  const query = { aeros: boxes[0]!.aeroIds.join(','), range: 'last_24_hours' };
  await load(page, `${server.url}${paths.visualization(query)}`);
  await page.locator('.u-over').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 700, height: 900 });
  const canvas = (await page.locator('.chart-frame canvas').first().boundingBox())!;
  expect(canvas.width).toBeGreaterThan(600);
  expect(await page.getByRole('tree').count()).toBe(0);
  expect(await page.getByLabel('Time range').isVisible()).toBe(false);
  await context.close();
});

it('two AEROs lie over each other in one picture of stroke against temperature', async () => {
  const user = (await server.admin.api.get('/me/')).body;
  const { context, page } = await openContext(browser, server.url, {}, { token: server.admin.token, user });
  const aeros = boxes.slice(0, 2).map((box) => box.aeroIds[0]);
  await load(
    page,
    `${server.url}${paths.visualization({ aeros: aeros.join(','), range: 'last_24_hours' })}&view=scatter`,
  );
  const picture = page.getByRole('img', { name: /PICTURE-0.* and PICTURE-1/ });
  await picture.waitFor();
  expect(await page.getByRole('img', { name: /^Stroke against temperature/ }).count()).toBe(3);
  await context.close();
});

it('a picture of one AERO says whose curve it is', async () => {
  const { name, drawn } = await saved(boxes[0]!.aeroIds.slice(0, 1), 1);
  expect(name).toMatch(/^PICTURE-0.*\.png$/);
  expect(drawn[0]).toBeGreaterThan(0.9);
});

it('where colours repeat, the legend has the dashes of the curves', async () => {
  const { name, drawn } = await saved(
    boxes.flatMap((box) => box.aeroIds),
    12,
  );
  expect(name).toMatch(/PICTURE-0.*PICTURE-1.*…/);
  expect(drawn.slice(0, 10).every((share) => share > 0.9)).toBe(true);
  expect(drawn.slice(10).every((share) => share > 0.2 && share < 0.8)).toBe(true);
});
