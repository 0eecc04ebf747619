import { expect, test } from 'vitest';
import { writtenAt } from './written-at.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-27T12:00:00Z');
const long = now - 1000 * HOUR;

test.each([
  ['a right clock', 0],
  ['three days fast', 72 * HOUR],
  ['three days slow', -72 * HOUR],
])('%s: the age counts, not the clock', (_name, off) => {
  expect(writtenAt({ at: now - 5 * HOUR + off, sentAt: now + off }, now, long)).toBe(now - 5 * HOUR);
});
test('never in the future, and never before its subject', () => {
  expect(writtenAt({ at: now + HOUR, sentAt: now }, now, long)).toBe(now);
  expect(writtenAt({ at: now - 5 * HOUR, sentAt: now }, now, now - HOUR)).toBe(now - HOUR);
  expect(writtenAt({ at: now, sentAt: now }, now, now + HOUR)).toBe(now);
});
