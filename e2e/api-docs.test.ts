import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { openBrowser, openContext } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let server: TestServer;
let browser: Browser;
let close: () => Promise<void>;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'web' } });
  ({ browser, close } = await openBrowser());
});
afterAll(async () => {
  await close?.();
  await server?.stop();
});

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as {
      axe: { run(where: Document): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
    };
    const result = await tool.run(document);
    return result.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(', ')}`,
    );
  });
}

describe('the API documentation', () => {
  it.each([
    { language: 'en', theme: 'light', width: 1440, height: 900 },
    { language: 'fr', theme: 'dark', width: 360, height: 740 },
  ] as const)('can be read and tried in $language, $theme, $width px', async (look) => {
    const { context, page, problems } = await openContext(browser, server.url, look);
    await page.goto(`${server.url}/api/docs/`);
    expect(await page.getAttribute('html', 'lang')).toBe(look.language);

    const call = page.locator('[id="users.list"]');
    await call.locator('> summary').click();
    await page.fill('#token', `Token ${server.admin.token}`);
    await call.locator('input[name=page_size]').fill('1');
    await call.locator('button').click();
    await expect.poll(() => call.locator('output').innerText()).toMatch(/^200/);
    expect(await call.locator('output').innerText()).toContain('"results"');
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/api-docs-${look.language}.png` });

    const write = page.locator('[id="clients.create"]');
    await write.locator('> summary').click();
    await write.locator('textarea').fill(JSON.stringify({ name: `Made in ${look.language}` }));
    await write.locator('button').click();
    await expect.poll(() => write.locator('output').innerText()).toMatch(/^201/);

    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
