import type { CDPSession, Locator, Page } from 'playwright-core';

/** Fills in a field as a person does; returns the text that a field without any rules would then contain. */
type Way = (page: Page, field: Locator, text: string, pace: number) => Promise<string>;

const emptied: (page: Page, field: Locator) => Promise<void> = async (page, field) => {
  await field.press('End');
  for (let left = (await field.inputValue()).length; left > 0; left -= 1)
    await page.keyboard.press('Backspace');
};

/** The text before and after the selection. */
const around = (field: Locator): Promise<[string, string]> =>
  field.evaluate((element: HTMLInputElement) => [
    element.value.slice(0, element.selectionStart ?? 0),
    element.value.slice(element.selectionEnd ?? 0),
  ]);

/** The pages of a browser share one clipboard, so they paste in turns. */
let clipboard: Promise<void> = Promise.resolve();

/** The ways of typing, each at any pace (ms between keys). */
export const WAYS: Readonly<Record<string, Way>> = {
  'click, Backspace to empty': async (page, field, text, pace) => {
    await field.click();
    await emptied(page, field);
    await page.keyboard.type(text, { delay: pace });
    return text;
  },
  'Ctrl+A': async (page, field, text, pace) => {
    await field.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text, { delay: pace });
    return text;
  },
  'double click': async (page, field, text, pace) => {
    await field.dblclick();
    const [before, after] = await around(field);
    await page.keyboard.type(text, { delay: pace });
    return before + text + after;
  },
  Tab: async (page, field, text, pace) => {
    await field.evaluate((element) => {
      const all = [
        ...document.querySelectorAll<HTMLElement>(
          'input:not([tabindex="-1"]), button:not([tabindex="-1"]), textarea',
        ),
      ].filter((one) => one.checkVisibility());
      all[all.indexOf(element as HTMLElement) - 1]?.focus();
    });
    await page.keyboard.press('Tab');
    // Text that the browser selects after Tab is replaced.
    const [before, after] = await around(field);
    await page.keyboard.type(text, { delay: pace });
    return before + text + after;
  },
  paste: async (page, field, text) => {
    const turn = clipboard.then(async () => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await field.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+v');
    });
    clipboard = turn.catch(() => undefined);
    await turn;
    return text;
  },
  'arrow keys': async (page, field, text, pace) => {
    await field.click();
    await page.keyboard.press('Control+a');
    // First its second half, then the first one before it.
    const half = Math.ceil(text.length / 2);
    await page.keyboard.type(text.slice(half), { delay: pace });
    for (let back = text.length - half; back > 0; back -= 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(text.slice(0, half), { delay: pace });
    return text;
  },
};

/** A phone's keyboard: a word is composed key by key, then committed; and whole words are inserted. */
export async function typeOnPhone(session: CDPSession, field: Locator, text: string): Promise<void> {
  await field.tap();
  await field.evaluate((element: HTMLInputElement) => element.select());
  const half = Math.ceil(text.length / 2);
  for (let end = 1; end <= half; end += 1)
    await session.send('Input.imeSetComposition', {
      text: text.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    });
  await session.send('Input.insertText', { text: text.slice(0, half) });
  await session.send('Input.insertText', { text: text.slice(half) });
}
