import { LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import type { UnitSystem } from '@aerowatch/domain/units';
import {
  decimalsOf,
  differenceOf,
  formatKilometerPoint,
  type QuantityKey,
  shown,
  unitOf,
} from '@aerowatch/domain/units';
import { useSelector } from 'react-redux';
import type { SessionState } from './state/session-state.ts';

const NOTHING = '–';
type Time = string | number | Date | null | undefined;

export interface Formats {
  readonly language: Language;
  /** BCP 47 tag for formatting numbers and dates. */
  readonly locale: string;
  readonly unitSystem: UnitSystem;
  readonly timeZone: string;
  number(value: number | null | undefined, decimals?: number): string;
  percent(share: number | null | undefined, decimals?: number): string;
  bytes(value: number): string;
  /** A stored value with its unit in the reader's system: `12.3 °C`. */
  quantity(quantity: QuantityKey, value: number | null | undefined, withUnit?: boolean): string;
  /** A difference of two stored values with its sign: `+3 mm`, `−1.35 in`. */
  difference(quantity: QuantityKey, value: number): string;
  metric(metric: MetricKey, value: number | null | undefined, withUnit?: boolean): string;
  unit(quantity: QuantityKey): string;
  metricUnit(metric: MetricKey): string;
  /** The user's local date of a moment. */
  date(time: Time): string;
  /** A calendar day (`2026-11-21`): the same in every time zone. */
  day(day: string | null | undefined): string;
  dateTime(time: Time): string;
  /** With seconds. */
  dateTimeSeconds(time: Time): string;
  /** With the day of the week: `Thu 26/11, 22:00`. */
  weekdayTime(time: Time): string;
  time(time: Time): string;
  /** "3 minutes ago". */
  relative(time: Time, now?: number): string;
  kilometerPoint(km: number | null | undefined): string;
  list(items: readonly string[]): string;
  compare(a: string, b: string): number;
}

const made = new Map<string, Formats>();
/**
 * Formats by language, unit system and time zone. Absent values are a dash. Created once and shared, because
 * creating them costs more than everything in a list row.
 */
export function formatsOf(language: Language, unitSystem: UnitSystem, timeZone: string): Formats {
  const key = `${language} ${unitSystem} ${timeZone}`;
  const formats = made.get(key) ?? newFormats(language, unitSystem, timeZone);
  made.set(key, formats);
  return formats;
}

/** The unit in which an amount of data has few digits. */
function bytesFormat(value: number): { options: Intl.NumberFormatOptions; amount: number } {
  const power = Math.min(4, value > 0 ? Math.floor(Math.log(value) / Math.log(1024)) : 0);
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const)[power] ?? 'byte';
  // In the short form, the plural of "byte" is "byte" too.
  const digits =
    power === 0 ? ({ maximumFractionDigits: 0, unitDisplay: 'long' } as const) : { maximumFractionDigits: 1 };
  return { options: { style: 'unit', unit, ...digits }, amount: value / 1024 ** power };
}

function distance(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const size = Math.abs(seconds);
  if (size < 60) return [0, 'second'];
  if (size < 3600) return [Math.round(seconds / 60), 'minute'];
  if (size < 48 * 3600) return [Math.round(seconds / 3600), 'hour'];
  if (size < 60 * 86_400) return [Math.round(seconds / 86_400), 'day'];
  return [Math.round(seconds / (30.4 * 86_400)), 'month'];
}

function newFormats(language: Language, unitSystem: UnitSystem, timeZone: string): Formats {
  const locale = LANGUAGES[language].locale;
  const zone = knownZone(timeZone);
  const numbers = numbersOf(locale);
  const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const listFormat = new Intl.ListFormat(locale, { type: 'conjunction' });
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  return {
    language,
    locale,
    unitSystem,
    timeZone: zone,
    ...numbers,
    ...quantitiesOf(unitSystem, numbers.number),
    ...timesOf(locale, zone),
    relative: (time, now = Date.now()) => {
      if (time === null || time === undefined) return NOTHING;
      return relativeFormat.format(...distance(Math.round((new Date(time).getTime() - now) / 1000)));
    },
    kilometerPoint: (km) => (km === null || km === undefined ? NOTHING : formatKilometerPoint(km)),
    list: (items) => listFormat.format(items),
    compare: collator.compare,
  };
}

function numbersOf(locale: string): Pick<Formats, 'number' | 'percent' | 'bytes'> {
  const made = new Map<string, Intl.NumberFormat>();
  const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const format = made.get(key) ?? new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options });
    made.set(key, format);
    return format;
  };
  return {
    number: (value, decimals) =>
      value === null || value === undefined || !Number.isFinite(value)
        ? NOTHING
        : numberFormat(
            decimals === undefined
              ? { maximumFractionDigits: 6 }
              : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
          ).format(value),
    percent: (share, decimals = 0) =>
      share === null || share === undefined
        ? NOTHING
        : numberFormat({ style: 'percent', maximumFractionDigits: decimals }).format(share),
    bytes: (value) => {
      const { options, amount } = bytesFormat(value);
      return numberFormat(options).format(amount);
    },
  };
}

function quantitiesOf(
  unitSystem: UnitSystem,
  number: Formats['number'],
): Pick<Formats, 'quantity' | 'difference' | 'metric' | 'unit' | 'metricUnit'> {
  const quantity: Formats['quantity'] = (key, value, withUnit = true) => {
    if (value === null || value === undefined) return NOTHING;
    const text = number(shown(key, unitSystem, value), decimalsOf(key, unitSystem));
    return withUnit ? `${text}\u00a0${unitOf(key, unitSystem)}` : text;
  };
  return {
    quantity,
    difference: (key, value) => {
      const part = differenceOf(key);
      const rounded = shown(part, unitSystem, value);
      return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${quantity(part, Math.abs(value))}`;
    },
    metric: (metric, value, withUnit) => quantity(METRICS[metric].quantity, value, withUnit),
    unit: (key) => unitOf(key, unitSystem),
    metricUnit: (metric) => unitOf(METRICS[metric].quantity, unitSystem),
  };
}

type TimeFormats = 'date' | 'day' | 'dateTime' | 'dateTimeSeconds' | 'weekdayTime' | 'time';
function timesOf(locale: string, zone: string): Pick<Formats, TimeFormats> {
  const dateFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, hourCycle: 'h23', ...options });
    return (time: Time): string => {
      if (time === null || time === undefined || time === '') return NOTHING;
      const date = new Date(time);
      return Number.isNaN(date.getTime()) ? NOTHING : format.format(date);
    };
  };
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  return {
    date: dateFormat(day),
    day: dateFormat({ ...day, timeZone: 'UTC' }),
    dateTime: dateFormat({ ...day, ...clock }),
    dateTimeSeconds: dateFormat({ ...day, ...clock, second: '2-digit' }),
    weekdayTime: dateFormat({ weekday: 'short', day: '2-digit', month: '2-digit', ...clock }),
    time: dateFormat(clock),
  };
}

function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Formats of the signed-in user. */
export function useFormats(): Formats {
  const language = useSelector((state: SessionState) => state.language);
  const { unitSystem, timeZone } = useSelector((state: SessionState) => state.preferences);
  return formatsOf(language, unitSystem, timeZone);
}
