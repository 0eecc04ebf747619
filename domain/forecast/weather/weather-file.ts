/** Reads submitted weather: CSV or JSON lines become records, or are refused with a reason. */

import { placeExtremes } from '../../climate/place-extremes.ts';
import { DAY, HOUR } from '../../durations.ts';

export interface WeatherRecord {
  readonly latitude: number;
  readonly longitude: number;
  /** ms. */
  readonly issuedAt: number;
  readonly validAt: number;
  /** °C of the air at 2 m. */
  readonly temperature: number;
  /** W/m² on the horizontal; null: unknown. */
  readonly radiation: number | null;
}

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
  /**
   * Its last line is unfinished, or one point has fewer hours than the others: the file was still being
   * written.
   */
  'weather_half_written',
  'weather_columns',
  'weather_line',
  'weather_number',
  'weather_time',
  'weather_place',
  'weather_kelvin',
  'weather_temperature',
  'weather_implausible',
  'weather_radiation',
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
/** Lowest and highest air temperature ever on Earth, °C; a value 150 above it is in kelvin. */
const AIR = [-70, 58] as const;
const KELVIN = [180, 340] as const;
/** More than the sun gives on a level plane above the atmosphere. */
const SUN = 1400;
/**
 * °C beyond a place's extremes of 30 years from which a temperature is refused: the table is accurate to 3 to
 * 5.
 */
const BEYOND = 12;
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
  const read = readLines(lines, now);
  return isEnded ? read : withoutEnd(read, lines);
}

/** The reliable part of a text whose last line has no line end. Many programs omit it (RFC 4180, 2.2). */
function withoutEnd(read: WeatherRead, lines: readonly string[]): WeatherRead {
  if (isCutOff(read, lines.length)) return refused(['weather_half_written']);
  if (read.problems.length > 0 || isJson(lines)) return read;
  // The last number of a CSV may have lost digits and still be a number: this is acceptable for a radiation
  // only, which is then dropped.
  if (!/radiation"?\s*$/i.test(lines[0]!)) return refused(['weather_half_written']);
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
  const hours = new Map<string, number>();
  for (const { latitude, longitude } of records) {
    const point = `${latitude} ${longitude}`;
    hours.set(point, (hours.get(point) ?? 0) + 1);
  }
  return new Set(hours.values()).size > 1;
}

const isJson = (lines: readonly string[]): boolean => lines[0]!.trimStart().startsWith('{');

function readLines(lines: readonly string[], now: number): WeatherRead {
  const rows = isJson(lines) ? jsonRows(lines) : csvRows(lines);
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

function csvRows(lines: readonly string[]): Rows {
  const cells = (line: string) => line.split(/[,;]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const head = cells(lines[0]!).map((name) => name.toLowerCase());
  const missing = WEATHER_COLUMNS.filter((column) => !head.includes(column));
  if (missing.length > 0) return { rows: [], problem: `weather_columns|${missing.join(', ')}` };
  const rows: Rows['rows'] = [];
  for (let i = 1; i < lines.length; i++) {
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

/**
 * Plausible air temperatures of a place, °C; the altitude of a point is unknown, so that of the stations is
 * used.
 */
export function plausibleTemperature(
  latitude: number,
  longitude: number,
  known: Map<string, readonly [number, number]> = new Map(),
): readonly [number, number] {
  const key = `${latitude} ${longitude}`;
  const found = known.get(key);
  if (found) return found;
  const { cold, hot, source } = placeExtremes({ latitude, longitude, altitude: null });
  const range: readonly [number, number] =
    source === 'place' ? [Math.round(cold - BEYOND), Math.round(hot + BEYOND)] : AIR;
  known.set(key, range);
  return range;
}
