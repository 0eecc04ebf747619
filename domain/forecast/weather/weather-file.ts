/** Reads submitted weather: CSV or JSON lines become records, or are refused with a reason. */

import { DAY, HOUR } from '../../durations.ts';
import { nightSun } from './night-sun.ts';
import { AIR, plausibleTemperature } from './plausible.ts';
import type { WeatherRecord } from './weather-record.ts';
import { announcedRows, isShort, isUneven } from './whole-file.ts';

export const WEATHER_COLUMNS = [
  'latitude',
  'longitude',
  'issued_at',
  'valid_at',
  'temperature',
  'radiation',
] as const;
type Column = (typeof WEATHER_COLUMNS)[number];

export const WEATHER_PROBLEMS = [
  'weather_empty',
  /** Its last line is unfinished: the file was still being written. */
  'weather_half_written',
  /** It ends with a whole line, but its points do not reach equally far, or rows that it announced are missing. */
  'weather_short',
  'weather_rows',
  'weather_columns',
  'weather_line',
  'weather_number',
  'weather_time',
  'weather_place',
  'weather_kelvin',
  'weather_temperature',
  'weather_implausible',
  'weather_radiation',
  'weather_night_sun',
  'weather_issued_ahead',
  'weather_valid_span',
  'weather_too_many',
  'weather_far',
  'weather_binary',
  /** A service gave a bad answer, as a whole or for one point. */
  'weather_service_status',
  'weather_service_reason',
  'weather_service_redirect',
  'weather_service_slow',
  'weather_service_name',
  'weather_service_closed',
  'weather_service_route',
  'weather_service_timeout',
  'weather_service_cut',
  'weather_service_broken',
  'weather_service_unconnected',
  'weather_service_not_called',
  'weather_service_certificate',
  'weather_service_unreachable',
  'weather_service_form',
  'weather_service_points',
  'weather_service_unit',
  'weather_service_elsewhere',
  'weather_service_empty',
  'weather_service_time',
  'weather_service_number',
  'weather_service_kelvin',
  'weather_service_range',
  'weather_service_value',
] as const;
/** Code of i18n with its line number, `weather_number|12`. */
export type WeatherProblem = `${(typeof WEATHER_PROBLEMS)[number]}${string}`;

/** Hours of a year at a hundred places: more lines in one file are a mistake, or an attack. */
const MAX_LINES = 1_000_000;
/** Maximum characters of the first line: a header has a dozen names, a line of JSON slightly more. */
const MAX_LINE = 10_000;
const AHEAD = 17 * DAY;
const BEHIND = 400 * DAY;
/** How far the clock of another machine may be ahead. */
const SLACK = HOUR;
/** °C: a value in kelvin. */
const KELVIN = [180, 340] as const;
/** More than the sun gives on a level plane above the atmosphere. */
const SUN = 1400;
/** Problems reported per file. */
const TOLD = 20;

export type WeatherRead =
  | { readonly records: readonly WeatherRecord[]; readonly problems: readonly [] }
  | { readonly records: readonly []; readonly problems: readonly WeatherProblem[] };

/** Reads a whole file: one wrong line refuses all of it, so that nothing is stored by half. `now` in ms. */
export function readWeather(text: string, now: number): WeatherRead {
  const body = text.replace(/^\uFEFF/, '');
  if (body.trim() === '') return refused(['weather_empty']);
  if (body.includes('\u0000')) return refused(['weather_binary']);
  const isEnded = /[\r\n]$/.test(body);
  const lines = body.split(/\r\n|\n|\r/).slice(0, isEnded ? -1 : undefined);
  if ((lines[0]?.length ?? 0) > MAX_LINE) return refused(['weather_line|1']);
  if (lines.length > MAX_LINES) return refused([`weather_too_many|${MAX_LINES}`]);
  const announced = announcedRows(lines[0]!);
  // An empty line keeps the numbers of the others.
  if (announced !== null) lines[0] = '';
  const first = announced === null ? 0 : 1;
  if (lines.length === first) return refused(['weather_empty']);
  const all = readLines(lines, first, now);
  const read = isEnded ? all : withoutEnd(all, lines, first);
  return read.problems.length > 0 ? read : whole(read, announced);
}

/** The same, unless rows are missing, or its times are wrong. */
function whole(read: WeatherRead, announced: number | null): WeatherRead {
  const { records } = read;
  if (announced !== null && announced !== records.length)
    return refused([`weather_rows|${records.length}|${announced}`]);
  if (announced === null && isShort(records)) return refused(['weather_short']);
  const sunny = nightSun(records);
  if (sunny < 0) return read;
  const { radiation, validAt, latitude, longitude } = records[sunny]!;
  const at = new Date(validAt).toISOString().slice(0, 16).replace('T', ' ');
  return refused([`weather_night_sun|${radiation}|${latitude}, ${longitude}|${at}`]);
}

