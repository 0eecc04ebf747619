import type { Page } from 'playwright-core';

/** Maximum time for a frame before a page counts as having stopped painting, ms. */
export const FRAME_WITHIN = 5_000;

/** Part of an error caused by the browser: the run repeats such a test, in a new browser. */
export const STOPPED = 'the browser has stopped painting';

/**
 * Whether a page paints. On a busy machine Chromium has stopped painting all its pages for a quarter of an
 * hour while their scripts continued: nothing then becomes stable enough to be clicked. A page whose scripts
 * hang is a fault of the product, and does not count as stopped.
 */
export async function paints(page: Page): Promise<boolean> {
  const frame = page.evaluate(
    (within) =>
      new Promise<boolean>((done) => {
        setTimeout(() => done(false), within);
        requestAnimationFrame(() => done(true));
      }),
    FRAME_WITHIN,
  );
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(true), 2 * FRAME_WITHIN);
  });
  try {
    return await Promise.race([frame, hangs]);
  } catch {
    // It has been closed, or has navigated.
    return true;
  } finally {
    clearTimeout(timer);
  }
}
