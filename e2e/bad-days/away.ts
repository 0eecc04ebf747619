import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { PATIENCE } from '../appearance/ends.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load, settle, visit } from '../visit.ts';

/** An answer of a careless server; none of it may appear on the screen. */
const RAW = { detail: 'relation "boxes" does not exist at line 7', code: 'internal' };
const WORDS = {
  en: { retry: 'Try again', failed: 'The server ran into an error.' },
  fr: {
    retry: 'Réessayer',
    away: 'Le serveur est injoignable.',
    banner: 'Le serveur est injoignable pour le moment.',
  },
} as const;
type Way = 'failing' | 'away' | 'silent';

/** What has not appeared by then never will: a slow machine takes many times as long as a person would wait. */
const SOON = { timeout: PATIENCE };

/** Presses every retry button until none is left, because a screen may make several requests. */
async function comesBack(page: Page, retry: Locator): Promise<boolean> {
  for (const end = Date.now() + SOON.timeout; Date.now() < end; ) {
    if (!(await retry.isVisible())) return true;
    // A screen may recover by itself, and its button disappears with the message.
    await retry.click({ timeout: 1000 }).catch(() => undefined);
    await settle(page);
  }
  return false;
}

async function spoil(page: Page, way: Way): Promise<void> {
  await page.route('**/api/**', (route) => {
    if (way === 'silent') return undefined;
    return way === 'away' ? route.abort('connectionrefused') : route.fulfill({ status: 500, json: RAW });
  });
}

/** The main screens. */
function screensOf(ground: Ground): string[] {
  const box = ownBox(ground);
  return [
    paths.dashboard(),
    paths.map(),
    paths.boxes(),
    paths.box(box.id),
    paths.boxEdit(box.id),
    paths.alerts(),
    paths.alerts({ view: 'boxes' }),
    paths.alertsArchived(),
    paths.alert(ground.stage.alert),
    paths.visualization({ aeros: box.aeros[0]!.id }),
    paths.supervisors(),
    paths.users(),
    paths.clients(),
    paths.firmwares(),
    paths.firmwareUpdates(),
    paths.diagnostics(),
    paths.jobs(),
    paths.settings({ tab: 'tags' }),
    paths.settings({ tab: 'keys' }),
    paths.settings({ tab: 'audit' }),
  ];
}

async function showsFailure(ground: Ground): Promise<void> {
  const words = WORDS.en;
  const { context, page } = await openAs(ground, 'admin');
  await spoil(page, 'failing');
  await load(page, `${ground.stage.server.url}${paths.privacy()}`);
  const retry = page.getByRole('button', { name: words.retry }).first();
  const wrong: string[] = [];
  for (const path of screensOf(ground)) {
    await visit(page, path);
    const said = page.getByText(words.failed).first();
    await said.waitFor(SOON).catch(() => wrong.push(`${path} does not say that it failed`));
    await retry.waitFor(SOON).catch(() => wrong.push(`${path} offers no retry`));
    const text = await page.locator('body').innerText();
    if (/relation|line 7|internal/i.test(text)) wrong.push(`${path} is raw`);
  }
  await page.unrouteAll({ behavior: 'wait' });
  for (const path of screensOf(ground)) {
    await visit(page, path);
    await settle(page);
    if (!(await comesBack(page, retry))) wrong.push(`${path} does not come back`);
  }
  expect(wrong).toEqual([]);
  await context.close();
}

async function showsAbsence(ground: Ground): Promise<void> {
  const words = WORDS.fr;
  const { context, page } = await openAs(ground, 'member', { language: 'fr' });
  await spoil(page, 'away');
  await load(page, `${ground.stage.server.url}${paths.alerts()}`);
  await page.getByText(words.away).first().waitFor();
  await page.getByRole('status').filter({ hasText: words.banner }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await comesBack(page, page.getByRole('button', { name: words.retry }).first())).toBe(true);
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('status').filter({ hasText: words.banner }).waitFor({ state: 'detached' });
  await context.close();
}

async function showsLoading(ground: Ground): Promise<void> {
  const { context, page } = await openAs(ground, 'admin');
  await load(page, `${ground.stage.server.url}${paths.privacy()}`);
  await spoil(page, 'silent');
  await page.reload();
  const wrong: string[] = [];
  for (const path of screensOf(ground)) {
    await visit(page, paths.privacy());
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    const bars = page.locator('main .mantine-Skeleton-root, main .mantine-Loader-root').first();
    await bars.waitFor(SOON).catch(() => wrong.push(path));
  }
  expect(wrong).toEqual([]);
  await context.close();
}

export function away(ground: Ground): void {
  it('failing: every main screen says so, and comes back by its button', () => showsFailure(ground));

  it('away: says so in French, over the screen too, until the server is back', () => showsAbsence(ground));

  it('silent: every main screen shows that it is loading', () => showsLoading(ground));
}
