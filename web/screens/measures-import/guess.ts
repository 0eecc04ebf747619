import type { Language } from '@aerowatch/domain/languages';
import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { UNIT_SYSTEMS, type UnitSystem, unitOf } from '@aerowatch/domain/units';
import type { domain as Domain } from '@aerowatch/i18n/en/domain';
import type { exportTexts as ExportTexts } from '@aerowatch/i18n/en/export';
import type { Translation } from '@aerowatch/i18n/index';

/** The column for each meaning, by name; an empty name: not in the file. */
export type Mapping = Record<'time' | 'box' | 'aero' | MetricKey, string>;

/** In every language, because a file has the language of whoever exported it. */
const FILES = import.meta.glob<Translation<typeof ExportTexts>>('../../../i18n/*/export.ts', {
  eager: true,
  import: 'exportTexts',
});
const EXPORTS = Object.values(FILES);
/** The texts used in files of a language. */
export const fileWords = (language: Language) => FILES[`../../../i18n/${language}/export.ts`]!;
const DOMAINS = Object.values(
  import.meta.glob<Translation<typeof Domain>>('../../../i18n/*/domain.ts', {
    eager: true,
    import: 'domain',
  }),
);
/** Other common names for a column, besides those of our export. */
const OTHER_NAMES: Partial<Record<keyof Mapping, RegExp>> = {
  time: /^(date|time|timestamp|datetime|horodatage|heure)\b/,
  box: /^(serial|serial[ _]number|box|device|n° de série|numéro de série)\b/,
  aero: /^(aero|position|sensor)\b/,
};

export function normal(name: string): string {
  return name
    .replace(/^\uFEFF/, '')
    .replace(/^'/, '')
    .trim()
    .toLowerCase();
}

/** Names of a metric's column with its unit, in every language. */
function headersOf(metric: MetricKey, system: UnitSystem): string[] {
  const unit = unitOf(METRICS[metric].quantity, system);
  return DOMAINS.map((domain) => normal(`${domain.metric[metric].name} (${unit})`));
}

/** The unit system in a column's name; null when it has none. */
export function systemOfName(metric: MetricKey, name: string): UnitSystem | null {
  return UNIT_SYSTEMS.find((system) => headersOf(metric, system).includes(normal(name))) ?? null;
}

/** Guesses columns by name: those of our export exactly, others as well as possible. */
export function guess(headers: readonly string[]): { mapping: Mapping; own: boolean } {
  const names = headers.map(normal);
  const named = (test: (name: string) => boolean): string => headers[names.findIndex(test)] ?? '';
  const words = (key: 'time' | 'box' | 'aero'): string[] => EXPORTS.map((texts) => normal(texts[key]));
  const utc = named((name) => words('time').some((word) => name === `${word} (utc)`));
  const exact = {
    box: named((name) => words('box').includes(name)),
    aero: named((name) => words('aero').includes(name)),
  };
  const metrics = Object.fromEntries(
    METRIC_KEYS.map((metric) => {
      const known = UNIT_SYSTEMS.flatMap((system) => headersOf(metric, system));
      const plain = DOMAINS.map((domain) => normal(domain.metric[metric].name));
      return [
        metric,
        named((name) => known.includes(name)) ||
          named(
            (name) => name === metric || plain.some((word) => name.startsWith(word) && !name.includes(',')),
          ),
      ];
    }),
  ) as Record<MetricKey, string>;
  const other = (key: 'time' | 'box' | 'aero'): string => named((name) => OTHER_NAMES[key]!.test(name));
  const exactMetric = METRIC_KEYS.some((metric) => systemOfName(metric, metrics[metric]) !== null);
  return {
    own: utc !== '' && exact.box !== '' && exact.aero !== '' && exactMetric,
    mapping: {
      time: utc || other('time'),
      box: exact.box || other('box'),
      aero: exact.aero || other('aero'),
      ...metrics,
    },
  };
}
