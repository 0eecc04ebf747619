/** The line chart with 10,000 AEROs: frames per second while it is zoomed and moved, rendered by software. */
import { openBrowser } from '@aerowatch/e2e/browser';
import { servePage } from '../../lib/page-server.ts';
import { type Finding, judged, type Row } from '../../lib/row.ts';

const AEROS = 10_000;
/** Frames of a run: two seconds at 60 per second. */
const FRAMES = 120;
const SOFTWARE = 30;
/** ms of script per frame that allow 60 frames per second. */
const ROOM = 1000 / 60 / 2;

interface Played {
  readonly perSecond: number;
  readonly script: number;
  readonly glyphs: number;
}

export const line: Row = {
  name: 'line',
  async run() {
    const served = await servePage('line-page');
    const { browser, close } = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 800 } });
      await page.goto(served.url);
      await page.waitForFunction('window.lineBench');
      const play = (lines: number) =>
        page.evaluate<Played>(`window.lineBench.play(${AEROS}, ${lines}, ${FRAMES})`);
      const findings: Finding[] = [];
      for (const lines of [1, 40]) {
        await play(lines);
        const { perSecond, script, glyphs } = await play(lines);
        const where = `${AEROS} AEROs on ${lines} line${lines === 1 ? '' : 's'}`;
        findings.push(
          {
            what: `line: ${where}, frames a second while zoomed and moved, software rendering`,
            value: perSecond,
            unit: 'frames/s',
            target: `≥ ${SOFTWARE} frames/s`,
            verdict: judged(perSecond >= SOFTWARE),
            note: `${glyphs.toFixed(0)} gauges a frame`,
          },
          {
            what: `line: ${where}, script a frame`,
            value: script,
            unit: 'ms',
            target: `≤ ${ROOM.toFixed(1)} ms, half a frame at 60 a second`,
            verdict: judged(script <= ROOM),
          },
        );
      }
      return findings;
    } finally {
      await close();
      served.close();
    }
  },
};
