/** Lighthouse on a page, with the browser of the tests. */
import { openBrowser } from '@aerowatch/e2e/browser';
import { type Finding, judged } from '../lib/row.ts';
import { freePort } from '../lib/stage.ts';

const WHAT = 'web: Lighthouse performance of /login, desktop';
const TARGET = '≥ 95';

export async function lighthouseScore(url: string): Promise<Finding> {
  let close: (() => Promise<void>) | undefined;
  try {
    const { default: lighthouse, desktopConfig } = await import('lighthouse');
    const port = await freePort();
    const opened = await openBrowser([`--remote-debugging-port=${port}`]);
    close = opened.close;
    const result = await lighthouse(
      url,
      { port, onlyCategories: ['performance'], logLevel: 'silent' },
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
