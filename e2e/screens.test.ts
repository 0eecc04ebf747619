import { grants } from '@aerowatch/domain/access';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { violations } from './appearance/accessibility.ts';
import { misfits } from './appearance/fits.ts';
import { ringsCut } from './appearance/rings.ts';
import { type Look, openContext } from './browser.ts';
import { setGround } from './ground.ts';
import { levels } from './levels.ts';
import { screensOf, tabsOf, visitorScreensOf } from './screens.ts';
import { sessionOf } from './stage.ts';
import { load, settle, visit } from './visit.ts';

/**
 * Two looks that together cover language, theme and width. `least` also opens screens of lower levels, with
 * all that can be done there; an observer's view is tested in `levels`, an administrator's with its texts.
 */
const LOOKS = [
  { look: { language: 'en', theme: 'light', width: 1440, height: 900 }, least: 'member' },
  { look: { language: 'fr', theme: 'dark', width: 360, height: 740 }, least: 'privileged' },
] as const satisfies { look: Partial<Look>; least: 'member' | 'privileged' }[];
const ground = setGround();

/** Focus rings that are cut off; checked last, because the focus moves. */
async function ringsOf(page: Page): Promise<{ rings?: string[] }> {
  const rings = await ringsCut(page);
  return rings.length > 0 ? { rings } : {};
}

/** Problems of the screen shown by a page; empty if there are none. */
async function wrongOn(page: Page, problems: string[], inside?: string): Promise<object | undefined> {
  await settle(page);
  const heading = (await page.textContent('h1')) ?? '';
  const axe = await violations(page, inside);
  const wrong = {
    ...(axe.length > 0 ? { axe } : {}),
    ...(problems.length > 0 ? { problems: problems.splice(0) } : {}),
    ...(await misfits(page)),
    ...(/not found|introuvable/i.test(heading) ? { heading } : {}),
    ...(await ringsOf(page)),
  };
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}

/** Walks through screens on one page, like a user of this level. */
async function walk(
  look: Partial<Look>,
  session: Parameters<typeof openContext>[3],
  screens: readonly { name: string; path: string }[],
  tabs: readonly { name: string; path: string }[] = [],
) {
  const found: Record<string, unknown> = {};
  const { context, page, problems } = await openContext(
    ground.browser,
    ground.stage.server.url,
    look,
    session,
  );
  await load(page, `${ground.stage.server.url}${paths.privacy()}`);
  for (const { name, path } of [...screens, ...tabs]) {
    try {
      await visit(page, path);
      // The content above a tab is checked with its screen.
      const inside = tabs.some((tab) => tab.name === name) ? '[role=tabpanel]' : undefined;
      const wrong = await wrongOn(page, problems, inside);
      if (wrong !== undefined) found[name] = wrong;
    } catch (error) {
      found[name] = String(error);
    }
  }
  await context.close();
  return found;
}

describe('every screen is accessible, fits, and makes no error', () => {
  it.concurrent.each(LOOKS)('in $look.language, $look.theme, $look.width px', async ({ look, least }) => {
    const found: Record<string, unknown> = {};
    const opened: unknown[] = [];
    for (const level of ['member', 'privileged', 'admin'] as const) {
      if (!grants(level, least)) continue;
      const session = await sessionOf(ground.stage, level, { language: look.language, theme: look.theme });
      const own = screensOf(ground.stage).filter((screen) =>
        level === least ? grants(level, screen.level) : screen.level === level,
      );
      opened.push(...own);
      const tabs = level === 'privileged' ? tabsOf(ground.stage) : [];
      Object.assign(found, await walk(look, session, own, tabs));
    }
    Object.assign(found, await walk(look, undefined, visitorScreensOf(ground.stage)));
    expect(found).toEqual({});
    expect(opened.length).toBe(screensOf(ground.stage).length);
  });
});

describe('the checks themselves', () => {
  it('find a planted violation', async () => {
    const { context, page } = await openContext(ground.browser, ground.stage.server.url, {});
    await page.setContent(
      '<html lang="en"><head><title>x</title></head><body><main><h1>Not found</h1><img src="data:,"><p style="color:#bbb;background:#fff;width:200vw">pale</p><button><span class="mantine-Button-label" style="display:block;width:9px;overflow:hidden">Marked</span></button><div style="overflow:hidden"><a href="#x" style="display:block;height:30px;outline:2px solid;outline-offset:2px">Ring</a></div></main></body></html>',
    );
    const found = await wrongOn(page, ['an error']);
    expect(found).toMatchObject({
      axe: [expect.stringContaining('color-contrast'), expect.stringContaining('image-alt')],
      problems: ['an error'],
      overflow: expect.any(Number),
      cut: ['Marked'],
      rings: [expect.stringContaining('"Ring" 4.0 px')],
      heading: 'Not found',
    });
    await context.close();
  });
});

describe('routes by level', () => levels(ground));
