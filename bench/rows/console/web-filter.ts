/**
 * How soon a filter responds in the page with 10,000 boxes, and how long 100,000 on the map block the page.
 */
import { fileURLToPath } from 'node:url';
import { openBrowser, openContext } from '@aerowatch/e2e/browser';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { median, quantile } from '../../lib/figures.ts';
import { answerTo, installProbe, longestTask } from '../../lib/page-probe.ts';
import { servePage } from '../../lib/page-server.ts';
import { type Finding, judged, type Row } from '../../lib/row.ts';
import { startStage } from '../../lib/stage.ts';
import { fillBoxes } from '../../lib/store-fill.ts';

const PUBLIC = fileURLToPath(new URL('../../../web/public', import.meta.url));
const MAX_MS = 100;
const LONGEST_TASK = 200;
/**
 * Typed one digit at a time, and deleted again; every key changes the result (some digits are in all of
 * them).
 */
const TYPED = ['4567', '5948', '6475', '7954', '9746'];
const SHOWN = 'main p[aria-live="polite"]';
const SEARCH = 'main input[type="search"]';

export const webFilter: Row = {
  name: 'web-filter',
  async run() {
    const stage = await startStage();
    const { browser, close } = await openBrowser();
    try {
      const server = await stage.launch();
      await fillBoxes(stage.db, 10_000);
      const admin = await stage.user(server.url);
      const user = (await admin.api.get('/me/')).body;
      const open = async (path: string, boxes: string): Promise<Page> => {
        const { page } = await openContext(
          browser,
          server.url,
          { motion: true },
          { token: admin.token, user },
        );
        page.setDefaultTimeout(120_000);
        await installProbe(page);
        await page.goto(server.url + path);
        await page.getByText(boxes, { exact: true }).waitFor();
        return page;
      };
      const findings: Finding[] = [];
      const plain = await plainPage(await browser.newPage({ viewport: { width: 1440, height: 900 } }));
      for (const [path, boxes] of [
        ['/galland-boxes', '10,000 rows'],
        ['/map', '10,000 boxes shown'],
      ] as const) {
        const page = await open(path, boxes);
        findings.push(await typingFinding(page, path, () => referenceOf(path, browser, plain)));
        await page.context().close();
      }
      await fillBoxes(stage.db, 90_000, { prefix: 'MANY' });
      await sql`vacuum analyze boxes, aeros`.execute(stage.db);
      const page = await open('/map', '100,000 boxes shown');
      findings.push(...(await tasksOfMap(page)));
      return findings;
    } finally {
      await close();
      await stage.stop();
    }
  },
};

/**
 * The cost of the same keys on the simplest page of the kind; for the map a single frame, because nothing
 * else takes time.
 */
async function referenceOf(
  path: string,
  browser: Browser,
  plain: Page,
): Promise<{ of: number[]; is: string }> {
  return path === '/map'
    ? { of: await repaints(browser), is: 'one picture of the same base map by a bare MapLibre' }
    : {
        of: await typing(plain, 'input', 'p'),
        is: 'a bare page that filters an array and writes 50 rows of HTML',
      };
}

async function typingFinding(
  page: Page,
  path: string,
  readReference: () => ReturnType<typeof referenceOf>,
): Promise<Finding> {
  await settled(page);
  const ours = await typing(page, SEARCH, SHOWN);
  const reference = await readReference();
  const theirs = quantile(reference.of, 0.95);
  return {
    what: `web: ${path} with 10,000 boxes, from key to painted answer, p95`,
    value: quantile(ours, 0.95),
    unit: 'ms',
    reference: theirs,
    referenceIs: reference.is,
    ratio: quantile(ours, 0.95) / theirs,
    target: `≤ ${MAX_MS} ms`,
    verdict: judged(quantile(ours, 0.95) <= MAX_MS),
    note: `median ${median(ours).toFixed(0)} ms, longest ${Math.max(...ours).toFixed(0)} ms, ${ours.length} keys`,
  };
}

