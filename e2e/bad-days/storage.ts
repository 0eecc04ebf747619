import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { PATIENCE } from '../appearance/ends.ts';
import { type Ground, openAs } from '../ground.ts';
import { STAGE_PASSWORD, sessionOf } from '../stage.ts';
import { settle } from '../visit.ts';

const GARBAGE = ['{"id":', '{"id":"one","groups":null}', '\u0000'];

export function storage(ground: Ground): void {
  it('disabled: signing in and working is possible, only nothing is remembered', async () => {
    const context = await ground.browser.newContext({ serviceWorkers: 'block' });
    // Signing in applies the language of the user record.
    await sessionOf(ground.stage, 'member', { language: 'en', theme: 'light' });
    const errors: string[] = [];
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${ground.stage.server.url}${paths.boxes()}`);
    await page.getByLabel(/e-mail/i).fill(ground.stage.people.member.email);
    await page.getByLabel('Password').first().fill(STAGE_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Boxes', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect.poll(() => page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
    await page.getByRole('link', { name: 'Visualization' }).click();
    await page.getByRole('heading', { name: 'Visualization', level: 1 }).waitFor();
    await settle(page);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('corrupted: whatever stands in the keys, the console opens', async () => {
    const { context, page, problems } = await openAs(ground, 'member');
    await page.goto(`${ground.stage.server.url}${paths.privacy()}`);
    await settle(page);
    const { token } = ground.stage.people.member;
    const reopen = async (values: Record<string, string>, heading: string | RegExp): Promise<void> => {
      await page.evaluate((entries) => {
        localStorage.clear();
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, values);
      await page.goto(`${ground.stage.server.url}${paths.alerts()}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    };
    for (const garbage of GARBAGE) {
      const session = { isAuthenticated: 'true', token };
      // A missing profile is loaded again; an invalid date counts as missing.
      const kept = { language: garbage, theme: garbage, unitSystem: garbage, supervisorDraft: garbage };
      await reopen({ ...session, ...kept, profile: garbage, connexionDate: garbage }, 'Open alerts');
      await expect
        .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('profile') ?? '{}').email))
        .toBe(ground.stage.people.member.email);
    }
    await reopen({ isAuthenticated: 'perhaps', token }, /Welcome/);
    await reopen({ isAuthenticated: 'true', token: '{"' }, /Welcome/);
    expect(problems.filter((problem) => !/status of 401/.test(problem))).toEqual([]);
    await context.close();
  });
}
