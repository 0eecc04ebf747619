import type { Silence } from '@aerowatch/contracts/api/silences';
import { expect, test } from 'vitest';
import { bodyOf, draftOf, newDraft } from './draft.ts';
import { coveredBy, timesOf, tracksOf } from './preview.ts';

const NOW = Date.parse('2026-11-27T09:00:00Z');
const night = { ...newDraft([], NOW), from: '2026-11-26T21:00:00Z', to: '2026-11-27T03:00:00Z' };

test('four Thursday nights: how many are left, and when each begins', () => {
  const times = timesOf({ ...night, repeat: 'weekly', ends: 'count', count: 4 }, 'Europe/Paris', NOW);
  expect(times?.map(({ from }) => new Date(from).toISOString())).toEqual([
    '2026-12-03T21:00:00.000Z',
    '2026-12-10T21:00:00.000Z',
    '2026-12-17T21:00:00.000Z',
  ]);
});
test('nothing is promised of what would be refused', () => {
  const weekly = { ...night, repeat: 'weekly', ends: 'count' } as const;
  expect(timesOf({ ...weekly, count: null }, 'UTC', NOW)).toBeUndefined();
  expect(timesOf({ ...weekly, count: 50 }, 'UTC', NOW)).toBeUndefined();
  expect(timesOf({ ...weekly, from: '1970-01-01T00:00:00Z', count: 4 }, 'UTC', NOW)).toBeUndefined();
  expect(timesOf(night, 'UTC', NOW)).toBeUndefined();
  expect(timesOf({ ...night, to: null }, 'UTC', NOW)).toBeUndefined();
});

const box = (id: number, line: string, kilometer_point: number | null, tags: number[] = []) => ({
  ...{ id, line, kilometer_point, tags },
});
const aero = (of: number, track_number: string, line = '') => ({ box: of, track_number, line });
const boxes = [box(1, 'A', 10, [7]), box(2, 'A', 20), box(3, 'A', null), box(4, 'B', 10)];
const aeros = [aero(1, 'V1'), aero(1, 'V2'), aero(2, 'V1'), aero(3, 'V1'), aero(4, 'V1', 'A')];
test('boxes are counted as the server finds them: by the line of their AEROs, track and stretch', () => {
  const line = { ...newDraft(), scope: 'line', line: 'A' } as const;
  expect(coveredBy(line, boxes, aeros)).toBe(4);
  expect(coveredBy({ ...line, track: 'V2' }, boxes, aeros)).toBe(1);
  expect(coveredBy({ ...line, from_km: 5, to_km: 15 }, boxes, aeros)).toBe(2);
  expect(coveredBy({ ...newDraft(), scope: 'tag', tag: '7' }, boxes, aeros)).toBe(1);
  expect(tracksOf('A', boxes, aeros)).toEqual(['V1', 'V2']);
});

test('a changed silence starts with its present rule, even one that is not offered', () => {
  const silence = {
    ...{ boxes: null, tag: null, line: 'A', from_km: 5, to_km: null, track: 'V1', reason: 'Works' },
    ...{ from: night.from, to: night.to },
  };
  for (const rrule of ['FREQ=WEEKLY;COUNT=4', 'FREQ=DAILY;UNTIL=20261224', 'FREQ=WEEKLY;INTERVAL=2;COUNT=3'])
    expect(bodyOf(draftOf({ ...silence, rrule } as Silence), undefined, 'UTC')).toEqual({
      ...{ line: 'A', from_km: 5, to_km: null, track: 'V1', from: night.from, to: night.to },
      ...{ time_zone: 'UTC', reason: 'Works', rrule },
    });
});
