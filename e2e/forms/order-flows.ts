import { DAY } from '@aerowatch/domain/durations';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { gatherWeeks } from '../../server/features/forecast/weeks/store-weeks.ts';
import { paths } from '../../web/lib/paths.ts';
import { within } from '../appearance/ends.ts';
import type { Stage } from '../stage.ts';
import { button, type Flow, open, ownBox, REFUSED, refuse, says } from './form-flows.ts';
import { fieldOf } from './form-play.ts';

interface Made {
  title: string;
  box: number;
  aero: number | null;
}
/**
 * Fills in the dialog of a new order: a server error is shown, and the accepted order is about its source.
 */
async function order(page: Page, stage: Stage, title: string, about: Partial<Made>): Promise<void> {
  const dialog = page.getByRole('dialog');
  await fieldOf(dialog, 'Title').fill(title);
  await refuse(page, '**/api/work-orders/bulk/', { orders: [REFUSED] }, async () => {
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: REFUSED }).waitFor();
  });
  // No typed input is lost.
  expect(await fieldOf(dialog, 'Title').inputValue()).toBe(title);
  const answered = page.waitForResponse('**/api/work-orders/bulk/');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const answer = within((await answered).json(), 'the body of the answer to a new order');
  const { created, existing } = (await answer) as Record<'created' | 'existing', number[]>;
  await says(page, /work orders? created|open already/);
  // The message may be about the previous order: this one is created when its dialog has closed.
  await dialog.waitFor({ state: 'detached' });
  const [id, ...others] = [...created, ...existing];
  expect(others).toEqual([]);
  const { body } = await stage.server.admin.api.get<Made>(`/work-orders/${id}/`);
  // An order left open by an earlier flow has its title.
  expect(body).toMatchObject(created.length === 0 ? about : { ...about, title });
}
/** The box and AERO to which the link of a row or of a choice leads. */
async function leadsTo(part: Locator): Promise<{ box: number; position: number }> {
  const href = await part.locator('a[href*="/galland-boxes/"]').first().getAttribute('href');
  const [, box, position] = /\/galland-boxes\/(\d+)(?:\?tab=aero(\d))?/.exec(href ?? '') ?? [];
  return { box: Number(box), position: Number(position) };
}
/** A selectable row, identified by its link, because another one may be inserted before it. */
async function withSelection(page: Page): Promise<Locator> {
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
  const link = rows.nth(1).locator('a[href*="/galland-boxes/"]').first();
  const href = await link.getAttribute('href');
  return rows.filter({ has: page.locator(`a[href="${href}"]`) }).first();
}
const withOrder = (page: Page, role: 'row' | 'region') =>
  page.getByRole(role).filter({ has: button(page, 'Work order') });

