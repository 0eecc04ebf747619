import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PATIENCE } from './appearance/ends.ts';
import { STOPPED } from './appearance/paints.ts';
import { openBrowser, openContext } from './browser.ts';
import { hasPackagedChromium } from './packaged-chromium.ts';

let browser: Browser;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ browser, close } = await openBrowser());
});
afterAll(() => close());
afterEach(() => vi.useRealTimers());

const PAGE = `<!doctype html><meta charset="utf-8">
<p id="latin">Température : 23,5 °C — « grippé »</p>
<p id="symbols">→ ≥ ± ✓ ▲</p>
<p id="emoji">🚆🔥</p>
<p id="arabic">مرحبا بالعالم</p>
<input value="AW-00001"><input type="password" value="secret"><select><option>one</select><input type="date">`;

it('draws form controls, passwords, symbols, emoji and Arabic with fonts of its own', async () => {
  const page = await browser.newPage();
  await page.setContent(PAGE);
  expect((await page.screenshot()).length).toBeGreaterThan(1000);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const familiesOf = async (selector: string) => {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map((font) => font.familyName);
  };
  const families: Record<string, string[]> = {};
  for (const id of ['latin', 'symbols', 'emoji', 'arabic']) families[id] = await familiesOf(`#${id}`);
  for (const found of Object.values(families)) expect(found.length).toBeGreaterThan(0);
  // Another browser (CHROMIUM_PATH, macOS) has its own fonts.
  if (hasPackagedChromium && !process.env.CHROMIUM_PATH)
    expect(families).toMatchObject({
      emoji: ['Noto Color Emoji'],
      arabic: expect.arrayContaining(['DejaVu Sans']),
    });
  expect(await page.evaluate(() => document.querySelectorAll('input').length)).toBe(3);
  await page.close();
});

it('a page that has stopped ends each wait for it by name, also of keys and of what is counted', async () => {
  const { context, page } = await openContext(browser, 'about:blank', {});
  await page.setContent('<input autofocus>');
  // From here on the page answers nothing.
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    }, 0);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const said = Promise.allSettled([
    page.evaluate(() => document.title),
    page.keyboard.press('End'),
    page.locator('input').count(),
  ]);
  await vi.advanceTimersByTimeAsync(PATIENCE);
  const reasons = (await said).map((one) => (one.status === 'rejected' ? String(one.reason) : 'answered'));
  expect(reasons).toEqual([
    expect.stringContaining('in vain for page.evaluate(() => document.title)'),
    expect.stringContaining('in vain for keyboard.press(End)'),
    expect.stringContaining('in vain for locator.count()'),
  ]);
  vi.useRealTimers();
  await context.close();
});

it('a timeout reports whether the page has stopped painting', async () => {
  const { context, page } = await openContext(browser, 'about:blank', {});
  // It moves for ever, so no click ever finds it stable.
  await page.setContent(
    '<style>@keyframes run { to { margin-left: 900px } }</style><button style="animation: run 1s infinite">x</button>',
  );
  const click = () => page.getByRole('button').click({ timeout: 300 });
  await expect(click()).rejects.toThrow(/^locator\.click: Timeout 300ms/);
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  await expect(click()).rejects.toThrow(`${STOPPED}: locator.click: Timeout 300ms`);
  await context.close();
});
