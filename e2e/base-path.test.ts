import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../server/features/credentials/passwords.ts';
import { presentJob } from '../server/features/jobs/present.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';

const BASE = '/rail/aerowatch';
const JOB = {
  created_at: new Date(0),
  updated_at: new Date(0),
  kind: 'export',
  state: 'done',
  progress: 1,
  total: 1,
  detail: null,
  file: 'x.csv',
  result: null,
} as unknown as Parameters<typeof presentJob>[1];
const PICTURE = new URL('../web/public/icon-192.png', import.meta.url);
let server: TestServer;
let browser: Browser;
let close: () => Promise<void>;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'web', PUBLIC_URL: `https://rail.example${BASE}/` } });
  ({ browser, close } = await openBrowser());
});
afterAll(async () => {
  await close?.();
  await server?.stop();
});

it('a console below a path is whole: page, files, sign-in, live events, without network', async () => {
  const root = server.url + BASE;
  const { context, page, problems } = await openContext(browser, server.url, { serviceWorkers: 'allow' });
  // A request outside the base path would go to another site on the same host.
  const beside: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http') && !request.url().startsWith(root)) beside.push(request.url());
  });
  const person = { email: 'chef@rail.example', password: 'nine insulators in a row' };
  await server.createUser({
    level: 'admin',
    email: person.email,
    password_hash: await hashPassword(person.password),
  });

  await page.goto(root + paths.settings({ tab: 'api' }));
  await page.waitForURL((url) => url.pathname === BASE + paths.login());
  const live = page.waitForResponse((response) => response.url().startsWith(`${root}/api/events/`));
  await page.fill('input[type=email]', person.email);
  await page.fill('input[type=password]', person.password);
  await page.keyboard.press('Enter');
  expect((await live).status()).toBe(200);
  await expect
    .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
    .toBe(BASE + paths.settings({ tab: 'api' }));
  await page.getByText(`${root}/api/measures/`).waitFor();
  const hrefs = await page.$$eval('a[href^="/"]', (links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  expect(hrefs.length).toBeGreaterThan(5);
  expect(hrefs.filter((href) => href !== BASE && !href.startsWith(`${BASE}/`))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toContain(`${BASE}:token`);

  await page.evaluate(async (scope) => {
    await navigator.serviceWorker.register(`${scope}/sw.js`);
    await navigator.serviceWorker.ready;
  }, BASE);
  await page.goto(`${root}/tags-and-nothing`);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toBe(`${root}/sw.js`);
  expect(beside).toEqual([]);
  expect(problems).toEqual([]);
  await context.setOffline(true);
  await page.goto(root + paths.profile());
  await page.locator('main').waitFor();
  await context.setOffline(false);
  // Another tab signs out: so does this one.
  const other = await context.newPage();
  await other.goto(root + paths.privacy());
  await other.evaluate((key) => localStorage.removeItem(key), `${BASE}:token`);
  await page.waitForURL((url) => url.pathname === BASE + paths.login());
  // Reloading failed single sign-on: the state of the request is gone.
  await page.goto(root + paths.sso());
  await page.evaluate(() => history.replaceState({ usr: { from: null }, key: 'again' }, ''));
  await page.reload();
  await page.getByText('No sign-in is in progress here.').waitFor();
  await context.close();
});

it('answers name addresses below the base; without it the same server answers its own machine', async () => {
  const manifest = await fetch(`${server.url}${BASE}/manifest.webmanifest`).then((answer) => answer.json());
  expect(manifest).toMatchObject({ start_url: './', icons: [{ src: 'icon.svg' }, {}, {}] });
  const { body } = await server.admin.api.get<{ next: string }>('/users/?page_size=1');
  expect(body.next).toMatch(/^https:\/\/rail\.example\/rail\/aerowatch\/api\/users\/\?/);
  // Addresses of pictures and files resolve against an API address below PUBLIC_URL.
  const form = new FormData();
  form.append('file', new Blob([readFileSync(PICTURE)], { type: 'image/png' }), 'me.png');
  const me = await server.admin.api.post<{ avatar: string; id: number }>('/me/avatar/', form);
  expect(me.body.avatar).toMatch(new RegExp(`^${BASE}/api/users/${me.body.id}/avatar/\\?v=`));
  expect((await server.admin.api.get<{ avatar: string }>('/me/')).body.avatar).toBe(me.body.avatar);
  const shown = await fetch(new URL(me.body.avatar, `${server.url}${BASE}/api/me/avatar/`), {
    headers: { Authorization: `Token ${server.admin.token}` },
  });
  expect(shown.headers.get('content-type')).toBe('image/webp');
  const job = { publicUrl: `https://rail.example${BASE}` };
  expect(presentJob(job, { ...JOB, id: 7 }).file).toBe(`${BASE}/api/jobs/7/file/`);
  for (const at of [server.url, server.url + BASE]) {
    expect((await fetch(`${at}/health/ready`)).status).toBe(200);
    const document = await fetch(`${at}/api/openapi.json`).then((answer) => answer.json());
    expect(document.servers[0].url).toBe(`${BASE}/api`);
    expect(await fetch(`${at}/api/docs/`).then((answer) => answer.text())).toContain(
      `src="${BASE}/api/docs/docs.js"`,
    );
  }
});
