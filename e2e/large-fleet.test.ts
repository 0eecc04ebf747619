import type { Browser, Page, Response } from 'playwright-core';
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

/** What a page load may cost: calls, bytes of JSON, bytes that are still used once all has been collected. */
const CALLS = 20;
const BYTES = 1_000_000;
const HEAP = 25_000_000;
interface Cost {
  name: string;
  calls: string[];
  bytes: number;
  heap: number;
}

async function costOfLoad(page: Page, url: string): Promise<Omit<Cost, 'name'>> {
  // By address: on a busy machine the stream of events begins late, and what changed meanwhile is read again.
  const asked = new Map<string, Promise<number>>();
  const note = (response: Response): void => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/events')) return;
    const size = response.body().then(
      (body) => body.length,
      () => 0,
    );
    asked.set(`${pathname}${search}`, size);
  };
  page.on('response', note);
  await load(page, url);
  page.off('response', note);
  const bytes = (await Promise.all(asked.values())).reduce((sum, one) => sum + one, 0);
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('HeapProfiler.enable');
  await inspector.send('HeapProfiler.collectGarbage');
  await inspector.send('HeapProfiler.collectGarbage');
  const { usedSize } = await inspector.send('Runtime.getHeapUsage');
  await inspector.detach();
  return { calls: [...asked.keys()].map((path) => path.slice(0, 60)), bytes, heap: usedSize };
}

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
  it('every screen says the truth, and asks for little: calls, bytes and memory of each page load', async () => {
    const { page, end } = await openPage();
    const wrong: Record<string, unknown> = {};
    const costs: Cost[] = [];
    for (const { name, path } of [
      ...screensOf(fleet),
      { name: 'last-box', path: paths.box(fleet.lastBox.id) },
      { name: 'last-curves', path: paths.visualization({ aeros: fleet.aeros.slice(-2) }) },
    ]) {
      const cost = await costOfLoad(page, at(path));
      costs.push({ ...cost, name });
      const found = await untruthsOn(page);
      if (found.length > 0) wrong[name] = found;
      const { calls, bytes, heap } = cost;
      if (calls.length > CALLS || bytes > BYTES || heap > HEAP) wrong[`${name} costs`] = cost;
    }
    await end();
    for (const [of, most] of Object.entries({
      calls: ({ calls }: Cost) => calls.length,
      kB: ({ bytes }: Cost) => Math.round(bytes / 1000),
      'MB of heap': ({ heap }: Cost) => Math.round(heap / 100_000) / 10,
    })) {
      const largest = costs.toSorted((a, b) => most(b) - most(a)).slice(0, 3);
      console.info(`${of} a page load: ${largest.map((cost) => `${cost.name} ${most(cost)}`).join(', ')}`);
    }
    expect(wrong).toEqual({});
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
    await page.getByText(`${shown(ALERTS)} alerts`, { exact: true }).waitFor();
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

  it('a rule on a whole line watches each of its AEROs', async () => {
    const { page, end } = await openPage();
    await load(page, at(paths.supervisorCreate()));
    await page.getByRole('textbox', { name: 'Name' }).fill('Whole line, saved');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Search' }).fill(LINE);
    await page.getByRole('checkbox', { name: new RegExp(`^${LINE}`) }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('combobox', { name: 'Comparator' }).click();
    await page.getByRole('option', { name: 'greater', exact: true }).click();
    await page.getByLabel('Value').fill('90');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Validate' }).click();
    await page.waitForURL(`**${paths.supervisors()}`);
    await end();
    const { admin, db } = fleet.server;
    const { body } = await admin.api.get('/supervisors/?search=Whole line, saved');
    const { aeros } = (await admin.api.get(`/supervisors/${body.results[0].id}/`)).body;
    const onLine = await db
      .selectFrom('aeros')
      .innerJoin('boxes', 'boxes.id', 'aeros.box_id')
      .select('aeros.id')
      .where('boxes.line', '=', LINE)
      .execute();
    expect(aeros.toSorted()).toEqual(onLine.map(({ id }) => id).toSorted());
  });

  it('500 alerts of two pages are archived, then all that match, without those that others took meanwhile', async () => {
    const { page, end } = await openPage();
    const { api } = fleet.server.admin;
    const act = async (button: string, done: string) => {
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog');
      const changed = dialog.getByRole('button', { name: 'Take the' });
      const seen = dialog.getByRole('button', { name: 'Mark as seen' });
      await changed.or(seen).waitFor();
      const said = await dialog.innerText();
      if (await changed.isVisible()) await changed.click();
      await seen.click();
      await page.getByText(done).waitFor();
      return said;
    };
    await load(page, at(`${paths.alerts()}?size=250`));
    const selectPage = page.getByRole('checkbox', { name: 'Select all' });
    await selectPage.check();
    await page.getByRole('button', { name: 'Next page' }).click();
    // Until the next page is here, the rows of the first are shown, and are selected.
    await expect.poll(() => selectPage.isChecked()).toBe(false);
    await selectPage.check();
    await act('Mark 500 as seen', '500 alerts were archived.');
    const open = async () => (await api.get('/alerts/opened/?limit=1')).headers.get('x-total-count');
    expect(await open()).toBe(String(ALERTS - 500));

    const left = ALERTS - 500;
    await visit(page, paths.alerts());
    await settle(page);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: `Select all ${shown(left)} that match` }).click();
    await page.getByText(`${shown(left)} selected`).waitFor();
    const { body: others } = await api.get('/alerts/opened/?limit=3');
    await api.post('/alerts/archive/', { ids: others.map(({ id }: { id: number }) => id) });
    const said = await act(`Mark ${shown(left)} as seen`, `${shown(left - 3)} alerts were archived.`);
    expect(said).toContain(`${shown(left)} selected. 3 changed since. 3 no longer match.`);
    expect(await open()).toBe('0');
    await end();
  });

  it('a bulk act reaches all boxes that match', async () => {
    const { page, end } = await openPage();
    const { api } = fleet.server.admin;
    const { body: tag } = await api.get(`/tags/${fleet.tag}/`);
    await load(page, at(paths.boxes()));
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: `Select all ${shown(BOXES)} that match` }).click();
    await page.getByText(`${shown(BOXES)} selected`).waitFor();
    await page.getByRole('button', { name: 'Tags', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await fieldOf(dialog, 'Add these tags').click();
    await page.getByRole('option', { name: tag.name }).click();
    await dialog.getByRole('button', { name: 'Change tags' }).click();
    await page.getByText(/Tags of 1[12],\d{3} boxes changed\./).waitFor();
    await end();
    expect((await api.get(`/boxes/?tag=${fleet.tag}&page_size=1`)).body.count).toBe(BOXES);
  });
});
