import { expect, it } from 'vitest';
import { HOUR } from '../../durations.ts';
import { readServiceAnswer } from './service-answer.ts';

const NOW = Date.UTC(2026, 6, 10, 6);
const PLACES = [
  { latitude: 47, longitude: 2 },
  { latitude: 45.5, longitude: 6 },
];
const hours = Array.from({ length: 24 }, (_, i) => new Date(NOW + i * HOUR).toISOString().slice(0, 16));
const hourly = (temperature: unknown = 21, radiation: unknown = 300) => ({
  time: hours,
  temperature_2m: hours.map(() => temperature),
  shortwave_radiation: hours.map(() => radiation),
});
const point = (more: object = {}) => ({ latitude: 47.1, longitude: 2.1, hourly: hourly(), ...more });
const second = { latitude: 45.4, longitude: 6.1, hourly: hourly(14) };
const read = (answer: unknown) => readServiceAnswer(JSON.stringify(answer), PLACES, NOW);

it('takes the hours of each point at the place that was asked about', () => {
  const { records, problems, without } = read([
    point({ hourly_units: { time: 'iso8601', temperature_2m: '°C', shortwave_radiation: 'W/m²' } }),
    { hourly: { ...hourly(14), shortwave_radiation: undefined, temperature_2m: [14, null, 15] } },
  ]);
  expect({ problems, without }).toEqual({ problems: [], without: [] });
  expect(records).toHaveLength(26);
  expect(records[0]).toEqual({ ...PLACES[0], issuedAt: NOW, validAt: NOW, temperature: 21, radiation: 300 });
  expect(records[25]).toMatchObject({ validAt: NOW + 2 * HOUR, temperature: 15, radiation: null });
});

it('reads hours of another zone as what they are', () => {
  const { records } = read([point({ utc_offset_seconds: 7200 }), second]);
  expect(records[0]!.validAt).toBe(NOW - 2 * HOUR);
});

it.each([
  ['kelvin', { hourly: hourly(294.153) }, 'weather_service_kelvin|47, 2|294.2'],
  ['an arctic day', { hourly: hourly(-44.444) }, /^weather_service_range\|47, 2\|-44\.4\|-?\d+\|\d+$/],
  ['no number', { hourly: hourly('warm') }, 'weather_service_number|47, 2|warm'],
  ['too much sun', { hourly: hourly(21, 5000) }, 'weather_service_value|47, 2|5000 W/m²'],
  ['Fahrenheit', { hourly_units: { temperature_2m: '°F' } }, 'weather_service_unit|°F'],
  ['joules', { hourly_units: { shortwave_radiation: 'MJ/m²' } }, 'weather_service_unit|MJ/m²'],
  ['another place', { latitude: 48.9 }, 'weather_service_elsewhere|47, 2|48.9, 2.1'],
  ['no hours', { hourly: undefined }, 'weather_service_empty|47, 2'],
  ['hours of nothing', { hourly: { time: 3, temperature_2m: 'x' } }, 'weather_service_empty|47, 2'],
  ['no time', { hourly: { ...hourly(), time: ['today'] } }, 'weather_service_time|47, 2|today'],
  [
    'another year',
    { hourly: { ...hourly(), time: ['2031-01-01T00:00'] } },
    /^weather_service_time\|47, 2\|2031/,
  ],
])('leaves out a point that tells %s, and takes the other', (_, more, problem) => {
  const { records, problems, without } = read([point(more), second]);
  expect(problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  expect(without).toEqual([0]);
  expect(records).toHaveLength(24);
  expect(records[0]).toMatchObject({ latitude: 45.5, temperature: 14 });
});

it.each([
  ['{"hourly', 'weather_service_form'],
  ['<html>busy</html>', 'weather_service_form'],
  ['[]', 'weather_service_points|0|2'],
  ['{}', 'weather_service_points|1|2'],
])('refuses %s as a whole', (text, problem) => {
  expect(readServiceAnswer(text, PLACES, NOW)).toEqual({ records: [], problems: [problem], without: [0, 1] });
});

it('is not thrown by points that are none', () => {
  expect(read([null, 7]).problems).toEqual(['weather_service_empty|47, 2', 'weather_service_empty|45.5, 6']);
});
