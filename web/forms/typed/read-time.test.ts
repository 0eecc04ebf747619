import { expect, it } from 'vitest';
import { momentOf, readClock, readDay, readMoment, wallOf, writeDay, writeMoment } from './read-time.ts';

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
it('an invalid time is none', () => {
  expect(wallOf('yesterday', 'UTC')).toBeNull();
  expect(momentOf('', 'UTC')).toBeNull();
});

it.each([
  ['05/12/2026', '2026-12-05'],
  ['5/12/2026', '2026-12-05'],
  ['27/11/2026', '2026-11-27'],
  ['05.12.26', '2026-12-05'],
  ['5-12-2026', '2026-12-05'],
  [' 05 / 12 / 2026 ', '2026-12-05'],
  ['05122026', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
  ['5 Dec 2026', '2026-12-05'],
  ['5 déc. 2026', '2026-12-05'],
  ['1er décembre 2026', '2026-12-01'],
  ['', null],
])('%j is a day, in every language', (text, value) => expect(readDay(text)).toEqual({ value }));
it.each([
  ['31/11/2026', 'no_such_day'],
  ['29/02/2026', 'no_such_day'],
  ['12/27/2026', 'no_such_day'],
  ['05/12/', 'typed_day'],
  ['05/12/202', 'typed_day'],
  ['tomorrow', 'typed_day'],
])('%j is no day', (text, problem) => expect(readDay(text)).toEqual({ problem }));
it('reads what it writes', () => {
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
    const iso = new Date(day).toISOString().slice(0, 10);
    expect(readDay(writeDay(iso))).toEqual({ value: iso });
  }
});

it.each([
  ['22:00', '22:00'],
  ['22h', '22:00'],
  ['7 h 30', '07:30'],
  ['2230', '22:30'],
  ['7.05', '07:05'],
])('%j is a time of day', (text, value) => expect(readClock(text)).toEqual({ value }));
it.each(['24:00', '22:60', '22', 'noon'])('%j is no time of day', (text) =>
  expect(readClock(text)).toEqual({ problem: 'hour_minute' }),
);

it.each([
  ['05/12/2026 14:30', '2026-12-05T13:30:00.000Z'],
  ['05/12/2026, 14h30', '2026-12-05T13:30:00.000Z'],
  ['5 déc. 2026 à 14:30', '2026-12-05T13:30:00.000Z'],
  ['05122026 1430', '2026-12-05T13:30:00.000Z'],
])('%j is a moment', (text, value) => {
  expect(readMoment(text, 'Europe/Paris')).toEqual({ value });
  expect(writeMoment(value, 'Europe/Paris')).toBe('05/12/2026 14:30');
});
it.each([
  ['05/12/2026', 'typed_moment'],
  ['05/12/2026 14', 'typed_moment'],
  ['31/11/2026 14:30', 'no_such_day'],
  ['29/03/2026 02:30', 'no_such_time'],
])('%j is no moment', (text, problem) => expect(readMoment(text, 'Europe/Paris')).toEqual({ problem }));
