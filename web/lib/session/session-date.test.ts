import { expect, test } from 'vitest';
import { formatConnexionDate, isSessionOver, parseConnexionDate } from './session-date.ts';

test('the connection date is DD/MM/YYYY HH:mm and reads back', () => {
  const at = new Date(2026, 1, 3, 4, 5).getTime();
  expect(formatConnexionDate(at)).toBe('03/02/2026 04:05');
  expect(parseConnexionDate('03/02/2026 04:05')).toBe(at);
});
test('an invalid date is none', () => {
  for (const text of [null, '', '2026-02-03 04:05', '31/02/2026 04:05', '3/2/2026 4:5', 'x'])
    expect(parseConnexionDate(text)).toBeNull();
});
test('a session is over at six hours, not a minute before; without a date it is young', () => {
  const at = new Date(2026, 1, 3, 4, 5).getTime();
  const text = formatConnexionDate(at);
  expect(isSessionOver(text, at + 6 * 3_600_000 - 60_000)).toBe(false);
  expect(isSessionOver(text, at + 6 * 3_600_000)).toBe(true);
  expect(isSessionOver(null, at)).toBe(false);
});
