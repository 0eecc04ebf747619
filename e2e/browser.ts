import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Keep Chromium off the network, and give it WebGL by software. */
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
  // Nobody looks at the frames: putting them together by a software GPU took a third of the time.
  '--disable-gpu-compositing',
];
const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** CHROMIUM_PATH, else a browser of the system, else the one npm brings. */
async function executable(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, which does not exist`);
    return named;
  }
  const found = SYSTEM.find((path) => existsSync(path));
  if (found) return found;
  // Makes the package unpack the system libraries it brings along; it must be set before it is loaded.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** A browser of its own temporary folder; `close` removes it. */
export async function openBrowser(
  more: readonly string[] = [],
): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-browser-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const browser = await chromium.launch({
      executablePath: await executable(),
      args: [...FLAGS, ...more],
      headless: true,
    });
    return {
      browser,
      close: async () => {
        await browser.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

export interface Look {
  language: 'en' | 'fr';
  theme: 'light' | 'dark';
  width: number;
  height: number;
  /** Blocked unless it is what is tried. */
  serviceWorkers: 'allow' | 'block';
}

/**
 * A context with the console's own preferences set before its first script, and signed in when a token is
 * given. `problems` gathers console errors and failed requests.
 */
export async function openContext(
  browser: Browser,
  url: string,
  look: Partial<Look>,
  session?: { token: string; user: unknown },
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const { language = 'en', theme = 'light', width = 1440, height = 900, serviceWorkers = 'block' } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'Europe/Paris',
    colorScheme: theme,
    serviceWorkers,
  });
  const stored: Record<string, string> = { language, theme, 'mantine-color-scheme-value': theme };
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
  const page = await context.newPage();
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
