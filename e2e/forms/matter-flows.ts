import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import type { Stage } from '../stage.ts';
import { button, type Flow, open, REFUSED, refuse, says } from './form-flows.ts';
import { fieldOf } from './form-play.ts';

/** The first single matter of the inbox, and its number. */
async function firstMatter(page: Page): Promise<{ row: Locator; id: number }> {
  const link = page.getByRole('listitem').locator('a[href*="/work-orders/"]').first();
  const href = (await link.getAttribute('href')) ?? '';
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="${href}"]`) });
  return { row, id: Number(/\/work-orders\/(\d+)/.exec(href)?.[1]) };
}
const matter = async (stage: Stage, id: number) =>
  (await stage.server.admin.api.get<Record<string, unknown>>(`/work-orders/${id}/`)).body;

/** The input of an inbox dialog is refused at its field, kept, and then accepted. */
async function send(page: Page, act: string, url: string, refusal: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const comment = fieldOf(dialog, 'Comment');
  await comment.fill('Played by a form');
  const go = () => dialog.getByRole('button', { name: act, exact: true }).click();
  await refuse(page, url, { [refusal]: [REFUSED] }, async () => {
    await go();
    await dialog.getByText(REFUSED).waitFor();
  });
  expect(await comment.inputValue()).toBe('Played by a form');
  await go();
  await dialog.waitFor({ state: 'detached' });
}

/** Acts on matters, from the dashboard and from the list. */
export const MATTER_FLOWS: Flow[] = [
  {
    name: 'dashboard: a matter is planned',
    screen: 'dashboard',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.dashboard());
      const { row, id } = await firstMatter(page);
      await row.getByRole('button', { name: /^More/ }).click();
      await page.getByRole('menuitem', { name: 'Plan…' }).click();
      await fieldOf(page.getByRole('dialog'), 'Day').fill('27/12/2036');
      await send(page, 'Plan', '**/api/work-orders/plan/', 'due_on');
      await says(page, 'Planned.');
      expect(await matter(stage, id)).toMatchObject({ due_on: '2036-12-27', stage: 'planned' });
    },
  },
  {
    name: 'work orders: matters are handed over',
    screen: 'workOrders',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.workOrders());
      const { row, id } = await firstMatter(page);
      await row.getByRole('checkbox').check();
      await button(page, 'Hand over…').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').first().click();
      // Another form may have changed the name.
      const { id: to } = stage.people.member;
      const { body: person } = await stage.server.admin.api.get<Record<string, string>>(`/users/${to}/`);
      const name = `${person.first_name} ${person.last_name}`;
      await page.getByRole('option', { name, exact: true }).click();
      await send(page, 'Hand over', '**/api/work-orders/assign/', 'assignee');
      await says(page, 'Handed over.');
      expect(await matter(stage, id)).toMatchObject({ assignee: to });
    },
  },
];
