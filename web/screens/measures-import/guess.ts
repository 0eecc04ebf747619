import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { UNIT_SYSTEMS, type UnitSystem, unitOf } from '@aerowatch/domain/units';
import { domain as domainEn } from '@aerowatch/i18n/en/domain';
import { exportTexts as textsEn } from '@aerowatch/i18n/en/export';
import { domain as domainFr } from '@aerowatch/i18n/fr/domain';
import { exportTexts as textsFr } from '@aerowatch/i18n/fr/export';

/** Which column is what, by its name; an empty name: not in the file. */
export type Mapping = Record<'time' | 'box' | 'aero' | MetricKey, string>;

const TEXTS = [
  { texts: textsEn, metrics: domainEn.metric },
  { texts: textsFr, metrics: domainFr.metric },
];
/** Names by which people call a column beside those of an export. */
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

/** Names of a metric's column with its unit, in both languages. */
function headersOf(metric: MetricKey, system: UnitSystem): string[] {
  const unit = unitOf(METRICS[metric].quantity, system);
  return TEXTS.map(({ metrics }) => normal(`${metrics[metric]} (${unit})`));
}

/** The unit system a column's own name tells; null when it tells none. */
export function systemOfName(metric: MetricKey, name: string): UnitSystem | null {
  return UNIT_SYSTEMS.find((system) => headersOf(metric, system).includes(normal(name))) ?? null;
}

/** What the names of columns say: those of an export exactly, others as well as can be. */
export function guess(headers: readonly string[]): { mapping: Mapping; own: boolean } {
  const names = headers.map(normal);
  const named = (test: (name: string) => boolean): string => headers[names.findIndex(test)] ?? '';
  const words = (key: 'time' | 'box' | 'aero'): string[] => TEXTS.map(({ texts }) => normal(texts[key]));
  const utc = named((name) => words('time').some((word) => name === `${word} (utc)`));
  const exact = {
    box: named((name) => words('box').includes(name)),
    aero: named((name) => words('aero').includes(name)),
  };
  const metrics = Object.fromEntries(
    METRIC_KEYS.map((metric) => {
      const known = UNIT_SYSTEMS.flatMap((system) => headersOf(metric, system));
      const plain = TEXTS.map((texts) => normal(texts.metrics[metric]));
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
