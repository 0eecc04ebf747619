import type { Page } from 'playwright-core';

/** How long a frame may take before a page counts as one that paints no more, ms. */
export const FRAME_WITHIN = 5_000;

/** What an error says where the browser is at fault: the run repeats such a test, in a new browser. */
export const STOPPED = 'the browser has stopped painting';

/**
 * Whether a page paints. On a busy machine Chromium has stopped painting all its pages for a quarter of an hour
 * while their scripts went on: nothing then becomes stable enough to be clicked. A page whose scripts hang is
 * another matter, and the product's: it is not said to have stopped.
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
    // It is closed, or at another address by now.
    return true;
  } finally {
    clearTimeout(timer);
  }
}
