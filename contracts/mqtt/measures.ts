import { METRIC_KEYS, type MetricKey, physicalValue } from '@aerowatch/domain/metrics';
import type { UnknownMetrics } from './unknown-metrics.ts';

/** Maximum message size in bytes, and maximum measures in one (docs/devices.md, "Measures"). */
export const MAX_MESSAGE_BYTES = 256 * 1024;
export const MAX_MEASURES = 10_000;
/** Maximum number of unknown metrics in one message that are set aside separately. */
const MAX_UNKNOWN = 1000;
/** A measure further ahead of the server's clock is set aside, in ms. */
export const MAX_FUTURE_MS = 10 * 60_000;
/** No box existed before: 2015-01-01 UTC, in ms since 1970. */
export const EARLIEST_TIME_MS = Date.UTC(2015, 0, 1);

/** A datapoint as sent by a box. `position` identifies its AERO; time in ms since 1970, not yet checked. */
export interface SentMeasure {
  position: number;
  time: number;
  /** In the order of METRIC_KEYS; impossible values are already null. */
  values: (number | null)[];
}
/**
 * A parsed message: its measures in sent order, the number of values that became null, and its unknown
 * metrics.
 */
export interface SentMeasures {
  measures: SentMeasure[];
  nulled: number;
  unknown?: UnknownMetrics;
}

/** A message that cannot be parsed: `reason` is a stable code, `detail` the place. */
export class Unreadable extends Error {
  readonly reason: string;
  readonly detail: string;
  constructor(reason: string, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'Unreadable';
    this.reason = reason;
    this.detail = detail.slice(0, 500);
  }
}

/** Fields of an AERO's part that are not metrics. */
const OTHER_FIELDS = new Set<string>(['aero', 't0', 'dt']);

/**
 * Parses a batch `{v, boot, seq, aeros: [{aero, t0, dt, <metric>: []}]}` already decoded from JSON or CBOR.
 * Unknown metrics are returned separately. Throws Unreadable when any other part is invalid: half a batch is
 * never stored.
 */
export function parseBatch(message: unknown): SentMeasures {
  const batch = asObject(message, 'message');
  if (batch.v !== undefined && Number(batch.v) !== 1)
    throw new Unreadable('unknown_version', `v is ${String(batch.v)}`);
  if (!Array.isArray(batch.aeros)) throw new Unreadable('bad_structure', 'aeros is not a list');
  const result: SentMeasures = { measures: [], nulled: 0 };
  const unknown = { where: [] as string[], message: { v: 1 as const, aeros: [] as object[] } };
  if (batch.aeros.length > MAX_MEASURES)
    throw new Unreadable('too_many_measures', `over ${MAX_MEASURES} parts`);
  for (const [index, sent] of batch.aeros.entries()) {
    const where = `aeros[${index}]`;
    const part = asObject(sent, where);
    const { fields, metrics } = unknownIn(part);
    if (fields.length === 0 || metrics > 0) readAero(part, where, result);
    if (fields.length === 0) continue;
    // A newer box sends a few unknown metrics; a message with thousands contains no measures, and is set
    // aside unchanged.
    if (unknown.where.length + fields.length > MAX_UNKNOWN)
      throw new Unreadable('unknown_metric', `over ${MAX_UNKNOWN}, ${where}.${fields[0]?.[0].slice(0, 50)}`);
    unknown.where.push(...fields.map(([field]) => `${where}.${field}`));
    unknown.message.aeros.push(unknownPart(part, fields));
  }
  return unknown.where.length === 0 ? result : { ...result, unknown };
}

/** The unknown metrics in an AERO's part, and its number of metrics. */
function unknownIn(part: Record<string, unknown>): { fields: [string, unknown][]; metrics: number } {
  const lists = Object.entries(part).filter(([field, value]) => !OTHER_FIELDS.has(field) && isList(value));
  const fields = lists.filter(([field]) => !(METRIC_KEYS as string[]).includes(field));
  return { fields, metrics: lists.length - fields.length };
}

