import type { ElementHandle, Page } from 'playwright-core';
import { type TypedKind, typedFields } from './fields.ts';

/** What cannot be read, whatever the kind; and what can, with the text that is shown for it. */
const UNREADABLE = 'x1';
const READABLE: Readonly<Record<TypedKind, readonly [typed: string, shown: string]>> = {
  number: ['7.5', '7.5'],
  whole: ['7', '7'],
  duration: ['7', '7'],
  day: ['5/12/2026', '05/12/2026'],
  moment: ['5/12/2026 7h05', '05/12/2026 07:05'],
  clock: ['7h05', '07:05'],
  kilometer: ['12,345', '12+345'],
  zone: ['tokyo', 'Asia/Tokyo'],
};

type Field = ElementHandle<HTMLInputElement>;
const typeOver = async (page: Page, field: Field, text: string): Promise<void> => {
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
};
const left = async (field: Field): Promise<{ text: string; wrong: boolean }> => {
  await field.evaluate((element) => element.blur());
  return field.evaluate((element) => ({
    text: element.value,
    wrong: element.getAttribute('aria-invalid') === 'true',
  }));
};

/** One field: what it does with a text that cannot be read, and with one that can. */
async function tried(page: Page, field: Field, kind: TypedKind): Promise<string | null> {
  const [typed, shown] = READABLE[kind];
  await typeOver(page, field, UNREADABLE);
  const unread = await left(field);
  if (unread.text !== UNREADABLE || !unread.wrong) return `${UNREADABLE}: ${JSON.stringify(unread)}`;
  await typeOver(page, field, typed);
  const while_ = await field.evaluate((element) => element.value);
  if (while_ !== typed) return `while typed: ${while_}`;
  const read = await left(field);
  // Out of bounds is told when it is saved.
  return read.text === shown ? null : `${typed}: ${JSON.stringify(read)}`;
}

/** Types into every field on top that is read; what is wrong with them, and how many there are. */
export async function tryFields(page: Page, within?: string): Promise<{ wrong: string[]; count: number }> {
  const fields = await typedFields(page, within).elementHandles();
  const wrong: string[] = [];
  for (const handle of fields) {
    const field = handle as Field;
    // A field that another one brought or took away.
    if (!(await field.evaluate((element) => element.isConnected))) continue;
    const { kind, label } = await field.evaluate((element) => ({
      kind: element.dataset.kind as TypedKind,
      label: element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? '',
    }));
    const found = await tried(page, field, kind);
    if (found !== null) wrong.push(`${label} (${kind}), ${found}`);
  }
  return { wrong, count: fields.length };
}
