/**
 * `npm run screenshots`: the demonstration's screens in both languages and themes, wide and at 360 px. Those
 * of the README go into docs/screenshots, all others into .cache/screenshots, which git ignores.
 * SCREENS=map,box selects some; LOOKS=en-light-1440 a single look; README=1 only those of the README.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiOf, logIn } from '../simulator/fleet/api.ts';
import { type Look, openBrowser, openContext } from './browser.ts';
import { type Places, screensOf, visitorScreensOf } from './screens.ts';
import { startDemo, stopDemo } from './start-demo.ts';
import { settle } from './visit.ts';

const PASSWORD = 'a password for pictures';
const ADMIN = 'admin@aerowatch.example';
const root = new URL('../', import.meta.url);
/** Paths as the README writes them. */
const SHOWN = new Set(
  readFileSync(new URL('README.md', root), 'utf8').match(/docs\/screenshots\/[\w-]+\.png/g),
);
/** The path of a picture, from the root. */
function placeOf(name: string): string {
  const kept = `docs/screenshots/${name}.png`;
  return SHOWN.has(kept) ? kept : `.cache/screenshots/${name}.png`;
}
const LOOKS: Omit<Look, 'serviceWorkers'>[] = [
  { language: 'en', theme: 'light', width: 1440, height: 900 },
  { language: 'fr', theme: 'dark', width: 1440, height: 900 },
  { language: 'fr', theme: 'light', width: 360, height: 740 },
  { language: 'en', theme: 'dark', width: 360, height: 740 },
];
/** Without a graphics card maps draw their first frame late. */
const DRAWN = 2500;

const nameOf = (look: Omit<Look, 'serviceWorkers'>) => `${look.language}-${look.theme}-${look.width}`;
const chosen = (variable: string, name: string) =>
  !process.env[variable] || process.env[variable].split(',').includes(name);

async function placesOf(url: string): Promise<{ places: Places; token: string }> {
  const token = await logIn(`${url}/api`, ADMIN, PASSWORD);
  const api = apiOf(`${url}/api`, token);
  const alerts = await api.get<{ id: number; box: number }[]>('/alerts/opened/?limit=100');
  const boxes = await api.get<{
    results: { id: number; client: number; status: string; aeros: { id: number }[] }[];
  }>('/boxes/?page_size=100&ordering=-sami');
  // A box that sends: the curves of a silent box are empty.
  const reports = new Set(boxes.results.filter(({ status }) => status === 'online').map(({ id }) => id));
  const alert = alerts.find(({ box }) => reports.has(box)) ?? alerts[0];
  const box = boxes.results.find((candidate) => candidate.id === alert?.box) ?? boxes.results[0]!;
  const first = async (path: string): Promise<number> =>
    (await api.get<{ results: { id: number }[] }>(`${path}?page_size=1`)).results[0]?.id ?? 0;
  const firmware = await first('/firmwares/');
  const rollout =
    (await first('/update/firmware/')) ||
    (
      await api.post<{ id: number }>('/update/firmware/', {
        firmware,
        boxes: boxes.results.map(({ id }) => id),
      })
    ).id;
  const change =
    (await first('/boxes/changes/')) ||
    (
      await api.post<{ change: number }>('/boxes/configuration/', {
        boxes: boxes.results.map(({ id }) => id),
        changes: { log_time: 1800, upload_time: 60 },
      })
    ).change;
  const { url: link } = await api.post<{ url: string }>(`/boxes/${box.id}/links/`, {
    name: 'Depot',
    days: 7,
  });
  return {
    token,
    places: {
      link: new URL(link).hash.slice(1),
      boxes: [box],
      clients: { own: box.client },
      alert: alert?.id ?? 0,
      supervisor: await first('/supervisors/'),
      tag: await first('/tags/'),
      firmware,
      rollout,
      change,
      order: await first('/work-orders/'),
      person: 1,
    },
  };
}

const data = mkdtempSync(join(tmpdir(), 'aerowatch-pictures-'));
const demo = await startDemo(data, PASSWORD);
const { url } = demo;
const { browser, close } = await openBrowser();
try {
  for (const folder of ['docs/screenshots/', '.cache/screenshots/'])
    mkdirSync(new URL(folder, root), { recursive: true });
  const { places, token } = await placesOf(url);
  for (const look of LOOKS.filter((candidate) => chosen('LOOKS', nameOf(candidate)))) {
    await fetch(`${url}/api/me/`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
      body: JSON.stringify({ language: look.language, theme: look.theme }),
    });
    const user = await (
      await fetch(`${url}/api/me/`, { headers: { authorization: `Token ${token}` } })
    ).json();
    for (const screen of [...screensOf(places), ...visitorScreensOf(places)]) {
      const place = placeOf(`${screen.name}-${nameOf(look)}`);
      if (!chosen('SCREENS', screen.name) || (process.env.README && !SHOWN.has(place))) continue;
      const visitor = visitorScreensOf(places).some((candidate) => candidate.name === screen.name);
      const { context, page } = await openContext(browser, url, look, visitor ? undefined : { token, user });
      await page.goto(`${url}${screen.path}`);
      await settle(page);
      if ((await page.locator('.maplibregl-map').count()) > 0) await page.waitForTimeout(DRAWN);
      await page.screenshot({ path: fileURLToPath(new URL(place, root)) });
      await context.close();
    }
    console.log(`${nameOf(look)} taken`);
  }
} finally {
  await close();
  await stopDemo(demo);
  rmSync(data, { recursive: true, force: true });
}
