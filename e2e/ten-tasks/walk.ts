import type { Locator, Page } from 'playwright-core';
import { settle } from '../visit.ts';
import type { Words } from './words.ts';

/** What a task took. */
export interface Score {
  readonly clicks: number;
  /** Keys typed. */
  readonly keys: number;
  /** Words on the screens and dialogs on the way, each once. */
  readonly words: number;
  /** What the console took, plus 1.3 s for each click and 0.28 s for each key (keystroke-level model). */
  readonly seconds: number;
}
const SECONDS = { click: 1.3, key: 0.28 } as const;

/** A person's way through a task: counts what is clicked, typed and shown. */
export interface Walk {
  readonly page: Page;
  readonly words: Words;
  readonly phone: boolean;
  readonly url: string;
  click(what: Locator): Promise<void>;
  type(what: Locator, text: string): Promise<void>;
  /** Opens an entry of the navigation, on a phone behind its menu. */
  go(entry: string): Promise<void>;
  /** Counts the words of what is now in front: a dialog, else the screen. */
  read(): Promise<void>;
  score(): Score;
}

const wordsIn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const front = [...document.querySelectorAll<HTMLElement>('[role=dialog], main')];
    const text = (front.find((part) => part.role === 'dialog') ?? front[0])?.innerText ?? '';
    return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  });

/** Begins at a screen that is already loaded. */
export function beginWalk(page: Page, url: string, words: Words, phone: boolean): Walk {
  const count = { clicks: 0, keys: 0, words: 0 };
  const began = performance.now();
  const click = async (what: Locator) => {
    await what.click();
    count.clicks += 1;
    await settle(page);
  };
  const read = async () => {
    count.words += await wordsIn(page);
  };
  return {
    page,
    words,
    phone,
    url,
    click,
    read,
    async type(what, text) {
      await what.fill(text);
      count.keys += text.length;
    },
    async go(entry) {
      if (phone) await click(page.getByRole('button', { name: words.common.nav.open_menu, exact: true }));
      await click(page.getByRole('navigation').getByRole('link', { name: entry }).first());
      await read();
    },
    score() {
      const { clicks, keys } = count;
      const seconds = (performance.now() - began) / 1000 + clicks * SECONDS.click + keys * SECONDS.key;
      return { ...count, seconds: Math.round(seconds) };
    },
  };
}
