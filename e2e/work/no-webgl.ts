import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load, settle, visit } from '../visit.ts';

const WORDS = {
  en: { none: 'The map cannot be drawn by this browser', list: 'Show the list', move: 'Move and zoom' },
  fr: {
    none: 'La carte ne peut pas être dessinée par ce navigateur',
    list: 'Afficher la liste',
    move: 'Déplacer et zoomer',
  },
} as const;
const LOOKS = [
  ['en', 1440],
  ['fr', 360],
] as const;

export function noWebgl(ground: Ground): void {
  it.each(LOOKS)('%s, %i px: the map says so, and the list leads on', async (language, width) => {
    const words = WORDS[language];
    const box = ownBox(ground);
    const { context, page, problems } = await openAs(ground, 'member', {
      language,
      width,
      height: 740,
      maps: false,
    });
    await load(page, `${ground.stage.server.url}${paths.map()}`);
    await page.getByRole('status').filter({ hasText: words.none }).waitFor();
    const show = page.getByRole('button', { name: words.list });
    if (width < 1000) await show.click();
    else expect(await show.count()).toBe(0);
    await page.locator('main').getByRole('button', { name: box.serial_number }).first().click();
    // The card of the box, in place of the map.
    await page.getByRole('heading', { name: box.serial_number, level: 2 }).waitFor();
    await page.getByRole('status').filter({ hasText: words.none }).waitFor();
    await visit(page, paths.boxEdit(box.id));
    await settle(page);
    await page.getByText(words.none).waitFor();
    // The picture of the place needs no WebGL; the interactive map does, and says so when requested.
    await visit(page, paths.box(box.id));
    await page.getByRole('button', { name: words.move }).press('Enter');
    await page.getByRole('status').filter({ hasText: words.none }).waitFor();
    // The button has disappeared; the focus stays at its place, not at the top of the page.
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });
}
