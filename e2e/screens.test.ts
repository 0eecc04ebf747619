import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Look, openBrowser, openContext } from './browser.ts';
import { screensOf, VISITOR_SCREENS } from './screens.ts';
import { type Stage, sessionOf, setStage } from './stage.ts';

/** Two looks that together cover language, theme and width. */
const LOOKS: Look[] = [
  { language: 'en', theme: 'light', width: 1440, height: 900 },
  { language: 'fr', theme: 'dark', width: 360, height: 740 },
];
let stage: Stage;
let browser: Browser;
let close: () => Promise<void>;

beforeAll(async () => {
  stage = await setStage();
  ({ browser, close } = await openBrowser());
});
afterAll(async () => {
  await close?.();
  await stage?.stop();
});

/** Loaded, with nothing loading any more: the network is quiet and no skeleton is left. */
async function settle(page: Page): Promise<void> {
  await page.waitForSelector('h1', { timeout: 30_000 });
  await page.waitForFunction(
    () =>
      document.querySelector(
        '[role="status"][aria-label="Loading"], [role="status"][aria-label="Chargement"]',
      ) === null,
    undefined,
    { timeout: 30_000 },
  );
  await page.waitForTimeout(400);
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as {
      axe: {
        run: (
          where: Document,
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>;
      };
    };
    const result = await run.run(document, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    });
    return result.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} (${node.failureSummary.split('\n')[1]?.trim()})`)
          .join(' | ')}`,
    );
  });
}

async function check(
  page: Page,
  problems: string[],
  look: Look,
): Promise<{ axe: string[]; problems: string[]; overflow: number; heading: string }> {
  await settle(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return {
    axe: await violations(page),
    problems,
    overflow: look.width <= 400 ? overflow : Math.max(0, overflow),
    heading: (await page.textContent('h1')) ?? '',
  };
}

describe.each(LOOKS)('screens in $language, $theme, $width px', (look) => {
  it('every screen of a signed-in user is accessible, fits, and makes no error', async () => {
    const found: Record<string, unknown> = {};
    for (const screen of screensOf(stage)) {
      const session = await sessionOf(stage, screen.level, { language: look.language, theme: look.theme });
      const { context, page, problems } = await openContext(browser, stage.server.url, look, session);
      try {
        await page.goto(`${stage.server.url}${screen.path}`);
        const result = await check(page, problems, look);
        const wrong = {
          ...(result.axe.length > 0 ? { axe: result.axe } : {}),
          ...(result.problems.length > 0 ? { problems: result.problems } : {}),
          ...(result.overflow > 0 ? { overflow: result.overflow } : {}),
          ...(/not found|introuvable/i.test(result.heading) ? { heading: result.heading } : {}),
        };
        if (Object.keys(wrong).length > 0) found[screen.name] = wrong;
      } catch (error) {
        found[screen.name] = String(error);
      } finally {
        await context.close();
      }
    }
    expect(found).toEqual({});
  }, 240_000);

  it('every screen of a visitor too', async () => {
    const found: Record<string, unknown> = {};
    for (const screen of VISITOR_SCREENS) {
      const { context, page, problems } = await openContext(browser, stage.server.url, look);
      await page.goto(`${stage.server.url}${screen.path}`);
      const result = await check(page, problems, look);
      if (result.axe.length + result.problems.length + result.overflow > 0) found[screen.name] = result;
      await context.close();
    }
    expect(found).toEqual({});
  }, 120_000);
});

describe('the checks themselves', () => {
  it('find a planted violation', async () => {
    const { context, page } = await openContext(browser, stage.server.url, {});
    await page.setContent(
      '<html lang="en"><head><title>x</title></head><body><main><h1>x</h1><img src="data:,"><p style="color:#bbb;background:#fff">pale</p></main></body></html>',
    );
    const found = await violations(page);
    expect(found.some((one) => one.startsWith('image-alt'))).toBe(true);
    expect(found.some((one) => one.startsWith('color-contrast'))).toBe(true);
    await context.close();
  });
});
