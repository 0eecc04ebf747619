import { METRIC_KEYS, METRICS, type MetricKey, SENTINELS } from '@aerowatch/domain/metrics';
import {
  asNumber,
  cleanValue,
  MAX_MEASURES,
  type SentMeasure,
  type SentMeasures,
  Unreadable,
} from './measures.ts';

/** SenML fields by their CBOR labels (RFC 8428, section 6, table 4). */
const CBOR_LABELS: Readonly<Record<string, string>> = {
  '-1': 'bver',
  '-2': 'bn',
  '-3': 'bt',
  '-4': 'bu',
  '-5': 'bv',
  '-6': 'bs',
  '0': 'n',
  '1': 'u',
  '2': 'v',
  '3': 'vs',
  '4': 'vb',
  '5': 's',
  '6': 't',
  '7': 'ut',
  '8': 'vd',
};
/** Times below 2^28 s are relative to now (RFC 8428, section 4.5.3). */
const RELATIVE_BELOW = 2 ** 28;
/** Values that are not numbers: text, boolean, data; and the sum of a value over time. */
const OTHER_VALUES = ['vs', 'vb', 'vd', 's'];
/** The version of RFC 8428, the highest that can be parsed. */
const VERSION = 10;

type Conversion = (value: number) => number;
const same: Conversion = (value) => value;
/** The conversion from an accepted unit of a metric to the stored one; undefined for any other unit. */
function conversionOf(metric: MetricKey, unit: string): Conversion | undefined {
  const units: Readonly<Record<string, Conversion>> = METRICS[metric].senml;
  if (unit === '') return same;
  return Object.hasOwn(units, unit) ? units[unit] : undefined;
}

/** Base fields set by earlier records for later ones (RFC 8428, section 4.1). */
interface Base {
  name: string;
  time: number;
  unit: string;
  value: number;
}
/** One value of one AERO at one time. */
interface Sample {
  readonly position: number;
  readonly metric: MetricKey;
  /** ms since 1970. */
  readonly time: number;
  readonly value: number | null;
}

/**
 * Parses a SenML pack (RFC 8428) already decoded from JSON or CBOR: names `1:temperature`, alone or after a
 * base name. Records of one AERO and time become one measure; those of an unknown metric are returned
 * separately. `now` in ms resolves relative times. Throws Unreadable when any other record is invalid.
 */
export function parseSenml(pack: readonly unknown[], now: number): SentMeasures {
  const result: SentMeasures = { measures: [], nulled: 0 };
  const join = joiner(result.measures);
  const base: Base = { name: '', time: 0, unit: '', value: 0 };
  const unknown = { where: [] as string[], message: [] as object[] };
  for (const [index, entry] of pack.entries()) {
    const where = `record ${index}`;
    const record = fieldsOf(entry, where);
    readBase(record, base, where);
    const name = nameOf(record, base, where);
    if (isUnknownMetric(name)) {
      unknown.where.push(name);
      unknown.message.push(resolved(record, base, { name, where, now }));
    } else if (hasValue(record, where)) join(readSample(record, base, { where, now, counted: result }));
  }
  return unknown.where.length === 0 ? result : { ...result, unknown };
}

const nameOf = (record: Record<string, unknown>, base: Base, where: string) =>
  base.name + (record.n === undefined ? '' : text(record.n, `${where}: n`));

/** Seconds since 1970 of a record. */
function timeOf(record: Record<string, unknown>, base: Base, where: string, now: number): number {
  const seconds = base.time + (record.t === undefined ? 0 : finite(record.t, `${where}: t`));
  return seconds < RELATIVE_BELOW ? seconds + now / 1000 : seconds;
}

/** A record with its base fields resolved. */
function resolved(
  { bver: _bver, bn: _bn, bt: _bt, bu: _bu, bv: _bv, ...own }: Record<string, unknown>,
  base: Base,
  { name, where, now }: { name: string; where: string; now: number },
): object {
  const unit = own.u ?? (base.unit === '' ? undefined : base.unit);
  const value = typeof own.v === 'number' ? own.v + base.value : own.v;
  return { ...own, n: name, t: timeOf(own, base, where, now), u: unit, v: value };
}

