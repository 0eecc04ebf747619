import { expect, test } from 'vitest';
import type { StoredCheck } from '../schema.ts';
import { type CheckEntry, mergeCheck } from './merge-check.ts';

const line = (text: string, note = '', done = false): StoredCheck => ({ code: null, text, done, note });
const entry = (change: Partial<CheckEntry>): CheckEntry => ({
  code: null,
  text: 'Gauge',
  known: [],
  ...change,
});

test('a tick changes its line alone', () => {
  const { checks } = mergeCheck([line('Look', '', true), line('Gauge')], entry({ done: true }));
  expect(checks).toEqual([line('Look', '', true), line('Gauge', '', true)]);
});
test('a reading replaces what its writer had seen, and stands beside what they had not', () => {
  const noteAfter = (before: string, change: Partial<CheckEntry>) =>
    mergeCheck([line('Gauge', before)], entry(change)).checks[0]?.note;
  expect(noteAfter('', { note: '12 bar' })).toBe('12 bar');
  expect(noteAfter('12 bar', { note: '13 bar', known: ['', '12 bar'] })).toBe('13 bar');
  expect(noteAfter('11 bar', { note: '12 bar', known: [''] })).toBe('11 bar · 12 bar');
  // Sent by both, or by one twice.
  expect(noteAfter('11 bar · 12 bar', { note: '12 bar', known: [''] })).toBe('11 bar · 12 bar');
  // Removing one's own note removes nobody else's.
  expect(noteAfter('11 bar', { note: '', known: ['12 bar'] })).toBe('11 bar');
});
test('a note too long to stand beside another is handed back', () => {
  const long = 'x'.repeat(900);
  expect(mergeCheck([line('Gauge', long)], entry({ note: 'y'.repeat(200) }))).toEqual({
    checks: [line('Gauge', long)],
    rest: 'y'.repeat(200),
  });
});
test('a line that somebody removed meanwhile comes back with what was found', () => {
  expect(mergeCheck([line('Look')], entry({ note: '12 bar', done: true })).checks).toEqual([
    line('Look'),
    line('Gauge', '12 bar', true),
  ]);
  const standard = mergeCheck([], { code: 'isolation', text: '', known: [], done: true });
  expect(standard.checks).toEqual([{ code: 'isolation', text: '', done: true, note: '' }]);
});
