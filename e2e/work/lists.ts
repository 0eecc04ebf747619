import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { textOf } from '../appearance/text-of.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load, settle } from '../visit.ts';
import { fleetRow } from './diagnosis.ts';

/** More than a desktop shows without scrolling, and than fit in three phone screens. */
const MANY = 30;
const DESK = { width: 1440, height: 900 };
const PHONE = { language: 'fr', width: 360, height: 740 } as const;
/** Minimum rows on a desktop; phone screens before the button for more. */
const LEAST_ROWS = 15;
const MOST_SCREENS = 3;

/** Fills the lists of boxes, alerts and diagnoses with many rows copied from one each. */
async function fill(page: Page, ground: Ground): Promise<void> {
  const { api } = ground.stage.server.admin;
  const box = (await api.get(`/boxes/${ownBox(ground).id}/`)).body;
  const alert = (await api.get(`/alerts/${ground.stage.alert}/`)).body;
  const aero = ownBox(ground).aeros[0]!.id;
  const many = <T>(make: (index: number) => T): T[] =>
    Array.from({ length: MANY }, (_, index) => make(index));
  const paged = (results: unknown[]) => ({ count: MANY, next: null, previous: null, results });
  await page.route(/\/api\/boxes\/\?/, (route) =>
    route.fulfill({
      json: paged([
        box,
        ...many((index) => ({ ...box, id: 1_000_000 + index, serial_number: `ROW-${index}`, aeros: [] })),
      ]),
    }),
  );
  await page.route(/\/api\/alerts\/opened\//, (route) =>
    route.fulfill({ json: many((index) => ({ ...alert, id: 1_000_000 + index, group: `g${index}` })) }),
  );
  await page.route(/\/api\/diagnostics\/(?!precision)/, (route) =>
    route.fulfill({
      json: paged(many((index) => ({ ...fleetRow({ aero, box: box.id }), aero: aero + index }))),
    }),
  );
}

const LISTS = [
  { name: 'boxes', path: paths.boxes() },
  { name: 'alerts', path: paths.alerts() },
  { name: 'diagnostics', path: paths.diagnostics() },
] as const;

/** Rows that are completely visible in the window and in their frame. Runs in the page. */
function rowsInSight(): number {
  const frame = document.querySelector('main table')?.parentElement?.getBoundingClientRect();
  return [...document.querySelectorAll('main tbody tr')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && frame !== undefined && bottom <= frame.bottom;
  }).length;
}

/** The first and the last element of the first card, by position. Runs in the page. */
function firstAndLast(): { first: string; last: string } {
  const cells = [...document.querySelectorAll<HTMLElement>('main tbody tr:first-child td')]
    .filter((cell) => cell.checkVisibility() && cell.querySelector('input') === null && cell.innerText !== '')
    .map((cell) => ({ text: cell.innerText.split('\n')[0] ?? '', ...cell.getBoundingClientRect().toJSON() }));
  cells.sort((a, b) => (Math.abs(a.top - b.top) < 8 ? a.left - b.left : a.top - b.top));
  return { first: cells[0]?.text ?? '', last: cells.at(-1)?.text ?? '' };
}

async function onDesk(ground: Ground): Promise<void> {
  const { context, page } = await openAs(ground, 'member', DESK);
  await fill(page, ground);
  const short: string[] = [];
  for (const { name, path } of LISTS) {
    await load(page, `${ground.stage.server.url}${path}`);
    // A busy machine still draws them when everything has been read.
    await page.locator('main tbody tr').nth(LEAST_ROWS).waitFor();
    const rows = await page.evaluate(rowsInSight);
    if (rows < LEAST_ROWS) short.push(`${name}: ${rows} rows`);
  }
  expect(short).toEqual([]);
  // A list is readable: severity, the fault or rule once, the time under a heading that explains it.
  await load(page, `${ground.stage.server.url}${paths.alerts()}`);
  const row = page.locator('tbody tr').first();
  const alert = (await ground.stage.server.admin.api.get(`/alerts/${ground.stage.alert}/`)).body;
  expect(await row.innerText()).toContain(alert.supervisor_name);
  expect(await row.innerText()).toMatch(/Low|Medium|High/);
  await load(page, `${ground.stage.server.url}${paths.diagnostics()}`);
  const heads = await page.locator('thead th').allInnerTexts();
  const since = heads.findIndex((head) => head.includes('Since'));
  expect(await page.locator('tbody tr').first().locator('td').nth(since).innerText()).toMatch(/^[\d/]+$/);
  await context.close();
}

async function onPhone(ground: Ground): Promise<void> {
  const { context, page } = await openAs(ground, 'member', PHONE);
  await fill(page, ground);
  const more = page.getByRole('button', { name: /^Afficher \d+ de plus$/ });
  for (const { name, path } of LISTS) {
    await load(page, `${ground.stage.server.url}${path}`);
    const { y } = (await more.boundingBox())!;
    expect([name, y + (await page.evaluate(() => scrollY)) <= MOST_SCREENS * PHONE.height]).toEqual([
      name,
      true,
    ]);
  }
  await load(page, `${ground.stage.server.url}${paths.alerts()}`);
  const alert = (await ground.stage.server.admin.api.get(`/alerts/${ground.stage.alert}/`)).body;
  expect(await page.evaluate(firstAndLast)).toEqual({
    first: alert.supervisor_name,
    last: expect.stringMatching(textOf('Mark as seen', 'fr')),
  });
  await more.click();
  await settle(page);
  // The stage's own alerts come live, and stand beside them.
  expect(await page.locator('tbody tr').count()).toBeGreaterThanOrEqual(MANY);
  expect(await more.count()).toBe(0);
  await context.close();
}

export function lists(ground: Ground): void {
  it('on a desk shows fifteen rows of alerts, boxes and diagnoses without scrolling', () => onDesk(ground));
  it('on a phone begins each card with its name, ends it with its act, and offers more after three screens', () =>
    onPhone(ground));
}
