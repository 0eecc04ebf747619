import { LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { decimalsOf, formatKilometerPoint, shown, type UnitSystem, unitOf } from '@aerowatch/domain/units';
import { SERVED } from '@aerowatch/i18n/languages';
import { wordsFor } from '../diagnostics/present.ts';
import type { AeroRow } from './store-figures.ts';

/** Settings of the reader of a report. */
export interface Reading {
  readonly language: Language;
  readonly unitSystem: UnitSystem;
  readonly timeZone: string;
}
export type Words = ReturnType<typeof reportWords>;

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));

/** `Line Dijon – Dole · track V1 · PK 12+345 · pole 12/4`. */
function placeOf(row: AeroRow, language: Language): string {
  const { place } = SERVED[language].mail;
  const { line, track, kilometer_point, pole } = row;
  const parts = [
    line === '' ? '' : fill(place.line, { line }),
    track === '' ? '' : fill(place.track, { track }),
    kilometer_point === null
      ? ''
      : fill(place.kilometer_point, { point: formatKilometerPoint(kilometer_point) }),
    pole === '' ? '' : fill(place.pole, { pole }),
  ];
  const said = parts.filter((part) => part !== '').join(' · ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Days, times and months as texts. */
function dateWords(locale: string, timeZone: string) {
  const dates = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    return (time: number | Date) => format.format(time);
  };
  const named = dates({ weekday: 'long', day: 'numeric', month: 'long' }, 'UTC');
  return {
    day: dates({ dateStyle: 'medium' }),
    shortDay: dates({ day: 'numeric', month: 'short' }),
    /** For a date without a time. */
    utcDay: dates({ dateStyle: 'medium' }, 'UTC'),
    /** `2026-11-05` as text. */
    dayName: (day: string) => named(new Date(`${day}T12:00:00Z`)),
    dayNumber: dates({ day: 'numeric' }),
    time: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    month: dates({ month: 'long', year: 'numeric' }, 'UTC'),
  };
}

/** Numbers with a fixed number of decimals; formatters are cached. */
function fixedNumbers(locale: string) {
  const numbers = new Map<number, Intl.NumberFormat>();
  return (value: number, decimals: number) => {
    const format =
      numbers.get(decimals) ??
      new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    numbers.set(decimals, format);
    return format.format(value);
  };
}

/** Converts numbers, codes and times into texts for one reader. */
export function reportWords({ language, unitSystem, timeZone }: Reading) {
  const { locale } = LANGUAGES[language];
  const texts = SERVED[language];
  const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const rules = new Intl.PluralRules(language);
  const days = (decimals: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'day',
      unitDisplay: 'short',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  const fixed = fixedNumbers(locale);
  return {
    language,
    unitSystem,
    timeZone,
    locale,
    texts: texts.reportPdf,
    served: texts,
    fill,
    count: (value: number) => integer.format(value),
    fixed,
    share: (value: number | null) => (value === null ? '–' : share.format(value)),
    plural: <K extends string>(
      forms: Readonly<Record<`${K}_one` | `${K}_other`, string>>,
      key: K,
      count: number,
    ) =>
      fill(forms[`${key}_${rules.select(count) === 'one' ? 'one' : 'other'}`], {
        count: integer.format(count),
      }),
    ...dateWords(locale, timeZone),
    findings: wordsFor(language, unitSystem, timeZone),
    metric: (key: MetricKey) => texts.domain.metric[key].name,
    quantity: (key: MetricKey, value: number) => {
      const { quantity } = METRICS[key];
      const text = fixed(shown(quantity, unitSystem, value), decimalsOf(quantity, unitSystem));
      return `${text}\u00a0${unitOf(quantity, unitSystem)}`;
    },
    unit: (key: MetricKey) => unitOf(METRICS[key].quantity, unitSystem),
    decimals: (key: MetricKey) => decimalsOf(METRICS[key].quantity, unitSystem),
    aero: ({ serial_number, position }: Pick<AeroRow, 'serial_number' | 'position'>) =>
      fill(texts.reportPdf.aero.title, { box: serial_number, position }),
    place: (row: AeroRow) => placeOf(row, language),
    duration: (hours: number | null) => {
      if (hours === null) return '–';
      if (hours < 48) return `${fixed(hours, hours < 10 ? 1 : 0)}\u00a0h`;
      return days(hours < 240 ? 1 : 0).format(hours / 24);
    },
  };
}
