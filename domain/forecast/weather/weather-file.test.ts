import { expect, it } from 'vitest';
import { nearestPoint } from './nearest.ts';
import { daysOfRecords, hoursOfDays, joinedDay } from './weather-days.ts';
import { readWeather } from './weather-file.ts';
import { weatherDay, withSun } from './weather-hours.ts';

const NOW = Date.UTC(2026, 6, 10, 6);
const HEAD = 'latitude,longitude,issued_at,valid_at,temperature,radiation';
const row = (cells: Partial<Record<string, string>> = {}) => {
  const all: Record<string, string> = {
    latitude: '47',
    longitude: '2',
    issued_at: '2026-07-10T00:00:00Z',
    valid_at: '2026-07-12T12:00:00Z',
    temperature: '31.5',
    radiation: '720',
    ...cells,
  };
  return HEAD.split(',')
    .map((name) => all[name])
    .join(',');
};
const read = (cells: Partial<Record<string, string>>) =>
  readWeather(`${HEAD}\n${row(cells)}\n`, NOW).problems[0];

it('reads CSV in any order of columns, with semicolons, and JSON lines', () => {
  const [record] = readWeather(`${HEAD}\n${row({ radiation: '' })}\n`, NOW).records;
  expect(record).toEqual({
    latitude: 47,
    longitude: 2,
    issuedAt: Date.UTC(2026, 6, 10),
    validAt: Date.UTC(2026, 6, 12, 12),
    temperature: 31.5,
    radiation: null,
  });
  const turned = readWeather(
    'temperature;radiation;valid_at;issued_at;longitude;latitude\n31.5;;2026-07-12 12:00;2026-07-10;2;47\n',
    NOW,
  );
  expect(turned.records[0]).toEqual(record);
  const json = JSON.stringify({
    latitude: 47,
    longitude: 2,
    issued_at: '2026-07-10T02:00:00+02:00',
    valid_at: '2026-07-12T12:00:00Z',
    temperature: 31.5,
  });
  expect(readWeather(`${json}\n`, NOW).records[0]).toEqual(record);
});

it.each([
  [{ temperature: '300' }, 'weather_kelvin|2|300'],
  [{ temperature: '88' }, 'weather_temperature|2|88'],
  [{ temperature: '-40' }, /^weather_implausible\|2\|-40\|/],
  [{ temperature: 'NaN' }, 'weather_number|2'],
  [{ latitude: '147' }, 'weather_place|2'],
  [{ radiation: '5000' }, 'weather_radiation|2'],
  [{ valid_at: 'tomorrow' }, 'weather_time|2'],
  [{ issued_at: '2026-07-11T00:00:00Z' }, 'weather_issued_ahead|2'],
  [{ valid_at: '2026-09-12T12:00:00Z' }, 'weather_valid_span|2'],
])('refuses %o', (cells, problem) => {
  expect(read(cells)).toMatch(problem);
});

it('refuses a file as a whole', () => {
  const problem = (text: string) => readWeather(text, NOW).problems[0];
  expect(problem('')).toBe('weather_empty');
  expect(problem(`${HEAD}\n`)).toBe('weather_empty');
  expect(problem(`latitude,longitude\n47,2\n`)).toMatch(/^weather_columns\|issued_at/);
  expect(problem(`${HEAD}\n${row()}\n47,2\n`)).toBe('weather_line|3');
  expect(problem('{"latitude":47\n')).toBe('weather_line|1');
  expect(problem('\u0000\n')).toBe('weather_binary');
  expect(readWeather(`${HEAD}\n${row()}\n${row({ temperature: '300' })}\n`, NOW).records).toEqual([]);
});

it('reads a last line without an end where it is whole, and calls a file half written that was cut off', () => {
  const hours = [0, 1, 2].map((hour) => row({ valid_at: `2026-07-12T0${hour}:00:00Z` }));
  const whole = [HEAD, ...hours].join('\n');
  const radiations = (text: string) => readWeather(text, NOW).records.map(({ radiation }) => radiation);
  const [sun] = radiations(`${whole}\n`);
  expect(radiations(`${whole}\n`)).toEqual([sun, sun, sun]);
  // Its last number may have been cut short.
  for (const cut of [0, 1, 2])
    expect(radiations(whole.slice(0, whole.length - cut))).toEqual([sun, sun, null]);
  const problem = (text: string) => readWeather(text, NOW).problems[0];
  for (const cut of [6, 10, 30, 50]) expect(problem(whole.slice(0, -cut))).toBe('weather_half_written');
  const json = JSON.stringify({ latitude: 47, longitude: 2 });
  expect(problem(`${json}\n${json.slice(0, 20)}`)).toBe('weather_half_written');
  expect(problem(`${HEAD}\n${row({ temperature: '300' })}`)).toMatch(/^weather_/);
  expect(problem(`${HEAD}\n${row({ temperature: '300' })}`)).not.toBe('weather_half_written');
  const asLast = whole.replaceAll(/,([^,\n]+),([^,\n]+)$/gm, ',$2,$1');
  expect(problem(`${asLast}\n`)).toBeUndefined();
  expect(problem(asLast)).toBe('weather_half_written');
  // The second point has fewer hours than the first.
  const other = row({ latitude: '48', valid_at: '2026-07-12T00:00:00Z' });
  expect(problem(`${whole}\n${other}`)).toBe('weather_half_written');
  expect(problem(`${whole}\n${other}\n`)).toBe('weather_short');
});

