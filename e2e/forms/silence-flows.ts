import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { follow, visit } from '../visit.ts';
import { button, type Flow, open, ownBox, REFUSED, refuse, says } from './form-flows.ts';
import { fieldOf } from './form-play.ts';

const REASON = 'Works on the line, played by a form';

/** The present list of silences, while a request of the previous screen hangs until it is released. */
async function leaveHanging(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const morning = '**/api/morning/**';
  await page.route(morning, async (route) => {
    await held.promise;
    await route.fallback();
  });
  const asked = page.waitForRequest(morning);
  await visit(page, paths.dashboard());
  await asked;
  await visit(page, paths.silences());
  // No other request is pending: from here on the list changes only by events.
  const others = () => [...follow(page).open].filter((request) => !request.url().includes('/api/morning/'));
  await expect.poll(() => others().length).toBe(0);
  return async () => {
    held.resolve();
    await page.unroute(morning);
  };
}

/** Four times instead of once: the resulting times are shown before saving. */
async function repeatFourTimes(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await fieldOf(dialog, 'Repeat').click();
  await page.getByRole('option', { name: 'Every week', exact: true }).click();
  await fieldOf(dialog, 'Repetition ends').click();
  await page.getByRole('option', { name: 'After a number of times', exact: true }).click();
  await fieldOf(dialog, 'Number of times').fill('4');
  await dialog.getByText(/^4 times, the last until /).waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByText(/^4 times, the last until /).waitFor();
}

export const SILENCE_FLOWS: Flow[] = [
  {
    name: 'silences: a silence is refused in words, made, and ended',
    screen: 'silences',
    level: 'member',
    async play(page, stage) {
      await open(page, paths.silences());
      await button(page, 'New silence').click();
      const dialog = page.getByRole('dialog');
      const save = () => dialog.getByRole('button', { name: 'Silence', exact: true }).click();
      // Without boxes and without a reason.
      await save();
      const reason = fieldOf(dialog, 'Reason');
      await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true');
      const box = ownBox(stage);
      const boxes = dialog.getByRole('combobox', { name: 'Boxes' }).or(dialog.getByLabel('Boxes')).last();
      expect(await boxes.getAttribute('aria-invalid')).toBe('true');
      await boxes.click();
      await page.getByRole('option', { name: box.serial_number, exact: true }).click();
      await reason.fill(REASON);
      await refuse(page, '**/api/silences/', { reason: [REFUSED] }, async () => {
        await save();
        await says(page, REFUSED);
      });
      // No typed input is lost.
      expect(await reason.inputValue()).toBe(REASON);
      await save();
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('listitem').filter({ hasText: REASON });
      await row.getByText(`Box ${box.serial_number}`, { exact: true }).waitFor();
      const made = async () =>
        (
          await stage.server.admin.api.get<{ results: { boxes: number[]; reason: string }[] }>('/silences/')
        ).body.results.filter((one) => one.reason === REASON);
      expect(await made()).toMatchObject([{ boxes: [box.id] }]);
      await row.getByText('1 box', { exact: true }).waitFor();
      await repeatFourTimes(page, row);
      expect(await made()).toMatchObject([{ rrule: 'FREQ=WEEKLY;COUNT=4', times_left: 4 }]);
      await row.getByRole('button', { name: 'End now' }).click();
      await row.waitFor({ state: 'detached' });
      expect(await made()).toEqual([]);
      // The list follows changes by others, also while a request of another screen hangs. Of several boxes
      // the first is named. A silence lists its boxes by id; the stage's are ordered by serial number, and
      // were created concurrently.
      const own = stage.boxes
        .filter(({ client }) => client === box.client)
        .slice(0, 3)
        .toSorted((one, other) => one.id - other.id);
      const release = await leaveHanging(page);
      const { status, body } = await stage.server.admin.api.post<{ id: number }>('/silences/', {
        client: box.client,
        boxes: own.map(({ id }) => id),
        to: new Date(Date.now() + 3_600_000).toISOString(),
        reason: REASON,
      });
      expect(status).toBe(201);
      const count = own.length - 1;
      await row
        .getByText(`Box ${own[0]!.serial_number} and ${count} ${count === 1 ? 'other' : 'others'}`)
        .waitFor();
      expect((await stage.server.admin.api.post(`/silences/${body.id}/end/`)).status).toBe(200);
      await row.waitFor({ state: 'detached' });
      await release();
    },
  },
];
