/** What a browser loads at its first visit, and Lighthouse's score. */
import { gzipSync } from 'node:zlib';
import { openBrowser, openContext } from '@aerowatch/e2e/browser';
import type { Page } from 'playwright-core';
import { type Finding, judged, type Row } from '../../lib/row.ts';
import { onStage, type Process } from '../../lib/stage.ts';
import { fillBoxes, fillMeasures, rollUpAll } from '../../lib/store-fill.ts';
import { lighthouseFindings } from './lighthouse.ts';

export const web: Row = {
  name: 'web',
  run: () =>
    onStage(async (stage) => {
      const server = await stage.launch();
      const [box] = await fillBoxes(stage.db, 50);
      await fillMeasures(stage.db, box!.aeros, 90);
      await rollUpAll(stage.db);
      const admin = await stage.user(server.url);
      const user = (await admin.api.get('/me/')).body;
      const session = { isAuthenticated: 'true', token: admin.token, profile: JSON.stringify(user) };
      const login = await firstLoad(server, '/login');
      const home = await firstLoad(server, '/', { token: admin.token, user });
      return [
        sizeOf('/login', login, 200),
        sizeOf('/', home, 320),
        withoutMap(home),
        apart(login, home),
        ...(await lighthouseFindings(server.url, { path: '/login' })),
        ...(await lighthouseFindings(server.url, { path: '/' }, session)),
        ...(await lighthouseFindings(
          server.url,
          { path: `/galland-boxes/${box!.id}`, name: 'a box' },
          session,
        )),
      ];
    }),
};

interface Script {
  readonly name: string;
  readonly gzip: number;
  readonly transferred: number;
  readonly text: string;
}

/** Every script that the page fetches in its first seconds, with an empty cache. */
async function firstLoad(
  server: Process,
  path: string,
  session?: { token: string; user: unknown },
): Promise<Script[]> {
  const { browser, close } = await openBrowser();
  try {
    const { page } = await openContext(browser, server.url, { motion: true }, session);
    const scripts = gatherScripts(page);
    await page.goto(`${server.url}${path}`, { waitUntil: 'load' });
    // The event stream never ends: everything needed at first has loaded by then.
    await page.waitForTimeout(4000);
    return await Promise.all(scripts());
  } finally {
    await close();
  }
}

function gatherScripts(page: Page): () => Promise<Script>[] {
  const found: Promise<Script>[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!type.includes('javascript') || response.status() !== 200) return;
    found.push(
      (async () => {
        const body = await response.body();
        const sizes = await response
          .request()
          .sizes()
          .catch(() => undefined);
        return {
          name: new URL(response.url()).pathname,
          gzip: gzipSync(body, { level: 9 }).length,
          transferred: sizes?.responseBodySize ?? Number.NaN,
          text: body.toString(),
        };
      })(),
    );
  });
  return () => found;
}

function sizeOf(path: string, scripts: readonly Script[], limit: number): Finding {
  const sum = (of: (script: Script) => number) =>
    scripts.reduce((total, script) => total + of(script), 0) / 1000;
  const size = sum((script) => script.gzip);
  const largest = scripts.toSorted((a, b) => b.gzip - a.gzip).slice(0, 6);
  return {
    what: `web: JavaScript of the first load of ${path}, gzip`,
    value: size,
    unit: 'kB',
    target: `≤ ${limit} kB`,
    verdict: judged(scripts.length > 0 && size <= limit),
    note: `${scripts.length} files, ${sum((script) => script.transferred).toFixed(0)} kB on the wire; largest ${largest.map(({ name, gzip }) => `${name.replace('/assets/', '')} ${(gzip / 1000).toFixed(0)}`).join(', ')}`,
  };
}

/** The dashboard shows a picture of the map; the map itself loads once requested. */
function withoutMap(home: readonly Script[]): Finding {
  const rest = home.filter(({ name, text }) => !text.includes('maplibregl-') && !name.includes('maplibre'));
  const size = rest.reduce((total, script) => total + script.gzip, 0) / 1000;
  return {
    what: 'web: the same of / without the chunks of the map',
    value: size,
    unit: 'kB',
    verdict: 'shown',
    note: `${rest.length} of ${home.length} files`,
  };
}

/** Code that belongs only to the curves and the map, identified by words that minifying keeps. */
function apart(login: readonly Script[], home: readonly Script[]): Finding {
  const holds = (scripts: readonly Script[], mark: string) =>
    scripts.filter((one) => one.text.includes(mark)).length;
  const count = holds(login, 'u-wrap') + holds(login, 'maplibregl-');
  return {
    what: 'web: files with the chart or the map in the first load of /login',
    value: count,
    unit: 'files',
    target: '0: chunks of their own',
    verdict: judged(count === 0),
    note: `on /: ${holds(home, 'u-wrap')} with the chart, ${holds(home, 'maplibregl-')} with the map`,
  };
}
