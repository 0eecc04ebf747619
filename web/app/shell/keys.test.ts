import { expect, test } from 'vitest';
import { takerOf } from './keys.ts';

/** A row with these elements, found by tag name. */
function rowOf(...tags: readonly string[]) {
  const elements = tags.map((tag) => ({ tag }));
  const querySelector = (selector: string) =>
    elements.find(({ tag }) => selector.split(',').some((part) => part.trim().startsWith(tag))) ?? null;
  return { elements, row: { querySelector } as unknown as HTMLElement };
}

test('the link of a row takes the focus, also behind a button', () => {
  const { row, elements } = rowOf('button', 'a');
  expect(takerOf(row)).toBe(elements[1]);
});

test('a row without a link takes it itself: Enter must not press its button', () => {
  const { row } = rowOf('input', 'button');
  expect(takerOf(row)).toBe(row);
});
