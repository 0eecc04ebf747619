import { grants, LEVELS, type Level } from '@aerowatch/domain/access';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { openContext } from './browser.ts';
import type { Ground } from './ground.ts';
import { screensOf } from './screens.ts';
import { sessionOf } from './stage.ts';
import { load, settle, visit } from './visit.ts';

/** Of the screens that a level cannot open, the first of each level that can; all of an observer's own. */
function opened<Screen extends { level: Level }>(screens: readonly Screen[], level: Level): Screen[] {
  const above = new Set<Level>();
  return screens.filter((one) => {
    // Other screens are opened by the walks over every screen, which check accessibility and hard-coded text.
    if (grants(level, one.level)) return level === 'observer';
    const first = !above.has(one.level);
    above.add(one.level);
    return first;
  });
}

async function hidesScreensAbove(ground: Ground, level: Exclude<Level, 'admin'>): Promise<void> {
  const session = level === 'visitor' ? undefined : await sessionOf(ground.stage, level, { language: 'en' });
  const { context, page } = await openContext(
    ground.browser,
    ground.stage.server.url,
    { maps: false },
    session,
  );
  const wrong: string[] = [];
  await load(page, `${ground.stage.server.url}${paths.privacy()}`);
  for (const screen of opened(screensOf(ground.stage), level)) {
    await visit(page, screen.path).catch(() => wrong.push(`${screen.path} shows nothing`));
    const shown = await page.evaluate(() => [location.pathname, document.querySelector('h1')?.textContent]);
    const is = shown[0] === paths.login() ? 'visitor' : shown[1] === 'Page not found' ? 'missing' : 'there';
    const should = level === 'visitor' ? 'visitor' : grants(level, screen.level) ? 'there' : 'missing';
    if (is !== should) wrong.push(`${screen.path} is ${is}, not ${should}`);
  }
  await context.close();
  expect(wrong).toEqual([]);
}

async function refusesAddressesAbove(ground: Ground): Promise<void> {
  const session = await sessionOf(ground.stage, 'member', { language: 'en' });
  const { context, page } = await openContext(
    ground.browser,
    ground.stage.server.url,
    { maps: false },
    session,
  );
  for (const path of [paths.clients(), paths.keyCreate(), paths.login()]) {
    await page.goto(`${ground.stage.server.url}${path}`);
    const heading = path === paths.login() ? 'Dashboard' : 'Page not found';
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }
  await context.close();
}

async function offersReadersNoChange(ground: Ground): Promise<void> {
  const session = await sessionOf(ground.stage, 'observer', { language: 'en' });
  const { context, page } = await openContext(
    ground.browser,
    ground.stage.server.url,
    { maps: false },
    session,
  );
  const { stage } = ground;
  const box = stage.boxes.find(({ client }) => client === stage.clients.own)!.id;
  const acts = /^(Edit|Change|Mark as seen|Reopen|Refresh|Ask|Add|Create|Delete|Restore|Note)/;
  await load(page, `${stage.server.url}${paths.privacy()}`);
  for (const path of [
    paths.boxes(),
    paths.box(box),
    paths.box(box, { tab: 'configuration' }),
    paths.box(box, { tab: 'history' }),
    paths.alerts(),
    paths.alerts({ view: 'boxes' }),
    paths.alert(stage.alert),
    paths.supervisors(),
  ]) {
    await visit(page, path);
    await settle(page);
    const main = page.getByRole('main');
    const names = await main.getByRole('button').or(main.getByRole('link')).allInnerTexts();
    expect([path, names.filter((name) => acts.test(name))]).toEqual([path, []]);
    expect([path, await main.getByRole('switch').count()]).toEqual([
      path,
      path.includes('configuration') ? 1 : 0,
    ]);
  }
  await context.close();
}

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
/** How long this browser stays known: until sign-out, or as chosen; only an encrypted mark counts. */
const knownBy = async (page: Page) =>
  (await page.context().cookies())
    .filter(({ name, value }) => name === 'device' && value.length > 50)
    .map(({ value }) => value.split('.')[0]);

async function signsVisitorIn(ground: Ground): Promise<void> {
  const password = 'correct horse battery';
  const { context, page } = await openContext(ground.browser, ground.stage.server.url, { maps: false });
  await page.goto(`${ground.stage.server.url}${paths.supervisors()}`);
  await page.waitForURL(`**${paths.login()}**`);
  await page.getByLabel(/e-mail/i).fill('first@example.com');
  await page.getByLabel('Password', { exact: false }).first().fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('An error occurred. Verify your username and password.').waitFor();
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.supervisors()}`);
  const kept = () =>
    page.evaluate(() => [
      localStorage.getItem('isAuthenticated'),
      (localStorage.getItem('token') ?? '').length > 20,
      /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/.test(localStorage.getItem('connexionDate') ?? ''),
      JSON.parse(localStorage.getItem('profile') ?? '{}').email,
    ]);
  await expect.poll(kept).toEqual(['true', true, true, 'first@example.com']);
  // The customer's four storage keys of a session and three of preferences, and no others.
  expect(await storedKeys(page)).toEqual([
    ...['connexionDate', 'isAuthenticated', 'language', 'profile', 'theme', 'token', 'unitSystem'],
  ]);
  expect(await knownBy(page)).toEqual(['session']);
  await page.getByRole('button', { name: /profile menu/i }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(`**${paths.login()}**`);
  const left = () =>
    page.evaluate(() => [
      localStorage.getItem('isAuthenticated'),
      localStorage.getItem('token'),
      localStorage.getItem('profile'),
      localStorage.getItem('connexionDate'),
      Object.keys(localStorage).filter((key) => key.startsWith('mantine')),
    ]);
  await expect.poll(left).toEqual(['false', null, null, null, []]);
  expect(await knownBy(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Remember this browser after logging out' }).check();
  await page.getByLabel(/e-mail/i).fill('first@example.com');
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /profile menu/i }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(`**${paths.login()}**`);
  expect(await knownBy(page)).toEqual(['wanted']);
  await context.close();
}

/** A new browser on a system with a dark theme: still the customer's default. */
async function beginsLight(ground: Ground): Promise<void> {
  const context = await ground.browser.newContext({ colorScheme: 'dark', serviceWorkers: 'block' });
  const page = await context.newPage();
  await load(page, `${ground.stage.server.url}${paths.login()}`);
  expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe('light');
  await context.close();
}

async function knowsNoOtherAddress(ground: Ground): Promise<void> {
  const { context, page } = await openContext(ground.browser, ground.stage.server.url, { maps: false });
  await page.goto(`${ground.stage.server.url}${paths.privacy()}`);
  expect(await page.textContent('h1')).toMatch(/privacy/i);
  await page.goto(`${ground.stage.server.url}/nowhere/at/all`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await context.close();
}

/**
 * `web/app/routes/outcome.test` checks for every screen which level can open it; this checks what an address
 * above the level shows, and that an observer's screens open.
 */
export function levels(ground: Ground): void {
  it.concurrent.each(LEVELS.filter((level) => level !== 'admin'))('%s: what is above is not found', (level) =>
    hidesScreensAbove(ground, level),
  );

  it('an address above the level is not found when opened directly either', () =>
    refusesAddressesAbove(ground));

  it('an observer sees no control that changes data', () => offersReadersNoChange(ground));

  it('a visitor is sent to /login, and back after signing in', () => signsVisitorIn(ground));

  it('a first visit is light, also where the system is dark', () => beginsLight(ground));

  it('an unknown address is not found, /privacy is public', () => knowsNoOtherAddress(ground));
}
