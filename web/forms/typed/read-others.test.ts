import { expect, it } from 'vitest';
import { readDuration, writeDuration } from './read-duration.ts';
import { readZone } from './read-zone.ts';

it.each([
  [{ minutes: '20' }, 'min', 20],
  [{ hours: '3', minutes: '20' }, 'min', 200],
  [{ seconds: '3725' }, 's', 3725],
  [{ hours: '', minutes: '', seconds: '' }, 's', null],
  [{ hours: '1 h', minutes: '5min' }, 's', 3900],
  [{ seconds: '2', milliseconds: '500' }, 'ms', 2500],
] as const)('%j in %s', (texts, unit, value) => expect(readDuration(texts, unit)).toEqual({ value }));
it.each([
  [{ minutes: '1.5' }, 'not_integer'],
  [{ minutes: '-5' }, 'duration_negative'],
  [{ minutes: '3 h' }, 'not_numeric_in|min'],
] as const)('%j is told', (texts, problem) => expect(readDuration(texts, 'min')).toEqual({ problem }));
it('is split anew where it is written, and is the same', () => {
  expect(writeDuration(3725, 's')).toEqual({ hours: '1', minutes: '2', seconds: '5' });
  for (const unit of ['s', 'min', 'ms'] as const)
    for (const value of [0, 1, 59, 60, 3725, 10_080])
      expect(readDuration(writeDuration(value, unit), unit)).toEqual({ value });
});

it.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['tokyo', 'Asia/Tokyo'],
  [' New York ', 'America/New_York'],
  ['europe paris', 'Europe/Paris'],
  ['utc', 'UTC'],
  ['Mine (Europe/Paris)', 'user'],
])('%j is a time zone', (text, value) =>
  expect(readZone(text, [{ value: 'user', label: 'Mine (Europe/Paris)' }])).toEqual({ value }),
);
it('reports an invalid value', () => {
  expect(readZone('')).toEqual({ problem: 'required' });
  expect(readZone('Toky')).toEqual({ problem: 'time_zone' });
});