/** An AERO's part with only these fields. */
function unknownPart({ aero, t0, dt }: Record<string, unknown>, fields: [string, unknown][]): object {
  const plain = (value: unknown) => (isList(value) ? asList(value, '') : value);
  return Object.fromEntries([
    ...Object.entries({ aero, t0, dt: plain(dt) }),
    ...fields.map(([field, value]) => [field, plain(value)]),
  ]);
}

function readAero(part: unknown, where: string, result: SentMeasures): void {
  const aero = asObject(part, where);
  const position = asNumber(aero.aero);
  if (position === null || !Number.isInteger(position))
    throw new Unreadable('bad_structure', `${where}.aero is not a number`);
  const t0 = asNumber(aero.t0);
  if (t0 === null || !Number.isFinite(t0))
    throw new Unreadable('bad_structure', `${where}.t0 is not a number`);
  const dt = asList(aero.dt, `${where}.dt`);
  if (result.measures.length + dt.length > MAX_MEASURES)
    throw new Unreadable('too_many_measures', `over ${MAX_MEASURES}`);
  const columns = METRIC_KEYS.map((metric) => column(aero, metric, dt.length, where));
  // Whole microseconds: adding fractions of seconds would drift by a millisecond.
  let time = Math.round(t0 * 1e6);
  for (let row = 0; row < dt.length; row += 1) {
    const step = asNumber(dt[row]);
    if (step === null || !Number.isFinite(step))
      throw new Unreadable('bad_structure', `${where}.dt[${row}] is not a number`);
    time += Math.round(step * 1e6);
    const values = METRIC_KEYS.map((metric, index) => {
      const sent = columns[index]?.[row];
      if (sent === null || sent === undefined) return null;
      return cleanValue(metric, sent, `${where}.${metric}[${row}]`, result);
    });
    result.measures.push({ position, time: Math.round(time / 1000), values });
  }
}

function column(
  aero: Record<string, unknown>,
  metric: MetricKey,
  length: number,
  where: string,
): readonly unknown[] | null {
  const sent = aero[metric];
  if (sent === undefined || sent === null) return null;
  const list = asList(sent, `${where}.${metric}`);
  if (list.length !== length)
    throw new Unreadable('unequal_lengths', `${where}.${metric} has ${list.length} values, dt ${length}`);
  return list;
}

/**
 * A sent value in the form to be stored; counted if it became null. `NaN` may come as a string, because JSON
 * cannot express it otherwise.
 */
export function cleanValue(
  metric: MetricKey,
  sent: unknown,
  where: string,
  counted: { nulled: number },
): number | null {
  const value = asNumber(sent);
  if (value === null) throw new Unreadable('not_a_number', where);
  const clean = physicalValue(metric, value);
  if (clean === null) counted.nulled += 1;
  return clean;
}

const WORDS = new Set(['nan', '-nan', 'inf', '-inf', 'infinity', '-infinity']);
/** A JSON or CBOR number; null for anything else. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && WORDS.has(value.toLowerCase()) ? Number.NaN : null;
}
function isList(value: unknown): boolean {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}
function asList(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  // CBOR may pack numbers as a typed array.
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return Array.from(value as unknown as ArrayLike<number>);
  throw new Unreadable('bad_structure', `${where} is not a list`);
}
function asObject(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !isList(value)) return value as Record<string, unknown>;
  throw new Unreadable('bad_structure', `${where} is not an object`);
}

/** Why a time is not valid for a measure, or null; both in ms since 1970. */
export function timeProblem(time: number, now: number): 'future' | 'before_2015' | null {
  if (time > now + MAX_FUTURE_MS) return 'future';
  return time >= EARLIEST_TIME_MS ? null : 'before_2015';
}

/** One measure as a batch, so that the same reader can parse it again. */
export function asBatch(measure: SentMeasure): string {
  const part: Record<string, unknown> = { aero: measure.position, t0: measure.time / 1000, dt: [0] };
  METRIC_KEYS.forEach((metric, index) => {
    if (measure.values[index] !== null) part[metric] = [measure.values[index]];
  });
  return JSON.stringify({ v: 1, aeros: [part] });
}
