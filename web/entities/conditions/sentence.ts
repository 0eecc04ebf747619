import { comparesDifference } from '@aerowatch/domain/alerting/comparators';
import {
  CONDITION_METRICS,
  type Condition,
  type ConditionInput,
  comparedQuantity,
  normalizeCondition,
  periodSeconds,
} from '@aerowatch/domain/alerting/condition';
import { useCallback } from 'react';
import { type Formats, useFormats } from '../../lib/format.ts';
import { type TextOf, textOf, useText } from '../../lib/text.ts';

/** The value of a condition in the reader's units: a limit, or a difference. */
export function conditionValue(
  condition: Pick<ConditionInput, 'metric' | 'comparator'>,
  value: number,
  formats: Formats,
): string {
  if (CONDITION_METRICS[condition.metric].kind === 'finding') {
    const grade = Math.min(2, Math.max(0, Math.round(value))) as 0 | 1 | 2;
    return textOf('conditions', `finding.value_${grade}`);
  }
  return formats.quantity(comparedQuantity(condition), value);
}

interface Words {
  readonly t: TextOf<'conditions'>;
  readonly words: TextOf<'domain'>;
  readonly findings: TextOf<'diagnostics'>;
  readonly formats: Formats;
}

/** When the alert opens, and when it ends if not at once. */
function whenOf(input: ConditionInput, tools: Words): string {
  const { t, formats } = tools;
  const condition = normalizeCondition(input);
  const { recovery, hold_clear: hold } = condition;
  const back =
    recovery === null ? '' : t('recovery', { value: conditionValue(condition, recovery, formats) });
  const held =
    hold === null ? '' : t('hold_clear', { period: t(`period.${hold.unit}`, { count: hold.value }) });
  return (specialOf(condition, tools) ?? limitOf(condition, tools)) + back + held;
}

/** Texts of conditions that do not compare a number with a limit. */
function specialOf(condition: Condition, { t, findings, formats }: Words): string | undefined {
  const { metric, finding, value } = condition;
  if (metric === 'silence') return t('silence.when', { times: formats.number(value) });
  if (CONDITION_METRICS[metric].kind !== 'finding') return undefined;
  const named = finding ?? 'any';
  if (named === 'any' && value < 2) return t('finding.any_when');
  return t('finding.when', {
    finding: named === 'any' ? t('finding.any') : t('finding.named', { name: findings(`name.${named}`) }),
    grade: t(value >= 2 ? 'finding.grade_2' : 'finding.grade_1'),
  });
}

function limitOf(condition: Condition, { t, words, formats }: Words): string {
  const { comparator } = condition;
  const value = conditionValue(condition, condition.value, formats);
  const parameters = {
    metric: words(`metric.${condition.metric}.noun`),
    value,
    percent: formats.percent(condition.percent / 100),
    period: t(`period.${condition.period.unit}`, { count: condition.period.value }),
  };
  if (comparesDifference(comparator)) return t(`comparator.${comparator}.when`, parameters);
  const compared = { ...parameters, compare: t(`comparator.${comparator}.compare`, { value }) };
  if (CONDITION_METRICS[condition.metric].kind === 'slope') return t('when.slope', compared);
  if (periodSeconds(condition) === 0) return t('when.now', compared);
  if (condition.average) return t('when.average', compared);
  return t(condition.percent < 100 ? 'when.percent' : 'when.all', compared);
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Conditions as sentences: "When the temperature stays above 30 °C for 20 minutes: send an e-mail." */
export function useConditionSentence(): {
  when: (condition: ConditionInput) => string;
  sentence: (condition: ConditionInput) => string;
} {
  const t = useText('conditions');
  const words = useText('domain');
  const findings = useText('diagnostics');
  const channels = useText('channels');
  const formats = useFormats();
  const when = useCallback(
    (condition: ConditionInput) => upper(whenOf(condition, { t, words, findings, formats })),
    [t, words, findings, formats],
  );
  const sentence = useCallback(
    (condition: ConditionInput) => {
      const actions = condition.actions.map((action) =>
        action.type === 'sami'
          ? t('action.sami', { level: words(`sami.${action.level}`) })
          : channels(`${action.type}.sentence`),
      );
      return upper(
        t('capital', {
          sentence: t('sentence', {
            when: whenOf(condition, { t, words, findings, formats }),
            actions: formats.list(actions),
          }),
        }),
      );
    },
    [t, words, findings, channels, formats],
  );
  return { when, sentence };
}
