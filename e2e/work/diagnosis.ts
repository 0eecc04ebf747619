import { DAY } from '@aerowatch/domain/durations';
import { type Finding, makeFinding, notWatched } from '@aerowatch/domain/faults/finding';
import { FINDING_KEYS } from '@aerowatch/domain/faults/list';
import { withDefaults } from '@aerowatch/domain/faults/steps/defaults';
import { primaryOf } from '@aerowatch/domain/faults/steps/precedence';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { presentDiagnosis, wordsFor } from '../../server/features/diagnostics/present.ts';
import { paths } from '../../web/lib/paths.ts';
import { violations } from '../appearance/accessibility.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { settle } from '../visit.ts';

const NOW = Math.floor(Date.now() / DAY) * DAY;

/** A seized ram beside normal findings, and ones not watched at this log time. */
function findings(): Finding[] {
  const seized = makeFinding(
    'seized',
    2.7,
    '%',
    'bad',
    {},
    {
      since: NOW - 2 * DAY,
      confidence: 0.95,
      ruled_out: [{ cause: 'stroke_sensor_stuck', by: 'fixed_volume' }],
      candidates: [{ cause: 'icing', tell: 'warm_days' }],
    },
  );
  return FINDING_KEYS.map((key) => {
    if (key === 'seized') return withDefaults(seized, NOW);
    return key === 'friction' ? notWatched(key, '%', 21_600) : makeFinding(key, 0, null, 'good');
  });
}

/** The diagnosis of a seized AERO as returned by the API. */
export const fleetRow = (row: { aero: number; box: number }) => {
  const all = findings();
  return presentDiagnosis(
    {
      ...row,
      serial_number: 'FG-0001',
      position: 1,
      day: new Date(NOW).toISOString().slice(0, 10),
      computed_at: new Date(NOW),
      verdict: 'bad',
      primary: primaryOf(all),
      faults: ['seized'],
      since: new Date(NOW - 2 * DAY),
      confidence: 0.95,
      act_by: new Date(NOW),
      repair: null,
      findings: all,
      client: null,
      answered: [],
      orders: [],
    },
    wordsFor('en', 'metric', 'UTC'),
    true,
    new Map(),
  );
};

/** Stubs the API's diagnoses for a page; records the requests. */
async function answer(page: Page, row: { aero: number; box: number }): Promise<URL[]> {
  const requests: URL[] = [];
  const diagnosis = fleetRow(row);
  // /precision/ returns how many findings were confirmed: another endpoint.
  await page.route(/\/api\/diagnostics\/(?!precision)/, (route) => {
    requests.push(new URL(route.request().url()));
    return route.fulfill({ json: { count: 1, next: null, previous: null, results: [diagnosis] } });
  });
  return requests;
}

/** The day in the format of the stage's user. */
const SINCE = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' }).format(NOW - 2 * DAY);
type Kept = { written: string[]; asked: number };
/** Records texts written by charts and whether the page requests printing. */
const keepWritten = (page: Page) =>
  page.addInitScript(() => {
    const kept: Kept = { written: [], asked: 0 };
    Object.assign(window, kept, { print: () => Object.assign(window, { asked: 1 }) });
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      (window as unknown as Kept).written.push(text);
      write.call(this, text, ...place);
    };
  });
const written = (page: Page) => page.evaluate(() => (window as unknown as Kept).written);

/** The list shows the sentence, its curve and the reasons without leaving it. */
async function readsInList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const row = page.getByRole('row', { name: /Seized/ });
  await row.waitFor();
  expect(await row.innerText()).toContain('Free the ram and find what holds it');
  expect(await row.innerText()).toMatch(/The ram travels 2\.7.?% of what/);
  await row.getByRole('button', { name: /^Curve and reasons/ }).click();
  const reasons = page.getByRole('dialog');
  await reasons.getByText('Stroke sensor stuck: the pressure follows', { exact: false }).waitFor();
  await expect.poll(() => reasons.locator('canvas').count()).toBeGreaterThan(0);
  await settle(page);
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await reasons.waitFor({ state: 'detached' });
}

async function showsDiagnosis(ground: Ground): Promise<void> {
  const { stage } = ground;
  const { context, page, problems } = await openAs(ground, 'member');
  const box = ownBox(ground);
  await keepWritten(page);
  const requests = await answer(page, { aero: box.aeros[0]!.id, box: box.id });
  await page.goto(`${stage.server.url}${paths.box(box.id)}`);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await verdict.getByRole('heading', { name: 'Seized' }).waitFor();
  const text = await verdict.innerText();
  expect(text).toMatch(
    /The ram travels 2\.7.?% of what the temperature calls for, since .*, 95.?% certain\./,
  );
  expect(text).toContain('Free the ram and find what holds it (today)');
  expect(text).toContain('Stroke sensor stuck: the pressure follows the temperature as in a closed volume');
  // Normal findings are collapsed, and can be opened by keyboard.
  const normal = verdict.locator('summary', { hasText: 'normal findings' });
  expect(await verdict.getByText('Gas left', { exact: true }).isVisible()).toBe(false);
  await normal.focus();
  await page.keyboard.press('Enter');
  await verdict.getByText('Gas left', { exact: true }).waitFor();
  await verdict.getByText('1 not watched at this log time').waitFor();
  await settle(page);
  expect(await violations(page, 'section')).toEqual([]);
  // The curve itself shows since when; on paper there is nothing else.
  await expect.poll(() => written(page)).toContain(`Since ${SINCE}`);
  // Printed completely, with its curve and reasons, although a sheet is as narrow as a phone.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1047 });
  await verdict.getByText(/^Iced up: /).waitFor();
  expect(await verdict.locator('canvas').first().isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1440, height: 900 });
  // SAMI is fine although the measures disagree: both are shown, and a change is offered.
  await verdict.getByText('Diagnosed: Seized.').waitFor();
  await verdict.getByRole('button', { name: 'Change the SAMI' }).click();
  await page.getByRole('dialog').waitFor();

  await page.goto(`${stage.server.url}${paths.box(box.id, { view: 'paper' })}`);
  await page.waitForFunction(() => (window as unknown as { asked: number }).asked === 1);
  expect(await written(page)).toContain(`Since ${SINCE}`);
  await page.getByText('Stroke sensor stuck: the pressure follows', { exact: false }).waitFor();

  await readsInList(page, `${stage.server.url}${paths.diagnostics()}?fault=seized&sort=act_by`);
  expect(Object.fromEntries(requests.at(-1)!.searchParams)).toMatchObject({
    fault: 'seized',
    ordering: 'act_by',
  });
  expect(problems).toEqual([]);
  await context.close();
}

export function diagnosis(ground: Ground): void {
  it('stands before everything else of an AERO, and in a list by fault and by what is next', () =>
    showsDiagnosis(ground));
}
