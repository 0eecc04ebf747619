/** Runs Lighthouse on a page, with the browser of the tests. */
import { openBrowser } from '@aerowatch/e2e/browser';
import { freePort } from '@aerowatch/server/platform/machine/free-port';
import { chromium } from 'playwright-core';
import { type Finding, judged } from '../../lib/row.ts';

/** Above this time in one task, keys and clicks are noticeably delayed, ms. */
const MAX_BLOCKING = 150;

/**
 * Lighthouse's score of a page, and how long the page blocks its main thread while loading. `stored` is put
 * into the browser's storage before, for a signed-in session.
 */
export async function lighthouseFindings(
  base: string,
  { path, name = path }: { path: string; name?: string },
  stored: Readonly<Record<string, string>> = {},
): Promise<Finding[]> {
  const SCORE = { what: `web: Lighthouse performance of ${name}, desktop`, unit: 'of 100', target: '≥ 95' };
  const BLOCKING = {
    what: `web: main thread blocked by ${name}`,
    unit: 'ms',
    target: `≤ ${MAX_BLOCKING} ms`,
  };
  let close: (() => Promise<void>) | undefined;
  try {
    const { default: lighthouse, desktopConfig } = await import('lighthouse');
    const port = await freePort();
    const opened = await openBrowser([`--remote-debugging-port=${port}`]);
    close = opened.close;
    await fillStorage(port, `${base}/icon.svg`, stored);
    const result = await lighthouse(
      `${base}${path}`,
      { port, onlyCategories: ['performance'], logLevel: 'silent', disableStorageReset: true },
      desktopConfig,
    );
    const score = result?.lhr.categories.performance?.score;
    if (score == null) throw new Error(result?.lhr.runtimeError?.message ?? 'no score');
    const of = (id: string) => result?.lhr.audits[id]?.displayValue?.replace(/\u00a0/g, ' ') ?? '?';
    const blocking = result?.lhr.audits['total-blocking-time']?.numericValue ?? Number.NaN;
    return [
      {
        ...SCORE,
        value: Math.round(score * 100),
        verdict: judged(score >= 0.95),
        note: `first paint ${of('first-contentful-paint')}, largest ${of('largest-contentful-paint')}, blocking ${of('total-blocking-time')}, shift ${of('cumulative-layout-shift')}, work of the main thread ${of('mainthread-work-breakdown')}`,
      },
      { ...BLOCKING, value: blocking, verdict: judged(blocking <= MAX_BLOCKING) },
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    const skipped = { value: null, verdict: 'skipped', note: `Lighthouse did not run: ${reason}` } as const;
    return [SCORE, BLOCKING].map((one) => ({ ...one, ...skipped }));
  } finally {
    await close?.();
  }
}

/** Lighthouse uses the browser's default context, which only a second connection can access. */
async function fillStorage(
  port: number,
  url: string,
  stored: Readonly<Record<string, string>>,
): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]!.newPage();
  await page.goto(url);
  await page.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  await page.close();
}
