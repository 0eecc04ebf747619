import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openContext } from '../browser.ts';
import { screensOf, VISITOR_SCREENS } from '../screens.ts';
import { sessionOf } from '../stage.ts';
import { load, settle, visit } from '../visit.ts';
import { type Ground, ownBox } from './ground.ts';
import { gatherData, hardCodedIn, speakPseudo, textsOn } from './pseudo-language.ts';

const hardCodedOn = async (page: Page, data: ReadonlySet<string>): Promise<string[]> =>
  (await textsOn(page)).filter((text) => hardCodedIn(text, data) !== '');

export function pseudo(ground: Ground): void {
  /** A page in the pseudo-language, and the data it has received. */
  async function pseudoPage(session?: Parameters<typeof openContext>[3]) {
    const { stage, browser } = ground;
    const { context, page } = await openContext(browser, stage.server.url, {}, session);
    page.setDefaultTimeout(10_000);
    // Maps drawn by software take most of the time and say nothing.
    const withoutMaps = () => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest]);
      } as typeof getContext;
    };
    await page.addInitScript(withoutMaps);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const data = new Set<string>();
    page.on('response', async (response) => {
      if (!/\/api\//.test(response.url()) || /\/api\/events/.test(response.url())) return;
      gatherData(await response.json().catch(() => null), data);
    });
    const { wrapped } = await speakPseudo(page);
    await load(page, `${stage.server.url}/privacy`);
    const found: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      await settle(page);
      const texts = await hardCodedOn(page, data);
      if (texts.length > 0) found[name] = texts;
    };
    return { context, page, data, wrapped, found, look };
  }

  it('no screen has a text of its own', { timeout: 180_000 }, async () => {
    const { page, wrapped, context, found, look } = await pseudoPage(
      await sessionOf(ground.stage, 'admin', { language: 'en', theme: 'light' }),
    );
    // The release note is data.
    const box = `/galland-boxes/${ownBox(ground).id}`;
    const tabs = [
      ...['measures', 'alerts', 'firmware', 'log', 'sami'].map((tab) => `${box}?tab=${tab}`),
      ...['api', 'outbox', 'setaside'].map((tab) => `/settings?tab=${tab}`),
    ];
    const all = [...screensOf(ground.stage), ...tabs.map((path) => ({ name: path, path }))];
    for (const { name, path } of all.filter(({ name }) => !['map', 'settings-release'].includes(name))) {
      await visit(page, path);
      await look(name);
    }
    await visit(page, '/not/there');
    await look('not found');
    expect(found).toEqual({});
    expect(wrapped()).toBeGreaterThan(15);
    await context.close();
  });

  it('no screen of a visitor has one', async () => {
    const { page, context, found, look } = await pseudoPage();
    for (const { name, path } of VISITOR_SCREENS) {
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
