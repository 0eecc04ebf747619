import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { openContext } from '../browser.ts';
import { type Ground, openAs } from '../ground.ts';
import { load } from '../visit.ts';

const WORDS = {
  en: { title: 'Internal load failure', reload: 'Reload', rules: 'Supervisors' },
  fr: {
    title: 'Échec interne de chargement',
    reload: 'Recharger',
    rules: 'Superviseurs',
  },
} as const;
const VERSION = 'Load it';
/** Files named by Vite with a hash of their content. */
const SCREEN = /\/assets\/supervisors-screen-[\w-]+\.js/;
const TEXTS = /\/assets\/supervisors-(?!screen)[\w-]{8}\.js/;

const silent = (page: Page, files: RegExp) => page.route(files, () => undefined);
const deleted = (page: Page, files: RegExp) => page.route(files, (route) => route.fulfill({ status: 404 }));
const shown = (page: Page, title: string) => page.getByRole('alert').getByText(title).isVisible();

async function start(ground: Ground, language: 'en' | 'fr', path = paths.privacy()) {
  const opened = await openAs(ground, 'privileged', { language });
  await opened.page.clock.install();
  await load(opened.page, `${ground.stage.server.url}${path}`);
  return opened;
}

async function saysThatAFileIsGone(ground: Ground): Promise<void> {
  const words = WORDS.fr;
  const { context, page } = await start(ground, 'fr');
  await deleted(page, SCREEN);
  await page.getByRole('link', { name: words.rules }).click();
  await page.getByRole('alert').getByText(words.title).waitFor();
  await page.getByRole('button', { name: words.reload }).waitFor();
  await context.close();
}

async function tellsOfANewVersion(ground: Ground): Promise<void> {
  const { context, page } = await start(ground, 'en');
  await page.route('**/api/meta/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), build: 'another' } });
  });
  await page.clock.fastForward(10 * 60_000);
  await page.getByRole('button', { name: VERSION }).waitFor();
  await page.clock.fastForward(10 * 60_000);
  expect(await page.getByRole('button', { name: VERSION }).count()).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
}

async function leavesTheScreen(ground: Ground): Promise<void> {
  const { context, page } = await start(ground, 'en', paths.tagCreate());
  await deleted(page, /\/assets\/(palette|toasts|unsaved-modal)-[\w-]+\.js/);
  await page.getByLabel('Name').fill('Typed before');
  await page.keyboard.press('Control+k');
  await page
    .getByText(/A part of the console could not be loaded/)
    .first()
    .waitFor();
  // Keys buffered for the palette reach the field again.
  await page.getByLabel('Name').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(', and after');
  await page.getByRole('link', { name: 'Boxes', exact: true }).click();
  await page.waitForTimeout(200);
  expect(await page.getByLabel('Name').inputValue()).toBe('Typed before, and after');
  expect(await page.textContent('h1')).toBe('New tag');
  await context.close();
}

async function saysSoAfterTwoMinutes(ground: Ground, language: 'en' | 'fr', files: RegExp): Promise<void> {
  const words = WORDS[language];
  const { context, page } = await start(ground, language);
  await silent(page, files);
  const requested = page.waitForRequest(files);
  const begun = await page.evaluate(() => Date.now());
  await page.getByRole('link', { name: words.rules }).click();
  await requested;
  // The previous screen stays, under a progress bar that shows that the click counted.
  await page.getByRole('progressbar').waitFor();
  // From here on only the test advances the time, whatever the machine took so far.
  await page.clock.pauseAt(begun + 60_000);
  await page.clock.fastForward(55_000);
  expect(await shown(page, words.title)).toBe(false);
  await page.clock.fastForward(60_000);
  await page.getByRole('alert').getByText(words.title).waitFor();
  await page.clock.resume();
  await page.unroute(files);
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: words.reload }).click();
  await page.getByRole('heading', { name: words.rules, level: 1 }).waitFor();
  await context.close();
}

async function isNoBlankPage(
  ground: Ground,
  files: RegExp,
  fail: (page: Page, files: RegExp) => Promise<unknown>,
  after: number,
): Promise<void> {
  const { context, page } = await openContext(ground.browser, ground.stage.server.url, {});
  await page.clock.install();
  await fail(page, files);
  await page.goto(ground.stage.server.url, { waitUntil: 'commit' });
  await page.locator('#late').waitFor({ state: 'attached' });
  if (after > 0) {
    await page.waitForTimeout(300);
    expect(await page.locator('#late').isVisible()).toBe(false);
    await page.clock.fastForward(after + 1000);
  }
  await page.getByText('The console could not be loaded').waitFor();
  await page.getByText('La console n’a pas pu être chargée').waitFor();
  await page.unroute(files);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('#late').count()).toBe(0);
  await context.close();
}

export function loading(ground: Ground): void {
  it.each([
    ['en', 'code', SCREEN],
    ['fr', 'texts', TEXTS],
  ] as const)('%s: a screen whose %s never come says so after 120 s', (language, _what, files) =>
    saysSoAfterTwoMinutes(ground, language, files),
  );

  it('so does one whose file a new version took away', () => saysThatAFileIsGone(ground));

  it('a new version under an open tab is told, once', () => tellsOfANewVersion(ground));

  it('what opens over a screen and is gone leaves the screen, even when the toasts are gone too', () =>
    leavesTheScreen(ground));

  it.each([
    ['code that is gone', /\/assets\/main-[\w-]+\.js/, deleted, 0],
    ['texts that never come', /\/assets\/common-[\w-]+\.js/, silent, 120_000],
  ] as const)('a console with %s is no blank page', (_what, files, fail, after) =>
    isNoBlankPage(ground, files, fail, after),
  );
}
