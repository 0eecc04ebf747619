import { expect } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { button, type Flow, open, ownBox, REFUSED, refuse, says } from './form-flows.ts';
import { fieldOf } from './form-play.ts';

const REASON = 'Works on the line, played by a form';

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
      // Of no box, and for no reason.
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
      // Nothing typed is lost.
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
      await row.getByRole('button', { name: 'End now' }).click();
      await row.waitFor({ state: 'detached' });
      expect(await made()).toEqual([]);
      // Of several the first is named.
      const own = stage.boxes.filter(({ client }) => client === box.client).slice(0, 3);
      const { status } = await stage.server.admin.api.post('/silences/', {
        client: box.client,
        boxes: own.map(({ id }) => id),
        to: new Date(Date.now() + 3_600_000).toISOString(),
        reason: REASON,
      });
      expect(status).toBe(201);
      const count = own.length - 1;
      await open(page, paths.silences());
      await row
        .getByText(`Box ${own[0]!.serial_number} and ${count} ${count === 1 ? 'other' : 'others'}`)
        .waitFor();
      await row.getByRole('button', { name: 'End now' }).click();
      await row.waitFor({ state: 'detached' });
    },
  },
];
