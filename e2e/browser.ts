import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { endBrowser, endPage, PATIENCE } from './appearance/ends.ts';
import {
  environmentOf,
  hasPackagedChromium,
  UNPACKED_VARIABLE,
  unpackChromium,
} from './packaged-chromium.ts';
import { follow } from './visit.ts';

/** Keeps Chromium off the network, and provides WebGL in software. */
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  // Nobody looks at the frames: compositing them on a software GPU took a third of the time.
  '--disable-gpu-compositing',
];
/** For platforms without a browser from npm: macOS, Linux on ARM. */
const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * CHROMIUM_PATH, else the browser from npm, so that every machine tests with the same one, else (without one
 * in npm) one of the system.
 */
async function chosen(folder: string): Promise<Pick<LaunchOptions, 'executablePath' | 'env'>> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, which does not exist`);
    return { executablePath: named };
  }
  if (hasPackagedChromium) {
    const unpacked = process.env[UNPACKED_VARIABLE] ?? folder;
    const executablePath = await unpackChromium(unpacked);
    return { executablePath, env: { ...process.env, ...environmentOf(unpacked, folder) } };
  }
  const executablePath = SYSTEM.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error('no browser: set CHROMIUM_PATH to a Chromium or Chrome of this machine');
  return { executablePath };
}

/** A browser with a separate temporary folder; `close` removes it. */
export async function openBrowser(
  more: readonly string[] = [],
): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-browser-'));
  const browser = await chromium.launch({
    ...(await chosen(folder)),
    args: [...FLAGS, ...more],
    headless: true,
  });
  endBrowser(browser);
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Look {
  language: 'en' | 'fr';
  theme: 'light' | 'dark';
  width: number;
  height: number;
  /** With touch and a phone's keyboard. */
  phone?: boolean;
  /** False if a test needs no map: drawing maps in software takes most of the time. */
  maps?: boolean;
  /** True if animation is under test; otherwise the page uses reduced motion and nothing waits for it. */
  motion?: boolean;
  /** Blocked unless service workers are under test. */
  serviceWorkers: 'allow' | 'block';
}

/**
 * A context with the console's own preferences set before its first script, and signed in if a token is
 * given. `problems` collects console errors and failed requests.
 */
export async function openContext(
  browser: Browser,
  url: string,
  look: Partial<Look>,
  session?: { token: string; user: unknown },
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const { language = 'en', theme = 'light', width = 1440, height = 900 } = look;
  const { maps = true, motion = false, phone = false, serviceWorkers = 'block' } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'Europe/Paris',
    colorScheme: theme,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    serviceWorkers,
    ...(phone ? { isMobile: true, hasTouch: true } : {}),
  });
  const stored: Record<string, string> = { language, theme };
  if (session) {
    const now = new Date();
    const two = (value: number) => String(value).padStart(2, '0');
    Object.assign(stored, {
      isAuthenticated: 'true',
      token: session.token,
      profile: JSON.stringify(session.user),
      connexionDate: `${two(now.getDate())}/${two(now.getMonth() + 1)}/${now.getFullYear()} ${two(now.getHours())}:${two(now.getMinutes())}`,
    });
  }
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values))
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }, stored);
  await context.addInitScript(reportTurnedButtons);
  if (!maps) await withoutMaps(context);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  endPage(context, page);
  follow(page);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) => {
    if (request.url().startsWith(url) && request.failure()?.errorText !== 'net::ERR_ABORTED')
      problems.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  return { context, page, problems };
}

/**
 * Reports a button that becomes one that submits its form, or stops being one, while it is on the page: a
 * click in progress would have the wrong effect. Two buttons need two keys. Runs in the page.
 */
function reportTurnedButtons(): void {
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes)
      if (target instanceof HTMLButtonElement && oldValue !== null && oldValue !== target.type)
        console.error(`a button turned from ${oldValue} into ${target.type}: ${target.textContent}`);
  }).observe(document, {
    subtree: true,
    attributes: true,
    attributeOldValue: true,
    attributeFilter: ['type'],
  });
}

/** Like a browser without WebGL. */
async function withoutMaps(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest) {
      return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest]);
    } as typeof getContext;
  });
}
