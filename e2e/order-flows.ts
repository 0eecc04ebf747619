import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { button, type Flow, open, ownBox, REFUSED, refuse, says } from './form-flows.ts';
import { fieldOf } from './form-play.ts';
import type { Stage } from './stage.ts';

/** Fills the dialog of a new order: what the server refuses is said, and what it takes is there. */
async function order(page: Page, stage: Stage, title: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await fieldOf(dialog, 'Title').fill(title);
  await refuse(page, '**/api/work-orders/bulk/', { orders: [REFUSED] }, async () => {
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
  });
  // Nothing typed is lost.
  expect(await fieldOf(dialog, 'Title').inputValue()).toBe(title);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await says(page, /work orders? created|open already/);
  const { body } = await stage.server.admin.api.get('/work-orders/?page_size=100');
  expect(body.count).toBeGreaterThan(0);
}

/** A diagnosis that one can make an order of. */
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

/** Orders from each place that makes them, their page, and who else is told of them. */
export const ORDER_FLOWS: Flow[] = [
  {
    name: 'alert: a work order',
    screen: 'alert',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.alert(stage.alert));
      await button(page, 'Work order').click();
      await order(page, stage, 'From the alert');
    },
  },
  {
    name: 'alerts: work orders of a selection',
    screen: 'alerts',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.alerts());
      await page.getByRole('row').getByRole('checkbox').nth(1).check();
      await button(page, 'Work order').click();
      await order(page, stage, 'From the list');
    },
  },
  {
    name: 'diagnostics: work orders of a selection',
    screen: 'diagnostics',
    level: 'privileged',
    async play(page, stage) {
      await diagnose(stage);
      await open(page, paths.diagnostics());
      await page.getByRole('row').getByRole('checkbox').nth(1).check();
      await button(page, 'Work order').click();
      await order(page, stage, 'From the diagnoses');
    },
  },
  {
    name: 'map: work orders of what is shown',
    screen: 'map',
    level: 'privileged',
    async play(page, stage) {
      await open(page, `${paths.map()}?q=${ownBox(stage).serial_number}`);
      await button(page, /^Work orders? for the/).click();
      await order(page, stage, 'From the map');
    },
  },
  {
    name: 'work order: a comment',
    screen: 'workOrder',
    level: 'privileged',
    async play(page, stage) {
      // One of those that were made before.
      const list = await stage.server.admin.api.get(`/work-orders/?client=${stage.clients.own}&page_size=1`);
      const { id } = list.body.results[0];
      const comments = async () =>
        (await stage.server.admin.api.get(`/work-orders/${id}/`)).body.comments.length;
      const before = await comments();
      // The page may stand on this very order.
      await open(page, paths.alerts());
      await open(page, paths.workOrder(id));
      const comment = page.getByRole('textbox', { name: 'Write a comment' });
      await comment.fill('The key of the gate is at the depot.');
      await refuse(page, '**/api/work-orders/**', { text: [REFUSED] }, async () => {
        await page.getByRole('region', { name: 'Comments' }).getByRole('button').last().click();
        await page.getByRole('alert').first().waitFor();
      });
      // Nothing typed is lost.
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
];
