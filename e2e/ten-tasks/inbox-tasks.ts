import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { apiOf } from '../../simulator/fleet/api.ts';
import { fieldOf } from '../forms/form-play.ts';
import { load, settle } from '../visit.ts';
import type { Walk } from './walk.ts';

/** What tasks share. */
export interface Morning {
  readonly api: ReturnType<typeof apiOf>;
  /** Boxes with a burst or a broken wire, by what is really wrong with the fleet. */
  readonly worst: readonly string[];
  /** The order that was accepted, handed over, planned, and done. */
  order: number;
}

const listOf = ({ page, words }: Walk): Locator =>
  page.getByRole('list', { name: words.inbox.title, exact: true });
/** The name of a row's button: its word, a colon as the language writes it, and the row's own name. */
const labelled = ({ words }: Walk, label: string): RegExp => {
  const begin = words.common.labelled.replace('{{label}}', label).replace('{{value}}', '');
  // Roles are found by names with plain spaces.
  return new RegExp(`^${begin.replaceAll(/\s/g, ' ')}`);
};
const rowsOf = (walk: Walk): Locator => listOf(walk).locator('> li');

/** A part is in sight if it is whole within the window, without scrolling. */
export async function expectInSight({ page }: Walk, part: Locator): Promise<void> {
  const box = (await part.boundingBox())!;
  const { height } = page.viewportSize()!;
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
}

/** 1. The three worst are in sight at once, among them what is really the worst. */
export async function seeTheWorst(walk: Walk, { worst }: Morning): Promise<void> {
  await walk.read();
  const rows = rowsOf(walk);
  const three = await Promise.all([0, 1, 2].map((at) => rows.nth(at).innerText()));
  for (const at of [0, 1, 2]) await expectInSight(walk, rows.nth(at));
  for (const serial of worst) expect(three.join('\n')).toContain(serial);
  expect(three[0]).toContain(walk.words.inbox.at_once);
}

/** 2. One click leads to gauge and curve of the first. */
export async function believe(walk: Walk): Promise<void> {
  const { page, words } = walk;
  await walk.click(rowsOf(walk).first().getByRole('link').first());
  await walk.read();
  await expectInSight(walk, page.getByRole('region', { name: words.gauge.title }).locator('svg').first());
  await page.locator('canvas, svg[role=img], .uplot').first().waitFor();
}

/** 3. Accepted in its row, handed over with a comment, planned. */
export async function acceptHandOverPlan(walk: Walk, morning: Morning): Promise<void> {
  const { page, words } = walk;
  await walk.read();
  const accept = page.getByRole('button', { name: labelled(walk, words.inbox.accept) });
  const row = rowsOf(walk).filter({ has: accept }).last();
  const href = (await row.getByRole('link').first().getAttribute('href'))!;
  morning.order = Number(/(\d+)$/.exec(href)![1]);
  const mine = rowsOf(walk).filter({ has: page.locator(`a[href="${href}"]`) });
  await walk.click(row.getByRole('button', { name: labelled(walk, words.inbox.accept) }));
  const choose = async (act: string) => {
    await walk.click(mine.getByRole('button', { name: labelled(walk, words.inbox.more) }));
    await walk.click(page.getByRole('menuitem', { name: act, exact: true }));
    await walk.read();
  };
  const dialog = page.getByRole('dialog');
  await choose(words.inbox.hand_over_ask);
  await walk.click(dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first());
  await walk.click(page.getByRole('option', { name: 'Joe Brown' }));
  await walk.type(fieldOf(dialog, words.inbox.comment), 'OK ?');
  await walk.click(dialog.getByRole('button', { name: words.inbox.hand_over, exact: true }));
  await dialog.waitFor({ state: 'detached' });
  await choose(words.inbox.plan_ask);
  await walk.type(fieldOf(dialog, words.inbox.day), thursdays()[0]!);
  await walk.click(dialog.getByRole('button', { name: words.inbox.plan, exact: true }));
  await dialog.waitFor({ state: 'detached' });
  const order = await morning.api.get<{ stage: string; assignee_name: string; due_on: string }>(
    `/work-orders/${morning.order}/`,
  );
  expect(order).toMatchObject({ stage: 'planned', assignee_name: 'Joe Brown' });
}

/** The next Thursdays as they are typed: 03/12/2026. */
export function thursdays(): string[] {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 1 + ((11 - day.getUTCDay() - 1 + 7) % 7));
  return [0, 1, 2, 3].map((week) => {
    const one = new Date(day.getTime() + week * 7 * 86_400_000);
    const two = (value: number) => String(value).padStart(2, '0');
    return `${two(one.getUTCDate())}/${two(one.getUTCMonth() + 1)}/${one.getUTCFullYear()}`;
  });
}

/** 4. At the pole: what is measured by hand, a step ticked, the verdict in plain words. */
export async function doTheWork(walk: Walk, { order, api }: Morning): Promise<void> {
  const { page, words } = walk;
  await load(page, `${walk.url}/work-orders/${order}`);
  await walk.read();
  const region = page.getByRole('region', { name: words.work.checklist.title });
  await walk.click(region.getByRole('checkbox').first());
  const hand = region
    .getByPlaceholder(words.work.checklist.by_hand.split(' (')[0]!)
    .or(region.getByRole('textbox'))
    .first();
  await walk.type(hand, '431');
  await hand.press('Tab');
  await settle(page);
  await walk.click(page.getByRole('button', { name: words.work.close.action, exact: true }));
  const dialog = page.getByRole('dialog');
  await walk.read();
  await walk.click(dialog.getByLabel(words.work.verdict_plain.found));
  await walk.click(dialog.locator('button[type=submit]'));
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await api.get<{ state: string }>(`/work-orders/${order}/`)).state)
    .toBe('done');
}

/** 5. Whether it holds: said on its page, with what would prove it. */
export async function seeItVerified(walk: Walk, { order }: Morning): Promise<void> {
  const { page, words } = walk;
  await load(page, `${walk.url}/work-orders/${order}`);
  await walk.read();
  const { verifying, done } = words.work.stage;
  await page
    .locator('main')
    .getByText(new RegExp(`^(${verifying}|${done})$`))
    .first()
    .waitFor();
}