/** A diagnosis from which an order can be created. */
async function diagnose(stage: Stage): Promise<void> {
  await stage.server.db
    .insertInto('diagnostics')
    .values({
      aero_id: ownBox(stage).aeros[0]!.id,
      day: new Date().toISOString().slice(0, 10),
      verdict: 'bad',
      findings: '[]',
    } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forecasts by which every AERO of the own client is likely to reach its margin today and tomorrow. */
async function storeForecast(stage: Stage): Promise<void> {
  const now = Date.now();
  const day = (lead: number) => new Date(now + lead * DAY).toISOString().slice(0, 10);
  const aeros = stage.boxes
    .filter(({ client }) => client === stage.clients.own)
    .flatMap((box) => box.aeros.map(({ id }) => id));
  const forecast = {
    issued_at: new Date(now),
    basis: 'weather',
    unavailable: null,
    ...{ temperature_min: 12, temperature_max: 39, low_p05: 180, low_p50: 200, low_p95: 220 },
    ...{ high_p05: 380, high_p50: 410, high_p95: 440 },
    ...{ margin_hot: 0.6, margin_cold: 0, stop_hot: 0.1, stop_cold: 0, chance: 0.6 },
  };
  await stage.server.db
    .insertInto('forecasts')
    .values(
      aeros.flatMap((aero_id) => [0, 1].map((lead) => ({ aero_id, day: day(lead), lead, ...forecast }))),
    )
    .onConflict((conflict) => conflict.columns(['aero_id', 'day']).doUpdateSet(forecast))
    .execute();
  await gatherWeeks(stage.server.db, aeros);
}

/** Orders from each place that creates them, their page, and other browsers that are notified. */
export const ORDER_FLOWS: Flow[] = [
  {
    name: 'alert: a work order',
    screen: 'alert',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.alert(stage.alert));
      await button(page, 'Work order').click();
      const { box, aero } = (await stage.server.admin.api.get<Made>(`/alerts/${stage.alert}/`)).body;
      await order(page, stage, 'From the alert', { box, aero });
    },
  },
  {
    name: 'alerts: work orders of a selection',
    screen: 'alerts',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.alerts());
      const row = await withSelection(page);
      const { box } = await leadsTo(row);
      await row.getByRole('checkbox').check();
      await button(page, 'Work order').click();
      await order(page, stage, 'From the list', { box });
    },
  },
  {
    name: 'diagnostics: work orders of a selection',
    screen: 'diagnostics',
    level: 'privileged',
    async play(page, stage) {
      await diagnose(stage);
      await open(page, paths.diagnostics());
      const row = await withSelection(page);
      const { box } = await leadsTo(row);
      await row.getByRole('checkbox').check();
      await button(page, 'Work order').click();
      await order(page, stage, 'From the diagnoses', { box });
    },
  },
  {
    name: 'map: work orders of what is shown',
    screen: 'map',
    level: 'privileged',
    async play(page, stage) {
      await open(page, `${paths.map()}?q=${ownBox(stage).serial_number}`);
      await button(page, 'Work order for the box shown').click();
      await order(page, stage, 'From the map', { box: ownBox(stage).id, aero: null });
    },
  },
  {
    name: 'week ahead: a work order',
    screen: 'forecast',
    level: 'privileged',
    async play(page, stage) {
      await storeForecast(stage);
      // Reloaded, because the forecasts were written directly into the database, without an event.
      await page.goto(`${stage.server.url}${paths.forecast()}`);
      const row = withOrder(page, 'row').first();
      const { box } = await leadsTo(row);
      await row.getByRole('button', { name: 'Work order', exact: true }).click();
      await order(page, stage, 'Before the heat', { box });
    },
  },
  {
    name: 'line: a work order for the AERO that is chosen',
    screen: 'line',
    level: 'privileged',
    async play(page, stage) {
      await storeForecast(stage);
      await open(page, paths.line());
      await page.getByRole('group', { name: 'AEROs along the line' }).focus();
      // The first one of the list above has an order.
      await page.keyboard.press('End');
      await button(page, 'Work order').waitFor();
      const { box, position } = await leadsTo(withOrder(page, 'region').last());
      const { aeros } = stage.boxes.find(({ id }) => id === box)!;
      await button(page, 'Work order').click();
      await order(page, stage, 'From the line', { box, aero: aeros[position - 1]!.id });
    },
  },
  {
    name: 'work order: a comment',
    screen: 'workOrder',
    level: 'privileged',
    async play(page, stage) {
      // One of those created before.
      const list = await stage.server.admin.api.get(`/work-orders/?client=${stage.clients.own}&page_size=1`);
      const { id } = list.body.results[0];
      const comments = async () =>
        (await stage.server.admin.api.get(`/work-orders/${id}/`)).body.comments.length;
      const before = await comments();
      // The page may already show this order.
      await open(page, paths.alerts());
      await open(page, paths.workOrder(id));
      const comment = page.getByRole('textbox', { name: 'Write a comment' });
      await comment.fill('The key of the gate is at the depot.');
      await refuse(page, '**/api/work-orders/**', { text: [REFUSED] }, async () => {
        await page.getByRole('region', { name: 'Comments' }).getByRole('button').last().click();
        await page.getByRole('alert').first().waitFor();
      });
      // No typed input is lost.
      expect(await comment.inputValue()).toBe('The key of the gate is at the depot.');
      await page.getByRole('region', { name: 'Comments' }).getByRole('button').last().click();
      await expect.poll(comments).toBe(before + 1);
    },
  },
  {
    name: 'settings: a webhook',
    screen: 'settings',
    level: 'privileged',
    async play(page, stage) {
      await open(page, `${paths.settings()}?tab=webhooks`);
      await button(page, 'New webhook').first().click();
      const dialog = page.getByRole('dialog');
      await fieldOf(dialog, 'Address').fill('https://cmms.example.org/hook');
      await refuse(page, '**/api/webhooks/', { url: [REFUSED] }, async () => {
        await dialog.getByRole('button', { name: /^(Save|Create|Validate)$/ }).click();
        await says(page, REFUSED);
      });
      await dialog.getByRole('button', { name: /^(Save|Create|Validate)$/ }).click();
      await expect
        .poll(async () => (await stage.server.admin.api.get('/webhooks/')).body.count)
        .toBeGreaterThan(0);
    },
  },
  {
    name: 'settings: a token of a directory',
    screen: 'settings',
    level: 'admin',
    async play(page) {
      await open(page, `${paths.settings()}?tab=security`);
      await button(page, 'New token of a directory').first().click();
      const dialog = page.getByRole('dialog');
      await fieldOf(dialog, 'Name').fill('Entra');
      await refuse(page, '**/api/scim-tokens/', { name: [REFUSED] }, async () => {
        await dialog.getByRole('button', { name: 'Create' }).click();
        await says(page, REFUSED);
      });
      await dialog.getByRole('button', { name: 'Create' }).click();
      const value = await page.getByTestId('once-value').textContent();
      expect(value).toMatch(/^aw_scim_[\w-]{43}$/);
      await dialog.getByRole('button', { name: 'I have kept the key' }).click();
      await page.getByRole('button', { name: 'Revoke: Entra' }).click();
      await expect.poll(() => page.getByText('No directory has a token.').count()).toBe(1);
    },
  },
];
