/**
 * Answers of a weather service in the form of Open-Meteo's API: each point is read by itself, so that a wrong
 * or missing one does not affect others.
 */
import { distanceKm } from '../../climate/place-extremes.ts';
import { NEAR_KM } from './nearest.ts';
import { plausibleTemperature } from './plausible.ts';
import { readWeather, type WeatherProblem } from './weather-file.ts';
import type { WeatherRecord } from './weather-record.ts';

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
export interface ServiceAnswer {
  readonly records: readonly WeatherRecord[];
  /** Why points were left out, at most one each. */
  readonly problems: readonly WeatherProblem[];
  /** Points without any accepted value, by their index in the request. */
  readonly without: readonly number[];
}

const CELSIUS = /^(°|deg(rees)? ?)?c(elsius)?$/i;
const WATTS = /^w\/m(²|2|\^2)$|^w m-2$/i;

/** Reads an answer about `asked`, in the order of the request; `now` (ms) is its time of issue. */
export function readServiceAnswer(text: string, asked: readonly Place[], now: number): ServiceAnswer {
  const none = (problem: WeatherProblem) => ({
    records: [],
    problems: [problem],
    without: asked.map((_, at) => at),
  });
  const answer = parsed(text);
  if (answer === undefined) return none('weather_service_form');
  // One point gives an object, several a list.
  const list = Array.isArray(answer) ? answer : [answer];
  if (list.length !== asked.length) return none(`weather_service_points|${list.length}|${asked.length}`);
  const records: WeatherRecord[] = [];
  const problems: WeatherProblem[] = [];
  const without: number[] = [];
  asked.forEach((place, at) => {
    const read = readPoint(list[at], place, now);
    if (typeof read === 'string') {
      problems.push(read);
      without.push(at);
    } else records.push(...read);
  });
  return { records, problems, without };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Hours of one point, or why none of them is accepted. */
function readPoint(value: unknown, place: Place, now: number): WeatherRecord[] | WeatherProblem {
  const point = fieldsOf(value);
  const name = `${place.latitude}, ${place.longitude}`;
  const wrong = elsewhere(point, place, name) ?? otherUnits(fieldsOf(point.hourly_units));
  if (wrong !== null) return wrong;
  const offset = typeof point.utc_offset_seconds === 'number' ? point.utc_offset_seconds * 1000 : 0;
  const hourly = fieldsOf(point.hourly);
  const [temperatures, radiations] = [listOf(hourly.temperature_2m), listOf(hourly.shortwave_radiation)];
  const rows: Fields[] = [];
  for (const [at, time] of listOf(hourly.time).entries()) {
    const temperature = temperatures[at] ?? null;
    if (temperature === null) continue;
    const validAt = Date.parse(`${String(time).slice(0, 16)}Z`) - offset;
    if (Number.isNaN(validAt)) return `weather_service_time|${name}|${plain(time)}`;
    rows.push({
      ...place,
      issued_at: iso(now),
      valid_at: iso(validAt),
      temperature,
      radiation: radiations[at] ?? null,
    });
  }
  if (rows.length === 0) return `weather_service_empty|${name}`;
  // The same checks as for a file.
  const { records, problems } = readWeather(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`, now);
  const [problem] = problems;
  return problem === undefined ? [...records] : saidOf(problem, rows, name, place);
}

const iso = (time: number) => new Date(time).toISOString();
/** Text from another machine, cleaned for use in a sentence. */
const plain = (value: unknown) =>
  String(value)
    .replace(/[|\s]+/g, ' ')
    .slice(0, 60);

/** Detects a service that answers for another place than requested, or in another order. */
function elsewhere(point: Fields, place: Place, name: string): WeatherProblem | null {
  const { latitude, longitude } = point;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return distanceKm(place.latitude, place.longitude, latitude, longitude) > NEAR_KM
    ? `weather_service_elsewhere|${name}|${latitude}, ${longitude}`
    : null;
}

/**
 * Degrees Fahrenheit of a cool day could pass as degrees Celsius of a hot one, so the stated unit is checked.
 */
function otherUnits(units: Fields): WeatherProblem | null {
  const other = (name: string, usual: RegExp) => {
    const unit = units[name];
    return typeof unit === 'string' && !usual.test(unit.trim()) ? plain(unit) : null;
  };
  const unit = other('temperature_2m', CELSIUS) ?? other('shortwave_radiation', WATTS);
  return unit === null ? null : `weather_service_unit|${unit}`;
}

/** Converts the refusal of a file's line into one about a point and its hour. */
function saidOf(
  problem: WeatherProblem,
  rows: readonly Fields[],
  name: string,
  place: Place,
): WeatherProblem {
  const [code, line] = problem.split('|');
  const row = rows[Number(line) - 1] ?? {};
  if (code === 'weather_radiation') return `weather_service_value|${name}|${plain(row.radiation)} W/m²`;
  if (code === 'weather_number') return `weather_service_number|${name}|${plain(row.temperature)}`;
  if (code === 'weather_valid_span') return `weather_service_time|${name}|${plain(row.valid_at)}`;
  const air = Number(Number(row.temperature).toFixed(1));
  if (code === 'weather_night_sun') return problem;
  if (code === 'weather_kelvin') return `weather_service_kelvin|${name}|${air}`;
  const [cold, hot] = plausibleTemperature(place.latitude, place.longitude);
  return `weather_service_range|${name}|${air}|${cold}|${hot}`;
}