it('keeps of each hour what was issued last, and knows gaps', () => {
  const record = (hour: number, temperature: number, issuedAt: number) => ({
    latitude: 47,
    longitude: 2,
    issuedAt,
    validAt: hour * 3_600_000,
    temperature,
    radiation: null,
  });
  const hours = Array.from({ length: 24 }, (_, hour) => record(24_000 + hour, 10 + hour / 2, 100));
  const [older] = daysOfRecords(hours);
  const [newer] = daysOfRecords([record(24_005, 30, 200)]);
  for (const joined of [joinedDay(older, newer!), joinedDay(newer, older!)]) {
    const told = hoursOfDays([joined]);
    expect([told.temperature[4], told.temperature[5]]).toEqual([12, 30]);
  }
  const told = withSun(hoursOfDays([older!]), 47, 2);
  expect(told.radiation[12]).toBeGreaterThan(100);
  expect(weatherDay(told, 1000, 0, 0)).toMatchObject({ airMin: 10, airMax: 21.5 });
  const few = hoursOfDays(daysOfRecords(hours.slice(0, 15)));
  expect(weatherDay(few, 1000, 0, 0)).toBeNull();
  // A box that measures at 0, 6, 12 and 18 h misses the extremes of the day.
  const mask = (1 << 0) | (1 << 6) | (1 << 12) | (1 << 18);
  expect(weatherDay(told, 1000, 0, mask)!.hot).toBeLessThan(20);
});

it('takes the nearest point within 40 km', () => {
  const points = [
    { latitude: 47.3, longitude: 2 },
    { latitude: 47.1, longitude: 2 },
  ];
  expect(nearestPoint(47, 2, points)).toBe(points[1]);
  expect(nearestPoint(46, 2, points)).toBeNull();
});

const hourAt = (hour: number) =>
  `2026-07-${11 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:00:00Z`;
const POINTS = [{ latitude: '47' }, { latitude: '48' }, { latitude: '49' }];
const byPoint = POINTS.flatMap((point) =>
  Array.from({ length: 30 }, (_, hour) => row({ ...point, valid_at: hourAt(hour), radiation: '' })),
);
const byHour = Array.from({ length: 30 }, (_, hour) =>
  POINTS.map((point) => row({ ...point, valid_at: hourAt(hour), radiation: '' })),
).flat();
const problemsOf = (rows: readonly string[], head = HEAD) =>
  readWeather(`${head}\n${rows.join('\n')}\n`, NOW).problems;

it.each([
  ['point by point', byPoint],
  ['hour by hour', byHour],
])('refuses a file that was cut at the end of a line, written %s', (_, rows) => {
  expect(problemsOf(rows)).toEqual([]);
  expect(problemsOf(rows.slice(0, -1))).toEqual(['weather_short']);
  expect(problemsOf(rows.slice(0, 62))).toEqual(['weather_short']);
  // Missing hours in the middle are no cut.
  expect(problemsOf(rows.filter((_row, i) => i !== 34))).toEqual([]);
});

it('refuses a file with other rows than it announced, and takes a whole one', () => {
  const one = byPoint.slice(0, 30);
  expect(problemsOf(one, `# rows: 30\n${HEAD}`)).toEqual([]);
  expect(problemsOf(one.slice(0, 20))).toEqual([]);
  expect(problemsOf(one.slice(0, 20), `# rows: 30\n${HEAD}`)).toEqual(['weather_rows|20|30']);
  const json = JSON.stringify({
    latitude: 47,
    longitude: 2,
    issued_at: '2026-07-10',
    valid_at: hourAt(1),
    temperature: 20,
  });
  expect(readWeather(`{"rows": 1}\n${json}\n`, NOW).records).toHaveLength(1);
  expect(readWeather(`{"rows": 2}\n${json}\n`, NOW).problems).toEqual(['weather_rows|1|2']);
  expect(readWeather('# rows: 2\n', NOW).problems).toEqual(['weather_empty']);
});

it('refuses sun in the dark: the times are half a day off', () => {
  const day = (shift: number) =>
    Array.from({ length: 24 }, (_, hour) =>
      row({
        valid_at: hourAt(hour + shift),
        radiation: String(hour > 5 && hour < 19 ? 400 : 0),
      }),
    );
  expect(problemsOf(day(0))).toEqual([]);
  expect(problemsOf(day(12))).toEqual(['weather_night_sun|400|47, 2|2026-07-11 22:00']);
});
