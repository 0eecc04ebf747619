import { expect, it } from 'vitest';
import { type Entry, isHistory, kindsOf, newestEntries } from './timeline.ts';

const entry = (kind: Entry['kind'], at: string): Entry =>
  ({ kind, at, key: `${kind}${at}`, row: {} }) as unknown as Entry;

it('joins lists by moment, newest first, and tells whether there are older ones', () => {
  const alerts = [entry('alert', '2026-05-04T10:00:00.500Z'), entry('alert', '2026-05-01T10:00:00Z')];
  const notes = [entry('note', '2026-05-04T10:00:01Z'), entry('note', '2026-05-02T10:00:00Z')];
  const { entries, more } = newestEntries([alerts, notes, []], 3);
  expect(entries.map(({ kind, at }) => [kind, at.slice(8, 10)])).toEqual([
    ['note', '04'],
    ['alert', '04'],
    ['note', '02'],
  ]);
  expect(more).toBe(true);
  expect(newestEntries([alerts, notes], 4)).toMatchObject({ more: false });
});

it('reads kinds from the address, and opens the tabs of earlier releases', () => {
  expect(kindsOf('history', null)).toEqual([]);
  expect(kindsOf('history', 'note,alert,nonsense')).toEqual(['alert', 'note']);
  expect(kindsOf('log', null)).toEqual(['note']);
  expect(['history', 'alerts', 'log', 'sami'].every(isHistory)).toBe(true);
  expect(['firmware', 'toString', '', null].some(isHistory)).toBe(false);
});
