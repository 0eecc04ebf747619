import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { toDisplay, type UnitSystem, unitOf } from '@aerowatch/domain/units';
import { domain as domainEn } from '@aerowatch/i18n/en/domain';
import { exportTexts as textsEn } from '@aerowatch/i18n/en/export';
import { domain as domainFr } from '@aerowatch/i18n/fr/domain';
import { exportTexts as textsFr } from '@aerowatch/i18n/fr/export';
import type { Language } from '../../platform/viewer.ts';

const TEXTS = {
  en: { texts: textsEn, metrics: domainEn.metric },
  fr: { texts: textsFr, metrics: domainFr.metric },
};

export function textsOf(language: Language): Record<keyof typeof textsEn, string> {
  return TEXTS[language].texts;
}

/** `Stroke (mm)`, `Course (mm)`. */
export function metricHeader(metric: MetricKey, language: Language, system: UnitSystem): string {
  return `${TEXTS[language].metrics[metric]} (${unitOf(METRICS[metric].quantity, system)})`;
}

/** Headers of an export: time in the zone and in UTC, box, position, then the values. */
export function headersOf(
  metrics: readonly MetricKey[],
  options: { language: Language; system: UnitSystem; zone: string; bucketed: boolean },
): string[] {
  const { language, system } = options;
  const texts = textsOf(language);
  const names = metrics.map((metric) => metricHeader(metric, language, system));
  return [
    `${texts.time} (${options.zone})`,
    `${texts.time} (UTC)`,
    texts.box,
    texts.aero,
    ...(options.bucketed
      ? [
          texts.count,
          ...names.flatMap((name) => [
            `${name}, ${texts.minimum}`,
            `${name}, ${texts.mean}`,
            `${name}, ${texts.maximum}`,
          ]),
        ]
      : names),
  ];
}

/** A stored value in the unit asked for; nine digits bring the stored one back exactly. */
export function converted(metric: MetricKey, system: UnitSystem, value: number): number {
  return Number(toDisplay(METRICS[metric].quantity, system, value).toPrecision(9));
}
