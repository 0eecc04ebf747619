import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';
import { follow } from './visit.ts';

let server: TestServer;
let browser: Browser;
let close: () => Promise<void>;
let alone: { id: number; serial: string };
let pole: { id: number; serial: string }[];

/** Ten boxes in Paris, five in Lyon, one by the sea; two on one pole, far away. */
beforeAll(async () => {
  server = await startTestServer();
  const place = async (latitude: number, longitude: number, sami = 'satisfactory') => {
    const box = await server.createBox({ latitude, longitude, aeros: [{ sami }] });
    return { id: box.id, serial: box.serial };
  };
  for (let at = 0; at < 10; at += 1)
    await place(48.85 + at / 1000, 2.35, at < 3 ? 'unsatisfactory' : 'satisfactory');
  for (let at = 0; at < 5; at += 1) await place(45.76 + at / 1000, 4.84);
  alone = await place(43.3, -1.5, 'improvement_needed');
  pole = [await place(36.1, -5.35), await place(36.1, -5.35, 'unsatisfactory')];
  ({ browser, close } = await openBrowser());
});
afterAll(async () => {
  await close?.();
  await server?.stop();
});

const VIEW = '46.5,2.5,5.5';
/** Position on the page of the map's only mark: the middle of what is drawn. */
async function markOf(page: Page): Promise<[x: number, y: number]> {
  const [x, y] = await page.locator('canvas.map-points').evaluate((canvas: HTMLCanvasElement) => {
    const { data, width } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const inked = [...data.keys()].filter((at) => at % 4 === 3 && data[at]! > 0).map((at) => (at - 3) / 4);
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values) + 1) / 2;
    const frame = canvas.getBoundingClientRect();
    return [
      frame.x + middle(inked.map((at) => at % width)),
      frame.y + middle(inked.map((at) => Math.floor(at / width))),
    ];
  });
  return [x!, y!];
}
/** Clicks the only mark until its card is open: on a busy machine the map may still be moving. */
async function openCard(page: Page): Promise<void> {
  const card = page.locator('.map-popup').getByText(alone.serial, { exact: true });
  await expect
    .poll(
      async () => {
        if (!(await card.isVisible())) await page.mouse.click(...(await markOf(page)));
        return card.isVisible();
      },
      { interval: 1000 },
    )
    .toBe(true);
}
const ringsOf = (page: Page) =>
  page
    .locator('.map-cluster')
    .evaluateAll((rings) => rings.map((ring) => ring.getAttribute('aria-label')).sort());
/** Number of non-empty pixels on the marks' canvas. */
const inked = (page: Page) =>
  page.locator('canvas.map-points').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  });
async function signedIn(language: 'en' | 'fr' = 'en') {
  const user = (await server.admin.api.get('/me/')).body;
  return openContext(browser, server.url, { language }, { token: server.admin.token, user });
}
async function open(at: string, language: 'en' | 'fr' = 'en') {
  const { context, page, problems } = await signedIn(language);
  // Drawing of the base map: counted from the first call on.
  await page.addInitScript(() => {
    const draw = WebGL2RenderingContext.prototype.drawElements;
    Object.assign(window, { drawn: 0 });
    WebGL2RenderingContext.prototype.drawElements = function (...args) {
      (window as unknown as { drawn: number }).drawn += 1;
      return draw.apply(this, args);
    };
  });
  await page.goto(`${server.url}${paths.map({ at })}`);
  await page.locator('.maplibregl-canvas').waitFor();
  await atRest(page);
  return { context, page, problems };
}
const drawnOf = (page: Page) => page.evaluate(() => (window as unknown as { drawn: number }).drawn);
async function atRest(page: Page): Promise<void> {
  let before = -1;
  for (let now = 0; now !== before || now <= 0; ) {
    before = now;
    await page.waitForTimeout(1200);
    now = follow(page).open.size > 0 ? -1 : await drawnOf(page);
  }
}

