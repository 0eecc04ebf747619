import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { fromDisplay, toDisplay, type UnitSystem, unitOf } from '@aerowatch/domain/units';
import { SERVED } from '@aerowatch/i18n/languages';
import type { Language } from '../../../platform/viewer.ts';

export function textsOf(language: Language): (typeof SERVED)[Language]['exportTexts'] {
  return SERVED[language].exportTexts;
}

/** `Stroke (mm)`, `Course (mm)`. */
export function metricHeader(metric: MetricKey, language: Language, system: UnitSystem): string {
  return `${SERVED[language].domain.metric[metric].name} (${unitOf(METRICS[metric].quantity, system)})`;
}

/** Headers of an export: time in the zone and in UTC, box, position, the hardware if asked, then the values. */
export function headersOf(
  metrics: readonly MetricKey[],
  options: { language: Language; system: UnitSystem; zone: string; bucketed: boolean; hardware: boolean },
): string[] {
  const { language, system } = options;
  const texts = textsOf(language);
  const names = metrics.map((metric) => metricHeader(metric, language, system));
  return [
    `${texts.time} (${options.zone})`,
    `${texts.time} (UTC)`,
    texts.box,
    texts.aero,
    ...(options.hardware ? [texts.hardware] : []),
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

/** A stored value in the requested unit; `storedOf` recovers the stored one from its nine digits. */
export function toUnit(metric: MetricKey, system: UnitSystem, value: number): number {
  return Number(toDisplay(METRICS[metric].quantity, system, value).toPrecision(9));
}

/**
 * The value to store for one in a file: the shortest number that an export would write in the same way. A
 * plain conversion is slightly off in the ninth digit, which can be another single-precision number.
 */
export function storedOf(metric: MetricKey, system: UnitSystem, value: number): number {
  const plain = fromDisplay(METRICS[metric].quantity, system, value);
  if (system === 'metric') return plain;
  for (let digits = 4; digits <= 9; digits += 1) {
    const candidate = Number(plain.toPrecision(digits));
    if (toUnit(metric, system, candidate) === value) return candidate;
  }
  return plain;
}