/** Copies the base fields of a record into `base`. */
function readBase(record: Record<string, unknown>, base: Base, where: string): void {
  if (record.bver !== undefined && Number(record.bver) > VERSION)
    throw new Unreadable('unknown_version', `${where}: bver ${String(record.bver)}`);
  if (record.bn !== undefined) base.name = text(record.bn, `${where}: bn`);
  if (record.bt !== undefined) base.time = finite(record.bt, `${where}: bt`);
  if (record.bu !== undefined) base.unit = text(record.bu, `${where}: bu`);
  if (record.bv !== undefined) base.value = finite(record.bv, `${where}: bv`);
}

/** A record without a name and a value only sets the base. */
function hasValue(record: Record<string, unknown>, where: string): boolean {
  if (record.v !== undefined) return true;
  if (OTHER_VALUES.some((field) => field in record))
    throw new Unreadable('not_a_number', `${where} has no numeric value`);
  if (record.n !== undefined) throw new Unreadable('bad_structure', `${where} has no value`);
  return false;
}

function readSample(
  record: Record<string, unknown>,
  base: Base,
  { where, now, counted }: { where: string; now: number; counted: { nulled: number } },
): Sample {
  const { position, metric } = readName(nameOf(record, base, where), where);
  const unit = record.u === undefined ? base.unit : text(record.u, `${where}: u`);
  const convert = conversionOf(metric, unit);
  if (convert === undefined) throw new Unreadable('unknown_unit', `${where}: ${unit} for ${metric}`);
  const sample = { position, metric, time: Math.round(timeOf(record, base, where, now) * 1000) };
  if (record.v === null) return { ...sample, value: null };
  const sent = asNumber(record.v);
  if (sent === null) throw new Unreadable('not_a_number', `${where}: v`);
  const value = cleanValue(metric, convertSent(sent, base.value, convert), `${where}: v`, counted);
  return { ...sample, value };
}

/** Merges samples of one AERO and time into one measure, in the order they were sent. */
function joiner(measures: SentMeasure[]): (sample: Sample) => void {
  const byKey = new Map<string, SentMeasure>();
  const filled = new Set<string>();
  return ({ position, metric, time, value }) => {
    const key = `${position}:${time}`;
    let measure = byKey.get(key);
    if (measure === undefined) {
      if (measures.length >= MAX_MEASURES) throw new Unreadable('too_many_measures', `over ${MAX_MEASURES}`);
      measure = { position, time, values: METRIC_KEYS.map(() => null) };
      byKey.set(key, measure);
      measures.push(measure);
    }
    const column = METRIC_KEYS.indexOf(metric);
    if (!filled.has(`${key}:${column}`)) measure.values[column] = value;
    // Two different values: the first stays, the other becomes a conflicting measure.
    else if (measure.values[column] !== value)
      measures.push({ position, time, values: measure.values.with(column, value) });
    filled.add(`${key}:${column}`);
  };
}

// Sentinels are recognized before conversion, because 32767 Pa would look like a pressure.
function convertSent(sent: number, baseValue: number, convert: Conversion): number {
  if (SENTINELS.includes(sent)) return Number.NaN;
  return baseValue === 0 && convert === same ? sent : Number(convert(sent + baseValue).toPrecision(12));
}

function fieldsOf(entry: unknown, where: string): Record<string, unknown> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new Unreadable('bad_structure', `${where} is not an object`);
  const fields: Record<string, unknown> = {};
  for (const [label, value] of Object.entries(entry)) {
    const field = CBOR_LABELS[label] ?? label;
    // RFC 8428, section 4.4: a field ending in an underscore must be understood.
    if (field.endsWith('_')) throw new Unreadable('unknown_field', `${where}: ${field.slice(0, 50)}`);
    fields[field] = value;
  }
  return fields;
}

const NAME = /(?:^|[:/])(\d{1,3}):([a-z_]{1,40})$/;

/** Whether a name consists of an AERO and an unknown metric. */
function isUnknownMetric(name: string): boolean {
  const parts = NAME.exec(name);
  return parts !== null && !(METRIC_KEYS as readonly string[]).includes(parts[2]!);
}

function readName(name: string, where: string): { position: number; metric: MetricKey } {
  const parts = NAME.exec(name);
  const metric = METRIC_KEYS.find((key) => key === parts?.[2]);
  if (parts === null || metric === undefined)
    throw new Unreadable('unknown_metric', `${where}: ${name.slice(0, 100)}`);
  return { position: Number(parts[1]), metric };
}
function text(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw new Unreadable('bad_structure', `${where} is not text`);
}
function finite(value: unknown, where: string): number {
  const number = asNumber(value);
  if (number !== null && Number.isFinite(number)) return number;
  throw new Unreadable('bad_structure', `${where} is not a number`);
}
