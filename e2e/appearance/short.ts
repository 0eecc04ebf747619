import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the first screen may take at most: words, and windows of height. */
const MOST = { words: 400, screens: 3 } as const;

/** The page on top has at most 400 words, and is at most three windows of this height. */
export async function expectShort(page: Page, height: number): Promise<void> {
  const read = await page.evaluate(() => ({
    words: document
      .querySelector('main')!
      .innerText.split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    height: document.documentElement.scrollHeight,
  }));
  expect(read.words).toBeLessThanOrEqual(MOST.words);
  expect(read.height).toBeLessThanOrEqual(MOST.screens * height);
}
