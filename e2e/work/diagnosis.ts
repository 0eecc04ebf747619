import { completed } from '@aerowatch/domain/diagnostics/completed';
import { FINDING_KEYS, type Finding, found, notWatched } from '@aerowatch/domain/diagnostics/finding';
import { primaryOf } from '@aerowatch/domain/diagnostics/primary';
import { DAY } from '@aerowatch/domain/durations';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { presentDiagnosis, wordsFor } from '../../server/modules/diagnostics/present.ts';
import { paths } from '../../web/lib/paths.ts';
import { violations } from '../accessibility.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { settle } from '../visit.ts';

const NOW = Math.floor(Date.now() / DAY) * DAY;

/** A seized ram beside what is normal, and what this log time does not let one watch. */
function findings(): Finding[] {
  const seized = found(
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
    if (key === 'seized') return completed(seized, NOW);
    return key === 'friction' ? notWatched(key, '%', 21_600) : found(key, 0, null, 'good');
  });
}

/** Stubs the API's diagnoses for a page; keeps the requests. */
async function answer(page: Page, row: { aero: number; box: number }): Promise<URL[]> {
  const requests: URL[] = [];
  const all = findings();
  const diagnosis = presentDiagnosis(
    {
      ...row,
      day: new Date(NOW).toISOString().slice(0, 10),
      computed_at: new Date(NOW),
      verdict: 'bad',
      primary: primaryOf(all),
      faults: ['seized'],
      since: new Date(NOW - 2 * DAY),
      confidence: 0.95,
      act_by: new Date(NOW),
      findings: all,
      client: null,
      orders: [],
    },
    wordsFor('en', 'metric', 'UTC'),
    true,
    new Map(),
  );
  // /precision/ says how many findings were confirmed: another endpoint.
  await page.route(/\/api\/diagnostics\/(?!precision)/, (route) => {
    requests.push(new URL(route.request().url()));
    return route.fulfill({ json: { count: 1, next: null, previous: null, results: [diagnosis] } });
  });
  return requests;
}

export function diagnosis(ground: Ground): void {
  it('stands before everything else of an AERO, and in a list by fault and by what is next', async () => {
    const { stage } = ground;
    const { context, page, problems } = await openAs(ground, 'member');
    const box = ownBox(ground);
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
    // Normal findings are folded, and open by keyboard.
    const normal = verdict.locator('summary', { hasText: 'normal findings' });
    expect(await verdict.getByText('Gas left', { exact: true }).isVisible()).toBe(false);
    await normal.focus();
    await page.keyboard.press('Enter');
    await verdict.getByText('Gas left', { exact: true }).waitFor();
    await verdict.getByText('1 not watched at this log time').waitFor();
    await settle(page);
    expect(await violations(page, 'section')).toEqual([]);
    // SAMI says all is well: both are told, and the change is offered.
    await verdict.getByText('Diagnosed: Seized.').waitFor();
    await verdict.getByRole('button', { name: 'Change the SAMI' }).click();
    await page.getByRole('dialog').waitFor();

    await page.goto(`${stage.server.url}${paths.diagnostics()}?fault=seized&sort=act_by`);
    const row = page.getByRole('row', { name: /Seized/ });
    await row.waitFor();
    expect(await row.innerText()).toContain('Free the ram and find what holds it');
    expect(Object.fromEntries(requests.at(-1)!.searchParams)).toMatchObject({
      fault: 'seized',
      ordering: 'act_by',
    });
    expect(problems).toEqual([]);
    await context.close();
  });
}
