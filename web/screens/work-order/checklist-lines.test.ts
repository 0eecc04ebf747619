import { expect, test } from 'vitest';
import { type Check, lineAdded, lineEdit } from './checklist-lines.ts';

const line = (text: string, done = false): Check => ({ code: null, text, done, note: '' });
const [look, measure, grease] = [line('Look'), line('Measure'), line('Grease')];

test('a tick falls on its line, and leaves what others ticked meanwhile', () => {
  const now = [line('Look', true), measure];
  expect(lineEdit(measure, 1, { done: true })(now)).toEqual([line('Look', true), line('Measure', true)]);
});
test('a line that has moved is found; one that is gone is said', () => {
  expect(lineEdit(measure, 0, { note: '12 bar' })([look, grease, measure])).toEqual([
    look,
    grease,
    { ...measure, note: '12 bar' },
  ]);
  expect(lineEdit(measure, 1, { done: true })([look, grease])).toBe('gone');
});
test('a note replaces what its writer knew, and no note of somebody else', () => {
  const note = (text: string) => [{ ...measure, note: text }];
  const edit = lineEdit(measure, 0, { note: '12 bar' }, ['', '11 bar']);
  for (const before of ['', '11 bar', '12 bar']) expect(edit(note(before))).toEqual(note('12 bar'));
  expect(edit(note('13 bar'))).toBe('overtaken');
});
test('a further line comes last', () => {
  expect(lineAdded('Photo')([look])).toEqual([look, { text: 'Photo', done: false, note: '' }]);
});
