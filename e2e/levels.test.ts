import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openContext } from './browser.ts';
import { screensOf } from './screens.ts';
import { type Stage, sessionOf, setStage } from './stage.ts';

const RANK = { member: 0, privileged: 1, admin: 2 } as const;
let stage: Stage;
let browser: Browser;
let close: () => Promise<void>;
beforeAll(async () => {
  stage = await setStage();
  ({ browser, close } = await openBrowser());
});
afterAll(async () => {
  await close?.();
  await stage?.stop();
});

describe('routes by level', () => {
  it.each(['member', 'privileged', 'admin'] as const)(
    '%s: a screen above the level is not found',
    async (level) => {
      const { context, page } = await openContext(
        browser,
        stage.server.url,
        {},
        await sessionOf(stage, level, { language: 'en' }),
      );
      const wrong: string[] = [];
      for (const screen of screensOf(stage)) {
        await page.goto(`${stage.server.url}${screen.path}`);
        const there = await page.waitForSelector('h1', { timeout: 15_000 }).catch(() => null);
        if (there === null) {
          wrong.push(`${screen.path} shows nothing`);
          continue;
        }
        const missing = (await page.getByRole('heading', { name: 'Page not found' }).count()) > 0;
        if (missing !== RANK[screen.level] > RANK[level])
          wrong.push(`${screen.path} ${missing ? 'is missing' : 'is there'}`);
      }
      await context.close();
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it('a visitor is sent to /login, and back after signing in', async () => {
    const password = 'correct horse battery';
    const { context, page } = await openContext(browser, stage.server.url, {});
    await page.goto(`${stage.server.url}/supervisors`);
    await page.waitForURL('**/login**');
    await page.getByLabel(/e-mail/i).fill('first@example.com');
    await page.getByLabel('Password', { exact: false }).first().fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('An error occurred. Verify your username and password.').waitFor();
    await page.getByLabel('Password', { exact: false }).first().fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/supervisors');
    expect(
      await page.evaluate(() => [
        localStorage.getItem('isAuthenticated'),
        (localStorage.getItem('token') ?? '').length > 20,
        /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/.test(localStorage.getItem('connexionDate') ?? ''),
        JSON.parse(localStorage.getItem('profile') ?? '{}').email,
      ]),
    ).toEqual(['true', true, true, 'first@example.com']);
    await page.getByRole('button', { name: /profile menu/i }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/login**');
    expect(
      await page.evaluate(() => [
        localStorage.getItem('isAuthenticated'),
        localStorage.getItem('token'),
        localStorage.getItem('profile'),
        localStorage.getItem('connexionDate'),
      ]),
    ).toEqual(['false', null, null, null]);
    await context.close();
  });

  it('an unknown address is not found, /privacy is public', async () => {
    const { context, page } = await openContext(browser, stage.server.url, {});
    await page.goto(`${stage.server.url}/privacy`);
    expect(await page.textContent('h1')).toMatch(/privacy/i);
    await page.goto(`${stage.server.url}/nowhere/at/all`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await context.close();
  });
});
