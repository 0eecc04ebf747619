import { expect, it } from 'vitest';
import { momentOf, wallOf } from './moment-input.tsx';

it.each([
  ['2026-01-10T07:30:00.000Z', 'America/Montreal', '2026-01-10 02:30:00'],
  ['2026-07-10T07:30:00.000Z', 'Asia/Kolkata', '2026-07-10 13:00:00'],
  ['2026-03-29T00:30:00.000Z', 'Europe/Paris', '2026-03-29 01:30:00'],
])('%s in %s is %s, and back', (moment, zone, wall) => {
  expect(wallOf(moment, zone)).toBe(wall);
  expect(momentOf(wall, zone)).toBe(moment);
});
it('the hour that comes twice is the first, the one that does not exist goes on', () => {
  expect(momentOf('2026-10-25 02:30:00', 'Europe/Paris')).toBe('2026-10-25T00:30:00.000Z');
  expect(momentOf('2026-03-29 02:30:00', 'Europe/Paris')).toBe('2026-03-29T01:30:00.000Z');
});
it('what is no time is none', () => {
  expect(wallOf('yesterday', 'UTC')).toBeNull();
  expect(momentOf('', 'UTC')).toBeNull();
});
