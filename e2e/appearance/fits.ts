import type { Page } from 'playwright-core';

/** Texts of badges and buttons that are cut off, and an open tab that is out of view. Runs in the page. */
function cutOff(): string[] {
  const labels = [...document.querySelectorAll('.mantine-Badge-label, .mantine-Button-label')];
  const cut = labels.filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1);
  const tabs = [...document.querySelectorAll('[role=tab][aria-selected=true]')];
  const away = tabs.filter((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    return left < 0 || right > document.documentElement.clientWidth;
  });
  return [...cut, ...away].map((one) => one.textContent ?? '');
}

/** Horizontal overflow in px of each dialog over a page, which scrolls by itself. Runs in the page. */
function overflowing(): string[] {
  const over = document.querySelectorAll(
    '[role=dialog], .mantine-Modal-content, .mantine-Modal-body, [role=menu]',
  );
  return [...over]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.className} ${one.scrollWidth - one.clientWidth}`);
}

/** Layout problems: cut-off texts, and the horizontal overflow in px of the page, or of dialogs over it. */
export async function misfits(page: Page): Promise<{ cut?: string[]; overflow?: number; over?: string[] }> {
  const cut = await page.evaluate(cutOff);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const over = await page.evaluate(overflowing);
  return {
    ...(cut.length > 0 ? { cut } : {}),
    ...(overflow > 0 ? { overflow } : {}),
    ...(over.length > 0 ? { over } : {}),
  };
}
