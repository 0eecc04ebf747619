/** The console's chart against a bare uPlot of the same curves, in the same page of the same browser. */
import { openBrowser } from '@aerowatch/e2e/browser';
import { median } from '../../lib/figures.ts';
import { servePage } from '../../lib/page-server.ts';
import { type Finding, judged, type Row } from '../../lib/row.ts';

export const chart: Row = {
  name: 'chart',
  async run({ full }) {
    const served = await servePage('chart-page');
    const { browser, close } = await openBrowser();
    try {
      const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(180_000);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(served.url);
      await page.waitForFunction('window.chartBench?.ready', undefined, { timeout: 15_000 }).catch(() => {
        throw new Error(`the page of the chart does not run: ${errors.join('; ')}`);
      });
      const draw = (which: 'drawConsole' | 'drawBare', points: number) =>
        page.evaluate<number>(`window.chartBench.${which}(${points})`);
      const findings: Finding[] = [];
      for (const [points, turns] of [
        [1000, 15],
        [1_000_000, full ? 7 : 3],
      ] as const) {
        const ours: number[] = [];
        const theirs: number[] = [];
        await draw('drawConsole', points);
        await draw('drawBare', points);
        // Alternating, so that other load on the machine affects both.
        for (let turn = 0; turn < turns; turn += 1) {
          ours.push(await draw('drawConsole', points));
          theirs.push(await draw('drawBare', points));
        }
        const ratio = median(ours) / median(theirs);
        findings.push({
          what: `chart: 3 series × ${points} points, from asked to painted`,
          value: median(ours),
          unit: 'ms',
          reference: median(theirs),
          referenceIs: 'a bare uPlot in the same page',
          ratio,
          target: '≤ 1.3 × its time',
          verdict: judged(ratio <= 1.3),
        });
      }
      const frames = await page.evaluate<number>('window.chartBench.pan(1000, 60)');
      findings.push({
        what: 'chart: frames a second while panned, 3 × 1,000 points, software rendering',
        value: frames,
        unit: 'frames/s',
        target: '≥ 30 frames/s',
        verdict: judged(frames >= 30),
      });
      return findings;
    } finally {
      await close();
      served.close();
    }
  },
};
