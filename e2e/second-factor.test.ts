import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../server/features/credentials/passwords.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../testing/openid-provider.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';

const PASSWORD = 'eleven swallows on the wire';
let server: TestServer;
let provider: OpenIdProvider;
let browser: Browser;
let closeBrowser: () => Promise<void>;
let url: string;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  const env = { ROLES: 'web', ...provider.env, OIDC_LABEL: 'Railway' };
  const [started, opened] = await Promise.all([startTestServer({ env }), openBrowser()]);
  server = started;
  provider.serve(server.url);
  browser = opened.browser;
  closeBrowser = opened.close;
  // Passkeys are created for a domain.
  url = server.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await closeBrowser?.();
  await server?.stop();
  await provider?.stop();
});

async function open(level: 'member' | 'privileged' = 'member'): Promise<{ page: Page; email: string }> {
  const { email } = await server.createUser({
    level,
    client: (await server.createClient()).id,
    password_hash: await hashPassword(PASSWORD),
  });
  const { page } = await openContext(browser, url, { maps: false });
  return { page, email };
}
async function firstStep(page: Page, email: string): Promise<void> {
  await page.goto(`${url}${paths.login()}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /profile menu/i }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL((address) => address.pathname === paths.login());
}

it('signs in by the code of an authenticator, and by a recovery code', async () => {
  const { page, email } = await open();
  await firstStep(page, email);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  await page.getByAltText('QR code for the authenticator').waitFor();
  const shown = await page.locator('code').first().innerText();
  const totp = new TOTP({ secret: shown.replaceAll(' ', '') });
  await page.getByLabel('Code of 6 digits').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirm the code' }).click();
  await page.getByText('Your recovery codes').waitFor();
  const codes = await page.locator('code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('This session').waitFor();
  await logOut(page);
  await firstStep(page, email);
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  const field = page.getByLabel('Code of your authenticator');
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Incorrect, or already used').waitFor();
  await field.fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await logOut(page);
  await firstStep(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.context().close();
});

it('signs in with a passkey alone, and asks again for what takes it', async () => {
  const { page, email } = await open();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await firstStep(page, email);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await server.db.updateTable('tokens').set({ confirmed_at: null }).execute();
  await page.goto(`${url}/profile`);
  await page.getByLabel('Name of the passkey').fill('Desk');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel(/Password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Your recovery codes').waitFor();
  await page.getByText('Desk', { exact: true }).waitFor();
  await logOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await logOut(page);
  await firstStep(page, email);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.context().close();
});

it('factors that are lost are taken away by who manages the person, after a proof', async () => {
  const client = (await server.createClient()).id;
  const password_hash = await hashPassword(PASSWORD);
  const manager = await server.createUser({ client, level: 'privileged', password_hash });
  const loser = await server.createUser({ client, first_name: 'Louise', last_name: 'Lost', password_hash });
  const { secret } = (await loser.api.post('/me/second-factor/totp/')).body;
  const code = new TOTP({ secret }).generate();
  expect((await loser.api.post('/me/second-factor/totp/', { code })).status).toBe(200);
  const { page } = await openContext(browser, url, { maps: false });
  await firstStep(page, manager.email);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await server.db.updateTable('tokens').set({ confirmed_at: null }).execute();
  await page.goto(`${url}${paths.userEdit(loser.id)}`);
  await page.getByRole('button', { name: 'Remove second factors' }).click();
  await page.getByRole('button', { name: 'Remove them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel(/Password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The second factors of Louise Lost were removed').waitFor();
  expect((await loser.api.get('/me/second-factor/')).body).toMatchObject({ totp: null, recovery_codes: 0 });
  await page.context().close();
});

it('confirms in one tab, and the other goes on with the new token', async () => {
  const { page, email } = await open();
  await firstStep(page, email);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${url}/profile`);
  await other.getByRole('button', { name: 'Set up an authenticator' }).waitFor();
  const tokenOf = (where: Page) => where.evaluate(() => localStorage.getItem('token'));
  const before = await tokenOf(page);
  await server.db.updateTable('tokens').set({ confirmed_at: null }).execute();
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel(/Password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByAltText('QR code for the authenticator').waitFor();
  expect(await tokenOf(page)).not.toBe(before);
  // A confirmation in the first tab counts for the whole session: the other tab does not ask.
  await other.getByRole('button', { name: 'Set up an authenticator' }).click();
  await other.getByAltText('QR code for the authenticator').waitFor();
  // Nor does the session end with the old token.
  await server.db.updateTable('tokens').set({ former_until: new Date() }).execute();
  await other.getByRole('link', { name: 'Dashboard' }).first().click();
  await other.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  await page.context().close();
});

