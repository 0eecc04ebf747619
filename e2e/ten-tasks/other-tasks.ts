import { expect } from 'vitest';
import { fieldOf } from '../forms/form-play.ts';
import { settle } from '../visit.ts';
import { expectInSight, type Morning, thursdays } from './inbox-tasks.ts';
import type { Walk } from './walk.ts';

const REASON = 'Ten tasks';

/** 6. Four Thursdays from 8 to 16, on a line. */
export async function silenceThursdays(walk: Walk, { api }: Morning): Promise<void> {
  const { page, words } = walk;
  const { silences, common } = words;
  await walk.go(common.nav.alerts);
  await walk.click(page.getByRole('link', { name: silences.title }).first());
  await walk.click(page.getByRole('button', { name: silences.create }));
  const dialog = page.getByRole('dialog');
  await walk.read();
  await walk.click(dialog.getByText(silences.scopeLine, { exact: true }));
  await walk.click(fieldOf(dialog, silences.chooseLine));
  await walk.click(page.getByRole('option').first());
  const [day] = thursdays();
  await walk.type(fieldOf(dialog, silences.from), `${day} 08:00`);
  await walk.type(fieldOf(dialog, silences.to), `${day} 16:00`);
  await walk.click(fieldOf(dialog, silences.repeat));
  await walk.click(page.getByRole('option', { name: silences.repeatWeekly, exact: true }));
  await walk.click(fieldOf(dialog, silences.ends));
  await walk.click(page.getByRole('option', { name: silences.endsCount, exact: true }));
  await walk.type(fieldOf(dialog, silences.count), '4');
  await walk.type(fieldOf(dialog, silences.reason), REASON);
  await walk.click(dialog.getByRole('button', { name: silences.action, exact: true }));
  await dialog.waitFor({ state: 'detached' });
  const all = await api.all<{ id: number; reason: string; rrule: string }>('/silences/');
  const made = all.filter(({ reason }) => reason === REASON);
  expect(made.map(({ rrule }) => rrule)).toEqual(['FREQ=WEEKLY;COUNT=4']);
  for (const { id } of made) await api.post(`/silences/${id}/end/`, {});
}

/** 7. A rule on a tag that tells two persons. */
export async function ruleByTag(walk: Walk, { api }: Morning): Promise<void> {
  const { page, words } = walk;
  const { supervisors, common, domain, conditions } = words;
  const name = `Ten tasks ${Date.now()}`;
  const next = () => walk.click(page.getByRole('button', { name: common.action.next, exact: true }));
  await walk.go(common.nav.supervisors);
  await walk.click(page.getByRole('link', { name: supervisors.create }).first());
  await walk.read();
  await walk.type(fieldOf(page, domain.field.name), name);
  await next();
  await walk.read();
  await walk.click(page.getByText(supervisors.scope.tag, { exact: true }));
  await walk.click(fieldOf(page, supervisors.scope.whichTag));
  await walk.click(page.getByRole('option').first());
  await next();
  await walk.read();
  await walk.click(fieldOf(page, supervisors.condition.comparator));
  await walk.click(page.getByRole('option', { name: conditions.comparator.gt.name, exact: true }));
  await walk.type(fieldOf(page, supervisors.condition.value), '55');
  await walk.click(page.getByText(supervisors.told.chosen, { exact: true }));
  await walk.click(fieldOf(page, supervisors.told.persons));
  for (const person of ['Camille Martin', 'Joe Brown'])
    await walk.click(page.getByRole('option', { name: person, exact: true }));
  await page.keyboard.press('Escape');
  await next();
  await walk.read();
  await walk.click(page.getByRole('button', { name: common.action.validate, exact: true }));
  await page.waitForURL(/supervisors$/);
  const [made] = await api.all<{ id: number; name: string; tell: { users: number[] } }>(
    `/supervisors/?search=${encodeURIComponent(name)}`,
  );
  expect(made!.tell.users).toHaveLength(2);
}

/** 8. A year of two AEROs, the curve over the width of the paper. */
export async function printAYear(walk: Walk): Promise<void> {
  const { page, words, phone } = walk;
  const { visualization, common } = words;
  await walk.go(common.nav.visualization);
  if (phone) await walk.click(page.getByRole('button', { name: visualization.choose }).first());
  const tree = page.getByRole('list', { name: visualization.choose });
  for (const depth of [1, 2])
    await walk.click(tree.getByRole('listitem').nth(depth).getByRole('button').first());
  await walk.read();
  for (const at of [3, 4]) await walk.click(tree.getByRole('listitem').nth(at).getByRole('checkbox'));
  if (phone) {
    await page.keyboard.press('Escape');
    await settle(page);
    await walk.click(page.getByRole('button', { name: visualization.options }).first());
  }
  await walk.click(fieldOf(page, visualization.range.label));
  await walk.click(page.getByRole('option', { name: visualization.range.last_12_months, exact: true }));
  if (phone) await page.keyboard.press('Escape');
  await settle(page);
  await page.emulateMedia({ media: 'print' });
  const chart = page.locator('.uplot').first();
  await expect
    .poll(async () => (await chart.boundingBox())?.width ?? 0)
    .toBeGreaterThan(page.viewportSize()!.width * 0.8);
  await page.emulateMedia({ media: 'screen' });
}

/** 9. The monthly report, downloaded. */
export async function fetchReport(walk: Walk): Promise<void> {
  const { page, words } = walk;
  await walk.read();
  await walk.click(page.getByRole('button', { name: words.report.title, exact: true }));
  await walk.read();
  const file = page.waitForEvent('download');
  await walk.click(page.getByRole('dialog').getByRole('button', { name: words.report.fetch }));
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
}

/** 10. Who reaches the stop at 45 °C: a sentence and a table. */
export async function whoAt45(walk: Walk): Promise<void> {
  const { page, words } = walk;
  await walk.go(words.common.nav.line);
  const slider = page.getByRole('slider', { name: words.line.temperature.title });
  await expectInSight(walk, page.getByRole('group', { name: words.line.picture }));
  // Dragged: one gesture, counted as a click.
  await slider.fill('45');
  await walk.click(slider.locator('xpath=ancestor::section').getByText(/45/).first());
  await page.getByRole('table', { name: words.line.temperature.list }).getByRole('row').nth(1).waitFor();
}
