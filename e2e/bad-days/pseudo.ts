import { LANGUAGES } from '@aerowatch/domain/languages';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { violations } from '../accessibility.ts';
import { openContext } from '../browser.ts';
import type { Ground } from '../ground.ts';
import { OPENINGS, open } from '../openings.ts';
import { screensOf, tabsOf, visitorScreensOf } from '../screens.ts';
import { sessionOf } from '../stage.ts';
import { leaveBy, load, settle, visit } from '../visit.ts';
import { gatherData, hardCodedIn, speakPseudo, textsOn } from './pseudo-language.ts';

/** What was found good stays so, for data only grows: it is judged once. */
async function hardCodedOn(
  page: Page,
  data: ReadonlySet<string>,
  good = new Set<string>(),
): Promise<string[]> {
  const unknown = (await textsOn(page)).filter((text) => !good.has(text));
  const wrong = unknown.filter((text) => hardCodedIn(text, data) !== '');
  for (const text of unknown) if (!wrong.includes(text)) good.add(text);
  return wrong;
}

/** What lies over a screen. */
const OVER = '[role=dialog], [role=menu], [role=listbox]';

/** Each Escape closes what is on top. */
async function closeAll(page: Page): Promise<void> {
  const over = page.locator(OVER).filter({ visible: true });
  const left = async () => {
    await page.keyboard.press('Escape');
    return over.count();
  };
  await expect.poll(left, { interval: 30 }).toBe(0);
}

async function leaveUnsaved(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  // Until the other screen is there, an address pushed would find the one that is being left.
  await leaveBy(page, () => page.getByRole('button', { name: 'Leave without saving' }).click());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Until its code is there the form stays, and would be taken for the next one.
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
}

export function pseudo(ground: Ground): void {
  /** A page in the pseudo-language, and the data it has received. */
  async function pseudoPage(session?: Parameters<typeof openContext>[3]) {
    const { stage, browser } = ground;
    const { context, page } = await openContext(browser, stage.server.url, { maps: false }, session);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Languages are called by their own names, whatever is spoken.
    const data = new Set<string>(Object.values(LANGUAGES).map(({ name }) => name));
    const good = new Set<string>();
    const coming = new Set<Promise<void>>();
    page.on('response', (response) => {
      if (!/\/api\//.test(response.url()) || /\/api\/events/.test(response.url())) return;
      const read = response.json().then(
        (answer) => gatherData(answer, data),
        () => undefined,
      );
      coming.add(read);
      void read.finally(() => coming.delete(read));
    });
    const { wrapped } = await speakPseudo(page);
    await load(page, `${stage.server.url}${paths.privacy()}`);
    const found: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      await settle(page);
      // What the page was told is told here a moment later.
      await Promise.all(coming);
      const texts = await hardCodedOn(page, data, good);
      if (texts.length > 0) found[name] = texts;
    };
    return { context, page, data, wrapped, found, look };
  }

  it('no screen has a text of its own', async () => {
    const { page, wrapped, context, found, look } = await pseudoPage(
      await sessionOf(ground.stage, 'admin', { language: 'en', theme: 'light' }),
    );
    // Those on which something opens are looked at then.
    const opened = new Set(OPENINGS.map(({ path }) => path(ground.stage)));
    const all = [...screensOf(ground.stage), ...tabsOf(ground.stage)];
    for (const { name, path } of all.filter((screen) => !opened.has(screen.path))) {
      await visit(page, path);
      await look(name);
    }
    await visit(page, '/not/there');
    await look('not found');
    expect(found).toEqual({});
    expect(wrapped()).toBeGreaterThan(15);
    await context.close();
  });

  it('nothing that opens on a screen has one, and of each kind one is accessible', async () => {
    const { page, context, data, found, look } = await pseudoPage(
      await sessionOf(ground.stage, 'admin', { language: 'en', theme: 'light' }),
    );
    const texts = async () => (await textsOn(page)).join('\n');
    let here = '';
    for (const opening of OPENINGS) {
      for (const text of opening.typed ?? []) data.add(text);
      const path = opening.path(ground.stage);
      try {
        if (path !== here) await visit(page, path);
        await settle(page);
        const before = await texts();
        await open(page, ground.stage, opening);
        if (opening.steps.length > 0) await expect.poll(texts).not.toBe(before);
        await look(opening.name);
        if (opening.accessible) {
          const wrong = await violations(page, OVER);
          if (wrong.length > 0) found[`${opening.name}: WCAG`] = wrong;
        }
        // Signing in again is all that one can do then, and comes last.
        if (opening !== OPENINGS.at(-1)) await closeAll(page);
        if (opening.unsaved) await leaveUnsaved(page);
        here = opening.unsaved ? '' : path;
      } catch (error) {
        found[opening.name] = [String(error)];
        await load(page, `${ground.stage.server.url}${paths.privacy()}`);
        here = '';
      }
    }
    expect(found).toEqual({});
    await context.close();
    await ground.stage.server.admin.api.patch('/me/', { unit_system: 'metric' });
  });

  it('no screen of a visitor has one', async () => {
    const { page, context, found, look } = await pseudoPage();
    for (const { name, path } of visitorScreensOf(ground.stage)) {
      await visit(page, path);
      await look(name);
    }
    expect(found).toEqual({});
    await context.close();
  });

  it('finds planted ones, in texts and in names', async () => {
    const { page, data, context } = await pseudoPage();
    expect(await page.textContent('h1')).toMatch(/^⟦.*⟧$/);
    await page.evaluate(() => {
      const planted = document.createElement('p');
      planted.innerHTML =
        'Hard-coded, ⟦this is not⟧<button aria-label="Named by hand">⟦ok⟧</button><span hidden>Unseen</span><b>12.5 mm</b>';
      document.querySelector('main, #root')?.append(planted);
    });
    expect(await hardCodedOn(page, data)).toEqual(['Hard-coded, ⟦this is not⟧', 'Named by hand']);
    await context.close();
  });
}
