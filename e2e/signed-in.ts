import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { hashPassword } from '../server/features/credentials/passwords.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';

/** Of the person who is signed in. */
export const PASSWORD = 'eleven swallows on the wire';

/** Shared by all tests of a file: a console without boxes, and a page on which somebody has signed in by hand. */
export interface SignedIn {
  server: TestServer;
  browser: Browser;
  page: Page;
  /** The person's client; an administrator has none. */
  client: number;
}

/** Starts them before the tests of a file; ends them afterwards. */
export function setSignedIn(level: 'privileged' | 'admin', env: Record<string, string> = {}): SignedIn {
  const all = {} as SignedIn;
  let closeBrowser: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const [server, { browser, close }] = await Promise.all([startTestServer({ env }), openBrowser()]);
    closeBrowser = close;
    const client = (await server.createClient()).id;
    const password_hash = await hashPassword(PASSWORD);
    const of = level === 'admin' ? {} : { client };
    const { email } = await server.createUser({ ...of, level, password_hash });
    const { page } = await openContext(browser, server.url, { maps: false });
    Object.assign(all, { server, browser, page, client });
    await page.goto(`${server.url}${paths.login()}`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });
  afterAll(async () => {
    await closeBrowser?.();
    await all.server?.stop();
  });
  return all;
}
