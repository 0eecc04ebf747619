import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';
import { fieldOf } from './forms/form-play.ts';
import { AEROS, ALERTS, BOXES, type LargeFleet, LINE, ON_A_LINE, setFleet } from './large-fleet/set-fleet.ts';
import { screensOf } from './screens.ts';
import { load, settle, visit } from './visit.ts';

let fleet: LargeFleet;
let browser: Browser;
let close: () => Promise<void>;
beforeAll(async () => {
  const opening = openBrowser();
  fleet = await setFleet();
  ({ browser, close } = await opening);
});
afterAll(async () => {
  await close?.();
  await fleet?.server.stop();
});

async function openPage(): Promise<{ page: Page; end: () => Promise<void> }> {
  const { url, admin } = fleet.server;
  const { body } = await admin.api.patch('/me/', { language: 'en' });
  const session = { token: admin.token, user: body };
  const { context, page } = await openContext(browser, url, { maps: false }, session);
  return { page, end: () => context.close() };
}
const at = (path: string): string => `${fleet.server.url}${path}`;
const shown = (count: number): string => count.toLocaleString('en');

/** Numbers of a whole fleet, of a line and of its AEROs: what a screen may say of many things. */
const TRUE = new Set([BOXES, AEROS, ALERTS, ON_A_LINE, 2 * ON_A_LINE, AEROS - 2, BOXES - 1]);
/** Things that are counted, if not said to be a part, or called by a number instead of their name. */
const COUNTED = /(?<!The first )(?<![\d,])([\d,]{3,})\s+(?:of\s+[\d,]+\s+)?(?:boxes|AEROs|alerts)\b/g;
const NUMBERED = /(?:^|[\s(])#\d{3,}/g;

/** What a page says that is not the truth. */
async function untruthsOn(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => document.body.innerText);
  const counted = [...text.matchAll(COUNTED)].filter(([, number]) => {
    const count = Number(number!.replaceAll(',', ''));
    return count >= 100 && !TRUE.has(count);
  });
  const words = [...counted.map(([words]) => words), ...(text.match(NUMBERED) ?? [])];
  return [...new Set([...words, ...(/no longer accessible|No AERO matches/.exec(text) ?? [])])];
}

describe(`with ${BOXES} boxes`, () => {
  it('every screen says the truth: no number is that of what was loaded, no name is a number', async () => {
    const { page, end } = await openPage();
    await load(page, at(paths.privacy()));
    const wrong: Record<string, string[]> = {};
    for (const { name, path } of [
      ...screensOf(fleet),
      { name: 'last-box', path: paths.box(fleet.lastBox.id) },
      { name: 'last-curves', path: paths.visualization({ aeros: fleet.aeros.slice(-2) }) },
    ]) {
      await visit(page, path);
      await settle(page);
      const found = await untruthsOn(page);
      if (found.length > 0) wrong[name] = found;
    }
    await end();
    expect(wrong).toEqual({});
  });

  it('a page load asks for little', async () => {
    const { page, end } = await openPage();
    // By address: on a busy machine the stream of events begins late, and what changed meanwhile is read again.
    const asked = new Map<string, number>();
    const reading: Promise<unknown>[] = [];
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      if (!pathname.startsWith('/api/') || pathname.startsWith('/api/events')) return;
      const read = response.body().catch(() => Buffer.alloc(0));
      reading.push(read.then((body) => asked.set(`${pathname}${search}`, body.length)));
    });
    await load(page, at(paths.boxes()));
    await Promise.all(reading);
    await end();
    const bytes = [...asked.values()].reduce((sum, one) => sum + one, 0);
    console.info(
      `A page load at ${BOXES} boxes: ${asked.size} addresses, ${Math.round(bytes / 1000)} kB raw.`,
    );
    const largest = [...asked].sort((a, b) => b[1] - a[1]);
    expect(bytes, JSON.stringify(largest.slice(0, 8))).toBeLessThan(1_000_000);
    expect(asked.size, [...asked.keys()].map((path) => path.slice(0, 60)).join(' ')).toBeLessThanOrEqual(28);
  });

  it('a rule, a silence and a bulk act take all that match', async () => {
    const { page, end } = await openPage();
    await load(page, at(paths.supervisorCreate()));
    await page.getByRole('textbox', { name: 'Name' }).fill('Whole line');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Search' }).fill(LINE);
    await page.getByRole('checkbox', { name: new RegExp(`^${LINE}`) }).check();
    await page.getByText(`${2 * ON_A_LINE} AEROs chosen`).waitFor();

    await visit(page, paths.silences());
    await page.getByRole('button', { name: 'New silence' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('A line', { exact: true }).click();
    await fieldOf(dialog, 'Line').click();
    await page.getByRole('option', { name: LINE, exact: true }).click();
    await dialog.getByText(`${ON_A_LINE} boxes`).waitFor();
    await page.keyboard.press('Escape');

    await visit(page, paths.boxes());
    await settle(page);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: `Select all ${shown(BOXES)} that match` }).click();
    await page.getByText(`${shown(BOXES)} selected`).waitFor();

    await visit(page, paths.alerts());
    await settle(page);
    await page.getByText(`${shown(ALERTS)} alerts. `).waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: `Select all ${shown(ALERTS)} that match` }).click();
    await page.getByRole('button', { name: `Mark ${shown(ALERTS)} as seen` }).waitFor();
    await end();
  });

  it('what is far down is found: by search, in pickers, on pages', async () => {
    const { page, end } = await openPage();
    await load(page, at(paths.boxes({})));
    await page.getByRole('searchbox', { name: 'Search in the list' }).fill(fleet.lastBox.serial);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await visit(page, paths.silences());
    await page.getByRole('button', { name: 'New silence' }).click();
    const dialog = page.getByRole('dialog');
    await fieldOf(dialog, 'Boxes', 1).fill(fleet.lastBox.serial);
    await page.getByRole('option', { name: fleet.lastBox.serial }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await visit(page, paths.tagEdit(fleet.tag));
    await settle(page);
    await fieldOf(page, 'Boxes').click();
    await page.getByRole('option', { name: `100 of ${shown(BOXES - 1)}: type to find others` }).waitFor();
    await fieldOf(page, 'Boxes').fill(fleet.lastBox.serial);
    await page.getByRole('option', { name: fleet.lastBox.serial }).waitFor();
    await end();
  });
});
