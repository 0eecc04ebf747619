import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Only what hangs is to fail by time, however slow or busy the machine is, ms. */
export const PATIENCE = Number(process.env.E2E_TIMEOUT ?? 60_000);

/** The answer, or after `PATIENCE` an error that names what was waited for, at the line that waits. */
export async function within<T>(answer: Promise<T>, what: string): Promise<T> {
  const late = new Error(`waited ${PATIENCE} ms in vain for ${what}`);
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late), PATIENCE);
  });
  try {
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(timer);
  }
}

type Call = (...args: unknown[]) => Promise<unknown>;
const given = new WeakSet<object>();

/** Gives these methods of all objects of this kind an end. */
function bound(sample: object, kind: string, names: readonly string[]): void {
  const methods = Object.getPrototypeOf(sample) as Record<string, Call>;
  if (given.has(methods)) return;
  given.add(methods);
  for (const name of names) {
    const call = methods[name];
    if (call === undefined) throw new Error(`the driver of the browser has no ${kind}.${name}`);
    methods[name] = function (this: object, ...args) {
      const asked = args.map((arg) => String(arg).slice(0, 80).replace(/\s+/g, ' ')).join(', ');
      return within(Reflect.apply(call, this, args), `${kind}.${name}(${asked})`);
    };
  }
}

export function endBrowser(browser: Browser): void {
  bound(browser, 'browser', ['newContext', 'close']);
}

/**
 * The driver's own limit (`setDefaultTimeout`) holds for what looks for an element, an address or an answer. A
 * page that has stopped leaves all else without an end: what runs in it, keys and the mouse, what is counted or
 * read at once, its clock, its end.
 */
export function endPage(context: BrowserContext, page: Page): void {
  bound(context, 'context', ['newPage', 'newCDPSession', 'addInitScript', 'close']);
  bound(page, 'page', ['evaluate', 'title', 'content', 'route', 'unroute', 'unrouteAll', 'close']);
  bound(page.keyboard, 'keyboard', ['press', 'type', 'insertText', 'down', 'up']);
  bound(page.mouse, 'mouse', ['move', 'click', 'down', 'up', 'wheel']);
  bound(page.clock, 'clock', ['install', 'pauseAt', 'resume', 'runFor', 'fastForward']);
  const reads = ['count', 'isVisible', 'isHidden', 'allInnerTexts', 'allTextContents', 'evaluateAll'];
  bound(page.locator('html'), 'locator', reads);
}