/** How long 100,000 boxes block the page, and how soon the search among them responds. */
async function tasksOfMap(page: Page): Promise<Finding[]> {
  const findings: Finding[] = [];
  await settled(page);
  const loading = await page.evaluate(() => Math.max(0, ...window.probe.tasks.map(({ ms }) => ms)));
  const keys: number[] = [];
  for (const [what, longest] of [
    ['loading', loading],
    ['panning', await longestTask(page, () => pan(page))],
    [
      'typing in the search',
      await longestTask(page, async () => keys.push(...(await typing(page, SEARCH, SHOWN)))),
    ],
  ] as const)
    findings.push({
      what: `web: /map with 100,000 boxes, longest task while ${what}`,
      value: longest,
      unit: 'ms',
      target: `≤ ${LONGEST_TASK} ms`,
      verdict: judged(longest <= LONGEST_TASK),
    });
  findings.push({
    what: 'web: /map with 100,000 boxes, from key to painted answer, p95',
    value: quantile(keys, 0.95),
    unit: 'ms',
    verdict: 'shown',
    note: `median ${median(keys).toFixed(0)} ms`,
  });
  return findings;
}

/** Collections load one after the other behind the screen; typing begins when all are loaded. */
async function settled(page: Page): Promise<void> {
  let before = -1;
  for (let quiet = 0; quiet < 3; ) {
    await page.waitForTimeout(700);
    const now = await page.evaluate(
      () => performance.getEntriesByType('resource').length + window.probe.tasks.length,
    );
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}

async function typing(page: Page, field: string, answer: string): Promise<number[]> {
  await page.focus(field);
  const found: number[] = [];
  for (const text of ['79', ...TYPED])
    for (const key of [...text, ...[...text].map(() => 'Backspace')]) {
      const ms = await answerTo(page, key, answer);
      // The first word warms up.
      if (text.length > 2) found.push(ms);
      await page.waitForTimeout(150);
    }
  return found;
}

async function pan(page: Page): Promise<void> {
  const frame = await page.locator('.maplibregl-canvas').boundingBox();
  if (frame === null) throw new Error('no map');
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  for (const [dx, dy] of [
    [200, 60],
    [-200, -60],
    [-150, 80],
  ] as const) {
    // Away from the middle, where a ring may be.
    await page.mouse.move(x + 7, y + 93);
    await page.mouse.down();
    await page.mouse.move(x + 7 + dx, y + 93 + dy, { steps: 12 });
    await page.mouse.up();
    await page.waitForTimeout(400);
  }
}

/** How long MapLibre alone takes for another frame of the base map, without boxes, ms each. */
async function repaints(browser: Browser): Promise<number[]> {
  const served = await servePage('map-page', PUBLIC);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(served.url);
    await page.waitForFunction('window.mapBench');
    const found: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      found.push(await page.evaluate<number>('window.mapBench.repaint()'));
      await page.waitForTimeout(100);
    }
    await page.close();
    return found;
  } finally {
    served.close();
  }
}

/** The simplest page that does the same: 10,000 objects, a filter over their texts, 50 rows of HTML. */
async function plainPage(page: Page): Promise<Page> {
  await installProbe(page);
  await page.goto('data:text/html,<!doctype html><input><p></p><table></table>');
  await page.evaluate(() => {
    const boxes = Array.from({ length: 10_000 }, (_, at) => ({
      serial: `BENCH-${String(at + 1).padStart(6, '0')}`,
      name: `Box ${at + 1}`,
      line: String(830_000 + ((at + 1) % 40)),
      pole: `${(at + 1) % 900}/${(at + 1) % 37}`,
    }));
    const [field, count, table] = ['input', 'p', 'table'].map((name) => document.querySelector(name));
    const show = () => {
      const word = (field as HTMLInputElement).value.toLowerCase();
      const found = boxes.filter((box) =>
        Object.values(box).some((text) => text.toLowerCase().includes(word)),
      );
      table!.innerHTML = found
        .slice(0, 50)
        .map(
          (box) =>
            `<tr>${Object.values(box)
              .map((text) => `<td>${text}</td>`)
              .join('')}</tr>`,
        )
        .join('');
      count!.textContent = `${found.length} of ${boxes.length}`;
    };
    field!.addEventListener('input', show);
    show();
  });
  return page;
}
