import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load } from '../visit.ts';

/** Must be shown as text, not executed. */
const EVIL = '<script>window.run = 1</script><img src=x onerror="window.run = 2"> <b>Re-gassed</b>';
const list = (page: Page) => page.getByRole('region', { name: /notes? in this range/ });
const dialog = (page: Page) => page.getByRole('dialog');
const ran = (page: Page) => page.evaluate(() => 'run' in window);

/** Changes by others arrive within 4 s, on a clock that is advanced. */
async function sees(page: Page, count: () => Promise<number>, expected: number): Promise<void> {
  const later = async () => {
    await page.clock.fastForward(4000);
    return count();
  };
  await expect.poll(later, { interval: 300 }).toBe(expected);
}

async function save(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** The time is the one under the pointer. */
async function pinByClick(ground: Ground, page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a note' }).click();
  const curve = page.getByRole('application').first();
  const over = curve.locator('.u-over').first();
  const { width } = (await over.boundingBox())!;
  // If parts below load a moment later the curves change their width, and a click in between misses them.
  const opened = async () => {
    if ((await dialog(page).count()) === 0) await over.click({ position: { x: width - 20, y: 40 } });
    return dialog(page).count();
  };
  await expect.poll(opened, { interval: 1000 }).toBe(1);
  await dialog(page).getByLabel('What was seen or done').fill(EVIL);
  await save(page);
  const { body } = await ground.stage.server.admin.api.get<{ results: { text: string; at: string }[] }>(
    `/notes/?box=${ownBox(ground).id}&ordering=-id`,
  );
  expect(body.results[0]!.text).toBe(EVIL);
  const age = Date.now() - Date.parse(body.results[0]!.at);
  // The curve shows seven days up to now.
  expect(age).toBeGreaterThan(0);
  expect(age).toBeLessThan((60 / width) * 7 * 86_400_000);
  return curve;
}

/** The cursor, N, the text, and on to the button. */
async function pinByKeys(page: Page, curve: Locator): Promise<void> {
  await curve.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('n');
  await dialog(page).locator('textarea:focus').waitFor();
  await page.keyboard.type('By keys alone');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  for (let left = 8; left > 0 && (await focused()) !== 'Save'; left -= 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe('Save');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

async function pinsNotes(ground: Ground): Promise<void> {
  const address = `${ground.stage.server.url}${paths.box(ownBox(ground).id)}`;
  const author = await openAs(ground, 'member');
  const reader = await openAs(ground, 'privileged');
  const { page } = author;
  await page.clock.install();
  await reader.page.clock.install();
  await load(page, address);
  await load(reader.page, address);

  const curve = await pinByClick(ground, page);
  await list(page).getByText(EVIL).waitFor();
  await sees(reader.page, () => list(reader.page).getByText(EVIL).count(), 1);
  for (const one of [page, reader.page]) {
    expect(await ran(one)).toBe(false);
    expect(await list(one).locator('b, img, script').count()).toBe(0);
  }

  await pinByKeys(page, curve);

  // Its author changes it; another user reads it, and may delete it only as a manager.
  const first = (one: Page) => list(one).getByRole('button', { name: /^Read the note/ });
  await list(page).getByText('By keys alone').waitFor();
  await first(page).first().click();
  await dialog(page).getByLabel('What was seen or done').fill('Said otherwise');
  await save(page);
  await sees(reader.page, () => list(reader.page).getByText('Said otherwise').count(), 1);
  await first(reader.page).first().click();
  expect(await dialog(reader.page).getByRole('textbox').count()).toBe(0);
  for (const step of ['Delete', 'Delete this note?'])
    await dialog(reader.page).getByRole('button', { name: step, exact: true }).click();
  await dialog(reader.page).waitFor({ state: 'detached' });
  // Notes by others on the box stay, whoever wrote them.
  await sees(page, () => list(page).getByText('Said otherwise').count(), 0);
  await list(page).getByText(EVIL).waitFor();
  expect([...author.problems, ...reader.problems]).toEqual([]);
  await author.context.close();
  await reader.context.close();
}

async function asksBeforeOverwriting(ground: Ground): Promise<void> {
  const { api } = ground.stage.server;
  const own = api(ground.stage.people.member.token);
  const note = await own.post<{ id: number; updated_at: string }>('/notes/', {
    box: ownBox(ground).id,
    aero: ownBox(ground).aeros[0]!.id,
    kind: 'note',
    text: 'As it was',
    at: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const stored = async () => (await own.get<{ text: string }>(`/notes/${note.body.id}/`)).body.text;
  const { context, page, problems } = await openAs(ground, 'member');
  await load(page, `${ground.stage.server.url}${paths.box(ownBox(ground).id)}`);
  const typed = dialog(page).getByLabel('What was seen or done');
  const conflict = dialog(page).getByRole('alert').filter({ hasText: 'while you were editing it' });
  const open = async (text: string) => {
    await list(page).getByText(text).locator('xpath=preceding-sibling::button').click();
    await typed.waitFor();
  };
  await open('As it was');
  await typed.fill('Mine');
  expect((await own.patch(`/notes/${note.body.id}/`, { text: 'From the other window' })).status).toBe(200);
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await conflict.waitFor();
  expect([await typed.inputValue(), await stored()]).toEqual(['Mine', 'From the other window']);

  await conflict.getByRole('button', { name: 'Load what is stored' }).click();
  await conflict.waitFor({ state: 'detached' });
  expect(await typed.inputValue()).toBe('From the other window');
  await typed.fill('Mine again');
  await own.patch(`/notes/${note.body.id}/`, { text: 'Once more from there' });
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await conflict.getByRole('button', { name: 'Save mine over it' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await stored()).toBe('Mine again');
  expect(problems.filter((problem) => !/412/.test(problem))).toEqual([]);
  await context.close();
}

async function loadsCurvesOnce(ground: Ground): Promise<void> {
  const { context, page } = await openAs(ground, 'member');
  const curves: string[] = [];
  page.on('request', (request) => request.url().includes('/measures/series/') && curves.push(request.url()));
  await load(
    page,
    `${ground.stage.server.url}${paths.visualization({ aeros: ownBox(ground).aeros[0]!.id })}`,
  );
  await page.getByRole('application').first().waitFor();
  expect(curves).toHaveLength(1);
  await context.close();
}

export function curveNotes(ground: Ground): void {
  it('are pinned by click and by keys, seen by others at once, changed and deleted', () => pinsNotes(ground));

  it('that was changed elsewhere meanwhile is not written over unasked, and nothing typed is lost', () =>
    asksBeforeOverwriting(ground));

  it('stand on curves that are loaded once', () => loadsCurvesOnce(ground));
}
