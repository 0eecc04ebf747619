import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseResolution, RESOLUTIONS } from './downsample.ts';
import { typicalInterval } from './gaps.ts';
import { FREQUENCY_UNITS, frequencySeconds, type TimeRange, timeRange } from './time-ranges.ts';
import { isTimeZone, zonedTime } from './time-zone.ts';

// The database makes the buckets: server/features/measures/series/rollups.property.test.ts proves them.
describe('resolution', () => {
  it('holds what was asked, with the shortest buckets that do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 * 366 }),
        fc.integer({ min: 10, max: 5000 }),
        fc.nat(86_400_000),
        (days, points, start) => {
          const to = start + days * 86_400_000;
          const every = chooseResolution(start, to, points);
          expect(Math.floor((to - 1) / every) - Math.floor(start / every) + 1).toBeLessThanOrEqual(points);
          const shorter = RESOLUTIONS[RESOLUTIONS.indexOf(every) - 1];
          if (shorter) expect(Math.ceil((to - start) / shorter) + 1).toBeGreaterThan(points);
        },
      ),
    );
  });
  it.each([
    [5 * 60_000, 1000, 1000],
    [86_400_000, 1000, 120_000],
    [30 * 86_400_000, 1000, 3_600_000],
    [365 * 86_400_000, 1000, 43_200_000],
  ])('%d ms in %d points', (span, points, every) => {
    expect(chooseResolution(0, span, points)).toBe(every);
  });
});

describe('gaps', () => {
  const times = [0, 10, 20, 40, 50, 90];
  it('the usual pause is the median', () => {
    expect(typicalInterval(times)).toBe(10);
    expect(typicalInterval([5])).toBeNull();
  });
});

describe('time ranges', () => {
  // Saturday 2026-11-21 08:30 UTC, 09:30 in Paris.
  const now = Date.UTC(2026, 10, 21, 8, 30);
  const iso = (time: number) => new Date(time).toISOString().slice(0, 16);
  it.each([
    ['last_5_minutes', 'UTC', '2026-11-21T08:25', '2026-11-21T08:30'],
    ['last_hour', 'UTC', '2026-11-21T07:30', '2026-11-21T08:30'],
    ['last_24_hours', 'UTC', '2026-11-20T08:30', '2026-11-21T08:30'],
    ['last_7_days', 'UTC', '2026-11-14T08:30', '2026-11-21T08:30'],
    ['last_12_months', 'UTC', '2025-11-21T08:30', '2026-11-21T08:30'],
    ['last_week', 'UTC', '2026-11-09T00:00', '2026-11-16T00:00'],
    ['last_week', 'Europe/Paris', '2026-11-08T23:00', '2026-11-15T23:00'],
    ['last_month', 'Europe/Paris', '2026-09-30T22:00', '2026-10-31T23:00'],
    ['last_month', 'America/New_York', '2026-10-01T04:00', '2026-11-01T04:00'],
  ] as [TimeRange, string, string, string][])('%s in %s', (range, zone, from, to) => {
    const found = timeRange(range, now, zone);
    expect([iso(found.from), iso(found.to)]).toEqual([from, to]);
  });
  it('custom days, both included, over a clock change', () => {
    const found = timeRange('custom', now, 'Europe/Paris', { from: '2026-10-25', to: '2026-10-25' });
    expect((found.to - found.from) / 3_600_000).toBe(25);
    expect(iso(found.from)).toBe('2026-10-24T22:00');
  });
  it('January’s last month is December, Monday’s last week ends today', () => {
    expect(iso(timeRange('last_month', Date.UTC(2026, 0, 3), 'UTC').from)).toBe('2025-12-01T00:00');
    expect(iso(timeRange('last_week', Date.UTC(2026, 10, 16, 1), 'UTC').to)).toBe('2026-11-16T00:00');
  });
  it('a day without midnight begins at the change', () => {
    // Cairo's clocks go from 0:00 to 1:00 on 2026-04-24.
    expect(iso(zonedTime(2026, 4, 24, 'Africa/Cairo'))).toBe('2026-04-23T22:00');
  });
  it('every zone’s midnights are midnights', () => {
    for (const zone of [
      'Europe/Paris',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
    ])
      for (let day = 1; day <= 366; day++)
        expect(
          new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
            zonedTime(2026, 1, day, zone),
          ),
        ).toBe('00:00');
  });
  it('knows zones', () => {
    expect(isTimeZone('Europe/Paris')).toBe(true);
    expect(isTimeZone('Europe/Pari')).toBe(false);
  });
  it('frequencies', () => {
    expect(Object.keys(FREQUENCY_UNITS).map((unit) => frequencySeconds(2, unit as 'days'))).toEqual([
      2, 120, 7200, 172_800,
    ]);
  });
});
