import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { textOf } from '../appearance/text-of.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load } from '../visit.ts';

/** More than a phone draws at once. */
const MANY = 150;
const PHONE = { language: 'fr', theme: 'dark', width: 360, height: 740 } as const;
const nameOf = (index: number): string => `LONG-${String(index).padStart(3, '0')}`;

export function longList(ground: Ground): void {
  it('on a phone draws the cards in sight alone: later ones come by scrolling, all are found by search', async () => {
    const { context, page } = await openAs(ground, 'privileged', PHONE);
    const stored = (await ground.stage.server.admin.api.get(`/boxes/${ownBox(ground).id}/`)).body;
    const results = Array.from({ length: MANY }, (_, index) => ({
      ...stored,
      id: 1_000_000 + index,
      serial_number: nameOf(index),
      name: '',
      aeros: [],
    }));
    await page.route(/\/api\/boxes\/\?/, (route) =>
      route.fulfill({ json: { count: MANY, next: null, previous: null, results } }),
    );
    await load(page, `${ground.stage.server.url}${paths.boxes()}?size=250`);
    const cards = page.locator('tbody tr[data-index]');
    const card = (index: number) => cards.filter({ hasText: nameOf(index) });
    await card(0).waitFor();
    expect(await cards.count()).toBeLessThan(MANY / 2);
    expect(await card(MANY - 1).count()).toBe(0);

    const scrolled = async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return card(MANY - 1).isVisible();
    };
    await expect.poll(scrolled, { interval: 100 }).toBe(true);
    expect(await card(0).count()).toBe(0);
    expect(await cards.count()).toBeLessThan(MANY / 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

    await page.getByRole('searchbox', { name: textOf('Search in the list', 'fr') }).fill(nameOf(77));
    await expect.poll(() => cards.count()).toBe(1);
    expect(await card(77).isVisible()).toBe(true);
    await context.close();
  });
}
