/** Lighthouse on a page, with the browser of the tests. */
import { openBrowser } from '@aerowatch/e2e/browser';
import { freePort } from '@aerowatch/server/platform/free-port';
import { chromium } from 'playwright-core';
import { type Finding, judged } from '../lib/row.ts';

const TARGET = '≥ 95';

/** `stored` is put into the browser's storage before, which is how somebody is signed in. */
export async function lighthouseScore(
  base: string,
  path: string,
  stored: Readonly<Record<string, string>> = {},
): Promise<Finding> {
  const WHAT = `web: Lighthouse performance of ${path}, desktop`;
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
    return {
      what: WHAT,
      value: Math.round(score * 100),
      unit: 'of 100',
      target: TARGET,
      verdict: judged(score >= 0.95),
      note: `first paint ${of('first-contentful-paint')}, largest ${of('largest-contentful-paint')}, blocking ${of('total-blocking-time')}`,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return {
      what: WHAT,
      value: null,
      unit: 'of 100',
      target: TARGET,
      verdict: 'skipped',
      note: `Lighthouse did not run: ${reason}`,
    };
  } finally {
    await close?.();
  }
}

/** Lighthouse looks in the browser's own context, which only a second connection reaches. */
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