it('shows nothing but the set-up of a factor that the client asks for', async () => {
  const { page, email } = await open();
  await server.db
    .updateTable('clients')
    .set({ require_second_factor: true })
    .where('id', '=', (eb) => eb.selectFrom('users').select('client_id').where('email', '=', email))
    .execute();
  await firstStep(page, email);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await page.getByLabel('Name of the passkey').waitFor();
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const shown = await page.locator('code').first().innerText();
  const totp = new TOTP({ secret: shown.replaceAll(' ', '') });
  await page.getByLabel('Code of 6 digits').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirm the code' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.context().close();
});

it('shows nothing but the change of a printed password', async () => {
  const { page, email } = await open();
  await server.db
    .updateTable('users')
    .set({ must_change_password: true })
    .where('email', '=', email)
    .execute();
  await firstStep(page, email);
  await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('seven gulls above the mast');
  await page.getByLabel('New password again').fill('seven gulls above the mast');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.context().close();
});

it('signs in at a provider, confirms there in a window of its own, and leaves it', async () => {
  const { page, email } = await open();
  provider.people.set('ada', { email, email_verified: true });
  const give = async (where: Page, sub: string) => {
    await where.getByLabel('Who are you?').fill(sub);
    await where.getByRole('button', { name: 'Enter' }).click();
  };
  // The provider redirects users to the address that the console states.
  await page.goto(`${server.url}${paths.profile()}`);
  await page.getByRole('button', { name: 'Sign in with Railway' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('alert').getByText('refused the sign-in').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.goto(`${server.url}${paths.profile()}`);
  await page.getByRole('button', { name: 'Sign in with Railway' }).click();
  await give(page, 'ada');
  await page.getByText('Opens your account in addition to your password').waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.profile());
  await server.db.updateTable('tokens').set({ confirmed_at: null }).execute();
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('button', { name: 'Sign in with Railway' }).click(),
  ]);
  await give(popup, 'ada');
  await page.getByAltText('QR code for the authenticator').waitFor();
  await page.getByRole('button', { name: /profile menu/i }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL((address) => address.origin === provider.issuer);
  await page.getByRole('button', { name: /yes, sign me out/i }).click();
  await page.waitForURL((address) => address.href === `${server.url}${paths.login()}`);
  await page.context().close();
});

it('links the account of a manager from the profile', async () => {
  const { page, email } = await open('privileged');
  provider.people.set('bea', { email, email_verified: true });
  const give = async (where: Page) => {
    await where.getByLabel('Who are you?').fill('bea');
    await where.getByRole('button', { name: 'Enter' }).click();
  };
  await page.goto(`${server.url}${paths.login()}`);
  await page.getByRole('button', { name: 'Sign in with Railway' }).click();
  await give(page);
  await page.getByRole('alert').getByText('link their account themselves').waitFor();
  await page.goto(`${server.url}${paths.login()}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.goto(`${server.url}${paths.profile()}`);
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Sign in with Railway' }).click(),
  ]);
  await give(popup);
  await page.getByText('Opens your account in addition to your password').waitFor();
  await page.context().close();
});
