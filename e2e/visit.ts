import type { Page, Request } from 'playwright-core';
import { paths } from '../web/lib/paths.ts';
import { FRAME_WITHIN } from './appearance/paints.ts';

/** Marks the previous heading, to distinguish it from the next one. */
const LEFT = 'data-left';
/** A screen that has not settled by then hangs, ms. */
const SETTLED_WITHIN = 60_000;

/**
 * Drawn, with nothing loading or moving any more. Runs in the page. `left` marks a heading of the previous
 * screen.
 */
function isSettled(left: string): boolean {
  if (document.querySelector(`h1:not([${left}])`) === null) return false;
  if (document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') !== null) return false;
  return document
    .getAnimations()
    .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity);
}

interface Traffic {
  readonly open: Set<Request>;
  /** Number of requests that began or ended. */
  turns: number;
}
const traffic = new WeakMap<Page, Traffic>();
/** Follows the requests of a page from now on; the stream of live events never ends and does not count. */
export function follow(page: Page): Traffic {
  const known = traffic.get(page);
  if (known !== undefined) return known;
  const followed: Traffic = { open: new Set(), turns: 0 };
  traffic.set(page, followed);
  const ended = (request: Request): void => {
    if (followed.open.delete(request)) followed.turns += 1;
  };
  page.on('request', (request) => {
    if (/\/api\/events/.test(request.url())) return;
    followed.open.add(request);
    followed.turns += 1;
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return followed;
}

/**
 * Waits for a painted frame, which includes answers that have arrived, or has led to further requests. On a
 * page that does not paint, the next wait reports that, instead of hanging.
 */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    (within) =>
      new Promise<void>((done) => {
        setTimeout(done, within);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done();
          port2.postMessage(null);
        });
      }),
    FRAME_WITHIN,
  );

/** Waits for conditions, not for a time: a heading, no skeleton, no transition, no pending request. */
export async function settle(page: Page): Promise<void> {
  const followed = follow(page);
  const end = Date.now() + SETTLED_WITHIN;
  for (;;) {
    await page.waitForFunction(isSettled, LEFT, { timeout: SETTLED_WITHIN });
    const { turns } = followed;
    if (followed.open.size === 0) {
      await drawn(page);
      if (followed.turns === turns && (await page.evaluate(isSettled, LEFT))) return;
    } else await new Promise((resolve) => setTimeout(resolve, 20));
    if (Date.now() > end) throw new Error(`${page.url()} still fetches after ${SETTLED_WITHIN} ms`);
  }
}

/** Loads a screen like a first visit. */
export async function load(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settle(page);
}

/** Performs an act that leads to another screen, and waits for its heading. */
export async function leaveBy(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate((left) => document.querySelector('h1')?.setAttribute(left, ''), LEFT);
  await act();
  await page.waitForFunction((left) => document.querySelector(`h1:not([${left}])`) !== null, LEFT, {
    timeout: SETTLED_WITHIN,
  });
}

const push = (page: Page, path: string): Promise<void> =>
  leaveBy(page, () =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path),
  );

/** Everybody can open it, whatever the level. */
const BETWEEN = paths.privacy();

/**
 * Opens a screen by the console's own router: the page stays, so nothing is loaded twice. If the screen may
 * be the same component as the previous one (tabs, "not found") its heading would stay too, and its arrival
 * could not be detected: another screen is then visited in between.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const to = new URL(path, page.url()).pathname;
  const here = await page.evaluate(() => [location.pathname, document.querySelector('h1')?.textContent]);
  if (here[0] === to || /not found|introuvable/i.test(here[1] ?? ''))
    await push(page, to === BETWEEN ? paths.dashboard() : BETWEEN);
  await push(page, path);
}
