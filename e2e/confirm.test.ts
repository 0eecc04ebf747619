import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../server/features/credentials/passwords.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';

const PASSWORD = 'eleven swallows on the wire';
let server: TestServer;
let browser: Browser;
let closeBrowser: () => Promise<void>;
let page: Page;
let client: number;
beforeAll(async () => {
  const [started, opened] = await Promise.all([startTestServer({ env: { ROLES: 'web' } }), openBrowser()]);
  server = started;
  browser = opened.browser;
  closeBrowser = opened.close;
  client = (await server.createClient()).id;
  const { email } = await server.createUser({
    client,
    level: 'privileged',
    password_hash: await hashPassword(PASSWORD),
  });
  ({ page } = await openContext(browser, server.url, { maps: false }));
  await page.goto(`${server.url}${paths.login()}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});
afterAll(async () => {
  await closeBrowser?.();
  await server?.stop();
});

/** The last confirmation has expired; after confirming again the requested act continues. */
async function late(path: string): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await server.db.updateTable('tokens').set({ confirmed_at: null }).execute();
}
async function proves(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel(/Password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

it('asks before a person is made, and goes on', async () => {
  await late(paths.userCreate());
  await page.getByLabel('First name').fill('Zoé');
  await page.getByLabel('Last name').fill('Late');
  await page.getByLabel('E-mail').fill('late@example.com');
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await proves();
  await page.getByRole('dialog', { name: 'Hand over this link' }).waitFor();
});

it('asks before a firmware is stored, and sends it again', async () => {
  await late(paths.firmwareCreate());
  const file = {
    name: 'box-9.9.9.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(3_000_000, 7),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await proves();
  await page.waitForURL(`**${paths.firmwares()}`);
  await page.getByText('9.9.9').first().waitFor();
});

it('asks before a box is deleted, and deletes it', async () => {
  const box = await server.createBox({ client });
  await late(paths.box(box.id));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(`delete ${box.serial}`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await proves();
  await expect.poll(async () => (await server.admin.api.get(`/boxes/${box.id}/`)).status).toBe(404);
});
