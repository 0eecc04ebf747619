import { METRIC_KEYS, type MetricKey, SENTINELS } from '@aerowatch/domain/metrics';
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
/** The version of RFC 8428, the highest that may be read. */
const VERSION = 10;

type Conversion = (value: number) => number;
const same: Conversion = (value) => value;
/** Units understood per metric, to the stored one: its own, and the base unit it is derived from. */
const UNITS: Readonly<Record<MetricKey, Readonly<Record<string, Conversion>>>> = {
  temperature: { Cel: same, K: (value) => value - 273.15 },
  pressure: { bar: same, Pa: (value) => value / 100_000, hPa: (value) => value / 1000 },
  stroke: { mm: same, m: (value) => value * 1000 },
  battery_voltage: { V: same, mV: (value) => value / 1000 },
  solar_voltage: { V: same, mV: (value) => value / 1000 },
  charge_current: { mA: same, A: (value) => value * 1000 },
};

/**
 * Reads a SenML pack (RFC 8428) already decoded from JSON or CBOR: names `1:temperature`, alone or
 * after a base name. Records of one AERO and time become one measure. `now` in ms resolves relative
 * times. Throws Unreadable when any record cannot be understood.
 */
export function parseSenml(pack: readonly unknown[], now: number): SentMeasures {
  const result: SentMeasures = { measures: [], nulled: 0 };
  const byKey = new Map<string, SentMeasure>();
  const given = new Set<string>();
  const base = { name: '', time: 0, unit: '', value: 0 };
  for (const [index, entry] of pack.entries()) {
    const where = `record ${index}`;
    const record = fieldsOf(entry, where);
    if (record.bver !== undefined && Number(record.bver) > VERSION)
      throw new Unreadable('unknown_version', `${where}: bver ${String(record.bver)}`);
    if (record.bn !== undefined) base.name = text(record.bn, `${where}: bn`);
    if (record.bt !== undefined) base.time = finite(record.bt, `${where}: bt`);
    if (record.bu !== undefined) base.unit = text(record.bu, `${where}: bu`);
    if (record.bv !== undefined) base.value = finite(record.bv, `${where}: bv`);
    if (record.v === undefined) {
      if ('vs' in record || 'vb' in record || 'vd' in record || 's' in record)
        throw new Unreadable('not_a_number', `${where} has no numeric value`);
      if (record.n !== undefined) throw new Unreadable('bad_structure', `${where} has no value`);
      continue;
    }
    const name = base.name + (record.n === undefined ? '' : text(record.n, `${where}: n`));
    const { position, metric } = readName(name, where);
    const unit = record.u === undefined ? base.unit : text(record.u, `${where}: u`);
    const convert = unit === '' ? same : UNITS[metric][unit];
    if (convert === undefined) throw new Unreadable('unknown_unit', `${where}: ${unit} for ${metric}`);
    let seconds = base.time + (record.t === undefined ? 0 : finite(record.t, `${where}: t`));
    if (seconds < RELATIVE_BELOW) seconds += now / 1000;
    const time = Math.round(seconds * 1000);
    const key = `${position}:${time}`;
    let measure = byKey.get(key);
    if (measure === undefined) {
      if (result.measures.length >= MAX_MEASURES)
        throw new Unreadable('too_many_measures', `over ${MAX_MEASURES}`);
      measure = { position, time, values: METRIC_KEYS.map(() => null) };
      byKey.set(key, measure);
      result.measures.push(measure);
    }
    const sent = record.v === null ? null : asNumber(record.v);
    if (sent === null && record.v !== null) throw new Unreadable('not_a_number', `${where}: v`);
    const value =
      sent === null
        ? null
        : cleanValue(metric, convertSent(sent, base.value, convert), `${where}: v`, result);
    const column = METRIC_KEYS.indexOf(metric);
    if (!given.has(`${key}:${column}`)) measure.values[column] = value;
    // Said twice and differently: the first stays, the other is a measure that is in conflict with it.
    else if (measure.values[column] !== value)
      result.measures.push({ position, time, values: measure.values.with(column, value) });
    given.add(`${key}:${column}`);
  }
  return result;
}

// A sentinel is recognised before it is converted: 32767 Pa would look like a pressure.
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
    // RFC 8428, section 4.4: a field that ends in an underscore must be understood.
    if (field.endsWith('_')) throw new Unreadable('unknown_field', `${where}: ${field.slice(0, 50)}`);
    fields[field] = value;
  }
  return fields;
}

function readName(name: string, where: string): { position: number; metric: MetricKey } {
  const parts = /(?:^|[:/])(\d{1,3}):([a-z_]{1,40})$/.exec(name);
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
