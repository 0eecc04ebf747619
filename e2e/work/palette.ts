import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load, settle } from '../visit.ts';

const chosen = (page: Page) => page.locator('.mantine-Spotlight-action[data-selected]');
async function find(page: Page, text: string): Promise<void> {
  // The previous one fades out.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.locator('.mantine-Spotlight-search input:focus').waitFor();
  await page.keyboard.type(text);
}

/** The opened list is used by letter keys: j and k move, x ticks, Enter opens. */
async function walkTheList(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const row = (index: number) => page.locator(`tbody tr[data-index="${index}"]`);
  await row(1).waitFor();
  await settle(page);
  const press = async (key: string, index: number) => {
    await page.keyboard.press(key);
    await expect.poll(() => row(index).locator(':focus').count(), { message: `${key} → ${index}` }).toBe(1);
  };
  await press('j', 0);
  await press('j', 1);
  await press('k', 0);
  const ticks = row(0).getByRole('checkbox');
  await page.keyboard.press('x');
  await expect.poll(() => ticks.isChecked()).toBe(true);
  await page.keyboard.press('x');
  await expect.poll(() => ticks.isChecked()).toBe(false);
  const name = await row(0).locator(':focus').innerText();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  // The box may be the one searched for next.
  await page.goBack();
  await row(1).waitFor();
}

export function palette(ground: Ground): void {
  it('goes to screens and boxes by keys alone, without accents too', async () => {
    const { id, serial_number } = ownBox(ground);
    const { context, page, problems } = await openAs(ground, 'member', { language: 'fr' });
    await load(page, `${ground.stage.server.url}${paths.preferences()}`);
    await find(page, 'boitiers');
    await expect.poll(() => chosen(page).innerText()).toBe('Boîtiers');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Boîtiers', level: 1 }).waitFor();
    await walkTheList(page);

    // Enter before the answer arrives opens the first result.
    await find(page, serial_number);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${paths.box(id)}`);

    // In lower case: on a slow machine the beginning of the number was requested during typing, and its
    // answer is known.
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('q') === 'aw-0',
    );
    await find(page, '');
    // At once: a single request and list, so that "the second" is one row.
    await page.keyboard.insertText('aw-0');
    await answered;
    await expect.poll(() => page.locator('.mantine-Spotlight-action').count()).toBeGreaterThan(1);
    const second = page.locator('.mantine-Spotlight-action').nth(1);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => second.getAttribute('data-selected')).toBe('true');
    const name = /^AW-\d+/.exec(await second.innerText())![0];
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name, level: 1 }).waitFor();

    // The action chosen by arrow keys is opened, also before the search answers.
    const waiting: Route[] = [];
    await page.route('**/api/search/**', (route) => void waiting.push(route));
    await find(page, 'boîti');
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    const last = page.locator('.mantine-Spotlight-action').last();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => last.getAttribute('data-selected')).toBe('true');
    const screen = (await last.innerText()).trim();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
    await page.unroute('**/api/search/**');
    for (const route of waiting) await route.continue().catch(() => undefined);

    await find(page, 'wxyz');
    await page.getByText('Aucun résultat').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });
}
