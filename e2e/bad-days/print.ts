import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load, settle } from '../visit.ts';

/** A4 between margins of 1 cm, in CSS pixels. */
const PAPER = { width: 718, height: 1047 };

/** Pages of a PDF written by Chromium. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

async function printsWholeBox(ground: Ground): Promise<void> {
  const box = ownBox(ground);
  const { context, page } = await openAs(ground, 'member', { theme: 'dark', maps: true });
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0, print: () => Object.assign(window, { asked: 1 }) });
  });
  await load(page, `${ground.stage.server.url}${paths.box(box.id)}`);
  await page.getByRole('link', { name: 'Print' }).click();
  await page.waitForFunction(() => (window as unknown as { asked: number }).asked === 1);
  for (const name of [...box.aeros.map((_, at) => `AERO ${at + 1}`), 'Last alerts', 'Maintenance log'])
    await page.getByRole('heading', { name }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const margin = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' };
  const pdf = await page.pdf({ format: 'A4', margin });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const pages = pagesOf(pdf);
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThanOrEqual(2);
  await context.close();
}

async function printsMapOfDashboard(ground: Ground): Promise<void> {
  const { context, page } = await openAs(ground, 'member', { maps: true, width: 1280, height: 600 });
  await load(page, `${ground.stage.server.url}${paths.dashboard()}`);
  const map = page.getByRole('img', { name: 'Map of all boxes, coloured by SAMI' });
  await map.waitFor({ state: 'attached' });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await settle(page);
  await page.emulateMedia({ media: 'print' });
  const inked = await map.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  // Land, sea and marks.
  expect(inked).toBeGreaterThan(3);
  await context.close();
}

async function printsReport(ground: Ground): Promise<void> {
  const box = ownBox(ground);
  const { context, page } = await openAs(ground, 'member', { theme: 'dark', maps: true });
  await load(page, `${ground.stage.server.url}${paths.box(box.id)}`);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  // Dark text on white, even if the screen is dark.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme))
    .toBe('light');
  await settle(page);
  for (const part of ['.mantine-AppShell-header', 'nav', '.mantine-AppShell-navbar'])
    for (const one of await page.locator(part).all()) expect(await one.isVisible(), part).toBe(false);
  const buttons = page.locator('button:not(.chart-legend-item)').filter({ visible: true });
  expect(await buttons.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 200)))).toEqual([]);
  await page.getByRole('heading', { level: 1, name: box.serial_number }).waitFor();
  expect(await page.locator('canvas').filter({ visible: true }).count()).toBeGreaterThan(0);
  const cut = await page.evaluate(() => {
    const sheet = document.documentElement;
    const wide = [...document.querySelectorAll('main *')].filter(
      (one) => one.checkVisibility() && one.getBoundingClientRect().right > sheet.clientWidth + 1,
    );
    return wide.map((one) => `${one.tagName}.${one.className} ${one.textContent?.slice(0, 40)}`);
  });
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  await context.close();
}

export function print(ground: Ground): void {
  it('the whole box, both AEROs, alerts and log, is two sheets, and asks to be printed by itself', () =>
    printsWholeBox(ground));

  it('the dashboard has its map, also where nobody scrolled to it', () => printsMapOfDashboard(ground));

  it('a box is a report, from a dark screen too', () => printsReport(ground));
}