describe('the map of boxes', () => {
  it('shows groups by the share of each level, and single boxes by their mark', async () => {
    const { context, page, problems } = await open(VIEW);
    await expect
      .poll(() => ringsOf(page))
      .toEqual(['10, Satisfactory 7, Unsatisfactory 3', '5, Satisfactory 5']);
    await expect.poll(() => inked(page)).toBeGreaterThan(200);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('answers a search without painting the base map again', async () => {
    const { context, page } = await open(VIEW);
    const before = await drawnOf(page);
    expect(before).toBeGreaterThan(0);
    await page.locator('main input[type="search"]').fill(alone.serial);
    await page.getByText('1 of 18 boxes', { exact: true }).waitFor();
    // In the same frame as the texts.
    expect(await ringsOf(page)).toEqual([]);
    expect(await inked(page)).toBeGreaterThan(200);
    await page.locator('main input[type="search"]').fill('no such box');
    await page.getByText('0 of 18 boxes', { exact: true }).waitFor();
    expect(await inked(page)).toBe(0);
    expect(await drawnOf(page)).toBe(before);
    await context.close();
  });

  it('lets no mark pass for a forecast before it is known, and tries again when it failed', async () => {
    const { context, page } = await signedIn();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/forecast/boxes/**', async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, json: {} });
    });
    await page.goto(`${server.url}${paths.map({ at: VIEW, layer: 'week' })}`);
    await page.getByText('The forecast is loading.').waitFor();
    await expect.poll(() => ringsOf(page)).toEqual(['10, Not known yet 10', '5, Not known yet 5']);
    held.resolve();
    await page.getByText('The forecast could not be loaded.').waitFor();
    expect(await ringsOf(page)).toEqual(['10, Not known yet 10', '5, Not known yet 5']);
    await page.unroute('**/api/forecast/boxes/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => ringsOf(page)).toEqual(['10, No forecast 10', '5, No forecast 5']);
    await context.close();
  });

  it.each([
    [1024, 600],
    [1440, 900],
    [1920, 1080],
    [768, 1024],
    [360, 740],
  ])('fills a window of %i × %i, no more', async (width, height) => {
    const { context, page } = await signedIn('fr');
    await page.setViewportSize({ width, height });
    await page.goto(`${server.url}${paths.map({ at: VIEW })}`);
    await page.locator('.maplibregl-canvas').waitFor();
    const map = (await page.locator('.map-frame').boundingBox())!;
    const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    const foot = await page.locator('main').evaluate((main) => {
      const paper = main.querySelector('.aw-fills > :last-child')!;
      const { paddingBottom } = getComputedStyle(main);
      return (
        main.getBoundingClientRect().bottom -
        Number.parseFloat(paddingBottom) -
        paper.getBoundingClientRect().bottom
      );
    });
    expect(foot).toBeCloseTo(0, 0);
    // On a phone the bars alone take half the window: the page scrolls to a map of useful size.
    if (width > 1000) expect(below).toBe(0);
    expect(map.height).toBeGreaterThanOrEqual(260);
    expect(map.height).toBeLessThan(height - 56);
    await context.close();
  });

  it('comes nearer at a click on a group, until its boxes stand alone', async () => {
    const { context, page } = await open(VIEW, 'fr');
    await expect.poll(async () => (await ringsOf(page))[0]).toMatch(/^10, /);
    // Newer than what is rendered, like the address just after a card has opened: the remembered view must
    // keep it.
    await page.evaluate(() => {
      const newer = new URL(location.href);
      newer.searchParams.set('newer', '1');
      history.replaceState(history.state, '', newer);
    });
    await page.locator('.map-cluster', { hasText: '5' }).first().click();
    await expect
      .poll(() => Number(new URL(page.url()).searchParams.get('at')?.split(',')[2]))
      .toBeGreaterThan(6);
    expect(new URL(page.url()).searchParams.get('newer')).toBe('1');
    await expect.poll(async () => (await ringsOf(page)).some((label) => label?.startsWith('10'))).toBe(false);
    await context.close();
  });

  it('opens boxes of one pole as a list, the worst first, and the card of the one chosen', async () => {
    const { context, page, problems } = await open('36.1,-5.35,15');
    await page.locator('.map-cluster').click();
    const list = page.locator('.map-popup');
    await list.getByRole('heading', { name: '2 boxes at this place' }).waitFor();
    const names = async () =>
      (await list.getByRole('listitem').allTextContents()).map((name) =>
        name.slice(0, pole[0]!.serial.length),
      );
    await expect.poll(names).toEqual([pole[1]!.serial, pole[0]!.serial]);
    await list.getByRole('button', { name: pole[1]!.serial }).click();
    await list.getByRole('heading', { name: pole[1]!.serial }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('box')).toBe(String(pole[1]!.id));
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens the card of the box that is clicked, and moves with the map', async () => {
    const { context, page } = await open('43.3,-1.5,14.5');
    const [x, y] = await markOf(page);
    await page.mouse.move(x, y);
    await expect
      .poll(() =>
        page.locator('.maplibregl-canvas').evaluate((canvas) => (canvas as HTMLElement).style.cursor),
      )
      .toBe('pointer');
    await openCard(page);
    await expect.poll(() => new URL(page.url()).searchParams.get('box')).toBe(String(alone.id));
    await page.locator('.maplibregl-popup-close-button').click();
    await atRest(page);
    // The card may have moved the map.
    const [fromX, fromY] = await markOf(page);
    await page.mouse.move(fromX + 150, fromY + 60);
    await page.mouse.down();
    await page.mouse.move(fromX + 50, fromY + 30, { steps: 5 });
    // Held still before release, so that the map does not glide.
    await atRest(page);
    await page.mouse.up();
    await atRest(page);
    const [toX, toY] = await markOf(page);
    expect(Math.abs(toX - (fromX - 100))).toBeLessThan(12);
    expect(Math.abs(toY - (fromY - 30))).toBeLessThan(12);
    await openCard(page);
    await context.close();
  });
});