/** The reliable part of a text whose last line has no line end. Many programs omit it (RFC 4180, 2.2). */
function withoutEnd(read: WeatherRead, lines: readonly string[], first: number): WeatherRead {
  if (isCutOff(read, lines.length)) return refused(['weather_half_written']);
  if (read.problems.length > 0 || isJson(lines[first]!)) return read;
  // The last number of a CSV may have lost digits and still be a number: this is acceptable for a radiation
  // only, which is then dropped.
  if (!/radiation"?\s*$/i.test(lines[first]!)) return refused(['weather_half_written']);
  const last = read.records.length - 1;
  return {
    records: read.records.map((record, at) => (at === last ? { ...record, radiation: null } : record)),
    problems: [],
  };
}

/** Problems that a cut-off line may have; a cut cannot turn 3 °C into 30, or one place into another. */
const BY_A_CUT: ReadonlySet<string> = new Set(['weather_line', 'weather_number', 'weather_time']);

/** Whether a text whose last line has no line end is recognizably cut off there. */
function isCutOff({ records, problems }: WeatherRead, last: number): boolean {
  if (problems.length > 0)
    return problems.some((problem) => {
      const [code = '', line] = problem.split('|');
      return line === String(last) && BY_A_CUT.has(code);
    });
  return isUneven(records);
}

const isJson = (line: string): boolean => line.trimStart().startsWith('{');

function readLines(lines: readonly string[], first: number, now: number): WeatherRead {
  const rows = isJson(lines[first]!) ? jsonRows(lines) : csvRows(lines, first);
  if (rows.problem) return refused([rows.problem]);
  const extremes = new Map<string, readonly [number, number]>();
  const records: WeatherRecord[] = [];
  const problems: WeatherProblem[] = [];
  for (const { line, row } of rows.rows) {
    const record = recordOf(row, line, now, extremes);
    if (typeof record === 'string') problems.push(record);
    else records.push(record);
    if (problems.length === TOLD) break;
  }
  if (problems.length > 0) return refused(problems);
  return records.length === 0 ? refused(['weather_empty']) : { records, problems: [] };
}

const refused = (problems: readonly WeatherProblem[]): WeatherRead => ({ records: [], problems });

type Row = Readonly<Partial<Record<Column, unknown>>>;
interface Rows {
  readonly rows: { line: number; row: Row }[];
  readonly problem?: WeatherProblem;
}

function jsonRows(lines: readonly string[]): Rows {
  const rows: Rows['rows'] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      const row = JSON.parse(line) as unknown;
      if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new Error('no object');
      rows.push({ line: i + 1, row: row as Row });
    } catch {
      return { rows: [], problem: `weather_line|${i + 1}` };
    }
  }
  return { rows };
}

function csvRows(lines: readonly string[], first: number): Rows {
  const cells = (line: string) => line.split(/[,;]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const head = cells(lines[first]!).map((name) => name.toLowerCase());
  const missing = WEATHER_COLUMNS.filter((column) => !head.includes(column));
  if (missing.length > 0) return { rows: [], problem: `weather_columns|${missing.join(', ')}` };
  const rows: Rows['rows'] = [];
  for (let i = first + 1; i < lines.length; i++) {
    if (lines[i]!.trim() === '') continue;
    const values = cells(lines[i]!);
    if (values.length !== head.length) return { rows: [], problem: `weather_line|${i + 1}` };
    rows.push({ line: i + 1, row: Object.fromEntries(head.map((name, at) => [name, values[at]])) });
  }
  return { rows };
}

/** A number; NaN for anything else. */
const numberOf = (value: unknown) =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)
      ? Number(value)
      : Number.NaN;

/** A time with its zone; UTC if it has none. */
function timeOf(value: unknown): number {
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/.test(value)
  )
    return Number.NaN;
  const iso = value.replace(' ', 'T');
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`);
}

function recordOf(
  row: Row,
  line: number,
  now: number,
  extremes: Map<string, readonly [number, number]>,
): WeatherRecord | WeatherProblem {
  const [latitude, longitude, temperature] = [row.latitude, row.longitude, row.temperature].map(numberOf) as [
    number,
    number,
    number,
  ];
  if (![latitude, longitude, temperature].every(Number.isFinite)) return `weather_number|${line}`;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return `weather_place|${line}`;
  const [issuedAt, validAt] = [timeOf(row.issued_at), timeOf(row.valid_at)];
  const empty = row.radiation === undefined || row.radiation === null || row.radiation === '';
  const radiation = empty ? null : numberOf(row.radiation);
  const problem =
    timesWrong(issuedAt, validAt, line, now) ??
    airWrong(temperature, line) ??
    placeWrong(temperature, line, plausibleTemperature(latitude, longitude, extremes)) ??
    (radiation === null || (radiation >= -10 && radiation <= SUN) ? null : `weather_radiation|${line}`);
  if (problem !== null) return problem as WeatherProblem;
  const sun = radiation === null ? null : Math.max(0, radiation);
  return { latitude, longitude, issuedAt, validAt, temperature, radiation: sun };
}

function timesWrong(issuedAt: number, validAt: number, line: number, now: number): WeatherProblem | null {
  if (Number.isNaN(issuedAt) || Number.isNaN(validAt)) return `weather_time|${line}`;
  if (issuedAt > now + SLACK) return `weather_issued_ahead|${line}`;
  return validAt > issuedAt + AHEAD || validAt < issuedAt - BEHIND ? `weather_valid_span|${line}` : null;
}

function airWrong(temperature: number, line: number): WeatherProblem | null {
  if (temperature >= KELVIN[0] && temperature <= KELVIN[1]) return `weather_kelvin|${line}|${temperature}`;
  return temperature < AIR[0] || temperature > AIR[1] ? `weather_temperature|${line}|${temperature}` : null;
}

const placeWrong = (temperature: number, line: number, [cold, hot]: readonly [number, number]) =>
  temperature < cold || temperature > hot
    ? `weather_implausible|${line}|${temperature}|${cold}|${hot}`
    : null;
