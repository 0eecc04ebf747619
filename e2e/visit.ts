import type { Page } from 'playwright-core';
import { paths } from '../web/lib/paths.ts';

/** Marks the heading that was there before, so that the next one is told from it. */
const LEFT = 'data-left';

/**
 * Drawn, with nothing loading and nothing moving any more. Runs in the page.
 * `left` is the mark of a heading of the screen before.
 */
function isSettled(left: string): boolean {
  if (document.querySelector(`h1:not([${left}])`) === null) return false;
  if (document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') !== null) return false;
  return document
    .getAnimations()
    .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity);
}

const waiting = new WeakMap<Page, Set<unknown>>();
/** Follows what a page fetches; the stream of live events never ends and does not count. */
function requestsOf(page: Page): Set<unknown> {
  const known = waiting.get(page);
  if (known !== undefined) return known;
  const open = new Set<unknown>();
  waiting.set(page, open);
  page.on('request', (request) => {
    if (!/\/api\/events/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

/** Waits for conditions, not for a time: a heading, no skeleton, no transition, no request under way. */
export async function settle(page: Page): Promise<void> {
  const open = requestsOf(page);
  const end = Date.now() + 30_000;
  for (;;) {
    await page.waitForFunction(isSettled, LEFT, { timeout: 30_000 });
    if (open.size === 0) return;
    if (Date.now() > end) throw new Error(`${page.url()} still fetches after 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Loads a screen as a first visit does. */
export async function load(page: Page, url: string): Promise<void> {
  requestsOf(page);
  await page.goto(url);
  await settle(page);
}

/** Does what leads to another screen, and waits until its heading is there. */
export async function leaveBy(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate((left) => document.querySelector('h1')?.setAttribute(left, ''), LEFT);
  await act();
  await page.waitForFunction((left) => document.querySelector(`h1:not([${left}])`) !== null, LEFT, {
    timeout: 30_000,
  });
}

const push = (page: Page, path: string): Promise<void> =>
  leaveBy(page, () =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path),
  );

/** Everybody has it, whatever the level. */
const BETWEEN = paths.privacy();

/**
 * Goes to a screen by the console's own router: the page stays, so nothing is loaded twice. Where the screen
 * may be the same component as the one before (tabs, "not found") its heading would stay too, and nothing
 * would tell when it is there: the way then leads over another screen.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const to = new URL(path, page.url()).pathname;
  const here = await page.evaluate(() => [location.pathname, document.querySelector('h1')?.textContent]);
  if (here[0] === to || /not found|introuvable/i.test(here[1] ?? ''))
    await push(page, to === BETWEEN ? paths.dashboard() : BETWEEN);
  await push(page, path);
}
