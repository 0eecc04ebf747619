import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { paints, STOPPED } from './paints.ts';

/** Time limit in ms, so long that only a real hang fails, however slow or busy the machine is. */
export const PATIENCE = Number(process.env.E2E_TIMEOUT ?? 60_000);

/** The answer, or after `PATIENCE` an error that names what was awaited, at the waiting line. */
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

type Call = (this: object, ...args: unknown[]) => Promise<unknown>;
const changed = new WeakMap<object, Set<string>>();

/** Wraps these methods of all objects of this kind, once. */
function around(
  sample: object,
  kind: string,
  names: readonly string[],
  wrap: (call: Call, name: string) => Call,
) {
  const methods = Object.getPrototypeOf(sample) as Record<string, Call>;
  const done = changed.get(methods) ?? new Set();
  changed.set(methods, done);
  for (const name of names) {
    if (done.has(name)) continue;
    const call = methods[name];
    if (call === undefined) throw new Error(`the driver of the browser has no ${kind}.${name}`);
    methods[name] = wrap(call, name);
    done.add(name);
  }
}

/** Adds a time limit to these methods. */
function bound(sample: object, kind: string, names: readonly string[]): void {
  around(
    sample,
    kind,
    names,
    (call, name) =>
      function (this: object, ...args) {
        const asked = args.map((arg) => String(arg).slice(0, 80).replace(/\s+/g, ' ')).join(', ');
        return within(Reflect.apply(call, this, args), `${kind}.${name}(${asked})`);
      },
  );
}

/** A wait that times out on a page that no longer paints reports that. */
function blamed(sample: object, kind: string, names: readonly string[], pageOf: (one: object) => Page): void {
  around(
    sample,
    kind,
    names,
    (call) =>
      async function (this: object, ...args) {
        try {
          return await Reflect.apply(call, this, args);
        } catch (error) {
          if (!(error instanceof Error) || error.name !== 'TimeoutError' || (await paints(pageOf(this))))
            throw error;
          throw new Error(`${STOPPED}: ${error.message}`, { cause: error });
        }
      },
  );
}

/**
 * Waits that are started before the act which triggers them: if the act fails, only its error is reported.
 */
function afterAct(sample: object, kind: string, names: readonly string[]): void {
  around(
    sample,
    kind,
    names,
    (call) =>
      function (this: object, ...args) {
        const answer = Reflect.apply(call, this, args);
        answer.catch(() => undefined);
        return answer;
      },
  );
}

export function endBrowser(browser: Browser): void {
  bound(browser, 'browser', ['newContext', 'close']);
}

/**
 * The driver's own limit (`setDefaultTimeout`) applies to waiting for an element, an address or an answer. On
 * a page that hangs, everything else would wait for ever: scripts, keys and the mouse, immediate reads and
 * counts, its clock, closing it.
 */
export function endPage(context: BrowserContext, page: Page): void {
  bound(context, 'context', ['newPage', 'newCDPSession', 'addInitScript', 'close']);
  bound(page, 'page', ['evaluate', 'title', 'content', 'route', 'unroute', 'unrouteAll', 'close']);
  bound(page.keyboard, 'keyboard', ['press', 'type', 'insertText', 'down', 'up']);
  bound(page.mouse, 'mouse', ['move', 'click', 'down', 'up', 'wheel']);
  bound(page.clock, 'clock', ['install', 'pauseAt', 'resume', 'runFor', 'fastForward']);
  const reads = ['count', 'isVisible', 'isHidden', 'allInnerTexts', 'allTextContents', 'evaluateAll'];
  bound(page.locator('html'), 'locator', reads);
  const acts = [
    'click',
    'dblclick',
    'check',
    'uncheck',
    'setChecked',
    'fill',
    'hover',
    'press',
    'selectOption',
  ];
  blamed(page.locator('html'), 'locator', [...acts, 'waitFor'], (one) => (one as Locator).page());
  afterAct(page, 'page', ['waitForResponse', 'waitForRequest', 'waitForEvent']);
  afterAct(context, 'context', ['waitForEvent']);
  blamed(page, 'page', ['waitForFunction'], (one) => one as Page);
}
