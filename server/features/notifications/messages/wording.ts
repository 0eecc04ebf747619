import { comparesDifference } from '@aerowatch/domain/alerting/comparators';
import {
  CONDITION_METRICS,
  type Condition,
  type ConditionMetricKey,
  comparedQuantity,
  periodSeconds,
} from '@aerowatch/domain/alerting/condition';
import { LANGUAGES } from '@aerowatch/domain/languages';
import { decimalsOf, type QuantityKey, shown, unitOf } from '@aerowatch/domain/units';
import { SERVED } from '@aerowatch/i18n/languages';
import type { Language, UnitSystem } from '../../../platform/viewer.ts';

export type MailTexts = (typeof SERVED)[Language]['mail'];

/** Language, units and zone of a reader: those of a user, or of an export. */
export interface Reader {
  readonly language: Language;
  readonly unitSystem: UnitSystem;
  readonly timeZone: string;
}

export function textsFor(language: Language): MailTexts {
  return SERVED[language].mail;
}

/** Fills in `{{name}}`; a missing value becomes empty. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The plural form for a count: in French the singular applies below two. */
export function plural<K extends string>(
  texts: Readonly<Record<`${K}_one` | `${K}_other`, string>>,
  key: K,
  count: number,
  reader: Pick<Reader, 'language'>,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const form = new Intl.PluralRules(reader.language).select(count) === 'one' ? 'one' : 'other';
  return fill(texts[`${key}_${form}`], { count: number(count, reader), ...values });
}

export function number(value: number, { language }: Pick<Reader, 'language'>, decimals?: number): string {
  const digits =
    decimals === undefined
      ? { maximumFractionDigits: 6 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(LANGUAGES[language].locale, digits).format(value);
}

/** `21/11/2026 14:20` in the reader's time zone. */
export function dateTime(time: Date | number, { language, timeZone }: Reader): string {
  return new Intl.DateTimeFormat(LANGUAGES[language].locale, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  })
    .format(time)
    .replace(',', '');
}

/** `22 %` in the format of the language. */
export function share(value: number, { language }: Pick<Reader, 'language'>): string {
  return new Intl.NumberFormat(LANGUAGES[language].locale, {
    style: 'percent',
    maximumFractionDigits: 0,
  }).format(value);
}

/** `Tuesday 24 November`, for a day without a time. */
export function dayName(day: string, { language }: Pick<Reader, 'language'>): string {
  return new Intl.DateTimeFormat(LANGUAGES[language].locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));
}

/** A metric value in the reader's units with its unit, formatted as measured values are. */
export function quantity(key: QuantityKey, value: number, reader: Reader): string {
  const shownValue = number(shown(key, reader.unitSystem, value), reader, decimalsOf(key, reader.unitSystem));
  return `${shownValue}\u00a0${unitOf(key, reader.unitSystem)}`;
}

/** The value that a condition compared, as text: a number with its unit, or the name of a grade. */
export function comparedText(
  condition: Pick<Condition, 'metric' | 'comparator'>,
  value: number,
  reader: Reader,
): string {
  if (CONDITION_METRICS[condition.metric].kind === 'finding') return gradeName(value, reader);
  return quantity(comparedQuantity(condition), value, reader);
}

function gradeName(value: number, { language }: Pick<Reader, 'language'>): string {
  const { finding } = SERVED[language].conditions;
  return [finding.value_0, finding.value_1, finding.value_2][value] ?? finding.value_0;
}

/** Text of a condition that is not about a number and a limit; undefined for all others. */
function specialText(condition: Condition, form: 'alert' | 'rule', reader: Reader): string | undefined {
  const { conditions, diagnostics } = SERVED[reader.language];
  if (condition.metric === 'silence')
    return fill(conditions.silence[form], { times: number(condition.value, reader) });
  if (CONDITION_METRICS[condition.metric].kind !== 'finding') return undefined;
  const named = condition.finding ?? 'any';
  const { finding } = conditions;
  return fill(finding[form], {
    finding: named === 'any' ? finding.any : fill(finding.named, { name: diagnostics.name[named] }),
    grade: condition.value >= 2 ? finding.grade_2 : finding.grade_1,
  });
}

/** A limit as a person would type it: without trailing zeros. */
export function limitOf(condition: Condition, reader: Reader): string {
  if (CONDITION_METRICS[condition.metric].kind === 'finding') return gradeName(condition.value, reader);
  const key = comparedQuantity(condition);
  const value = reader.unitSystem === 'metric' ? condition.value : shown(key, 'imperial', condition.value);
  return `${number(value, reader)}\u00a0${unitOf(key, reader.unitSystem)}`;
}

export function metricName(metric: ConditionMetricKey, reader: Pick<Reader, 'language'>): string {
  return SERVED[reader.language].domain.metric[metric].name;
}

function windowForm(condition: Condition): 'none' | 'within' | 'over' | 'average' | 'percent' | 'all' {
  if (periodSeconds(condition) === 0) return 'none';
  if (comparesDifference(condition.comparator)) return 'within';
  if (CONDITION_METRICS[condition.metric].kind === 'slope') return 'over';
  if (condition.average) return 'average';
  return condition.percent < 100 ? 'percent' : 'all';
}

function windowOf(condition: Condition, reader: Reader): string {
  const { window, period } = textsFor(reader.language);
  const length = plural(period, condition.period.unit, condition.period.value, reader);
  return fill(window[windowForm(condition)], {
    period: length,
    percent: number(condition.percent, reader),
  });
}

/** The rule in words: `Temperature above 30 °C for 20 minutes`. */
export function ruleText(condition: Condition, reader: Reader): string {
  const special = specialText(condition, 'rule', reader);
  if (special !== undefined) return special;
  return fill(SERVED[reader.language].conditions.comparator[condition.comparator].rule, {
    metric: metricName(condition.metric, reader),
    limit: limitOf(condition, reader),
    window: windowOf(condition, reader),
  });
}

/**
 * What happened: `The temperature is 31.2 °C: above the limit of 30 °C for 20 minutes.` With a share of the
 * datapoints, the last one may not satisfy it: `The temperature was above … in at least 50% …; it is 29 °C
 * now.`
 */
export function alertSentence(condition: Condition, value: number, reader: Reader): string {
  const special = specialText(condition, 'alert', reader);
  if (special !== undefined) return special;
  const { conditions, domain } = SERVED[reader.language];
  const texts = conditions.comparator[condition.comparator];
  const shared = windowForm(condition) === 'percent' && 'share' in texts;
  return fill(shared ? texts.share : texts.alert, {
    subject: domain.metric[condition.metric].subject,
    value: quantity(comparedQuantity(condition), value, reader),
    limit: limitOf(condition, reader),
    window: windowOf(condition, reader),
  });
}
