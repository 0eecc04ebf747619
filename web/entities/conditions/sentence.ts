import { comparesDifference } from '@aerowatch/domain/alerting/comparators';
import {
  CONDITION_METRICS,
  type ConditionInput,
  comparedQuantity,
  normalizeCondition,
  periodSeconds,
} from '@aerowatch/domain/alerting/condition';
import { useCallback } from 'react';
import { type Formats, useFormats } from '../../lib/format.ts';
import { type TextOf, useText } from '../../lib/text.ts';

/** What a condition compares, in the reader's units: a limit, or a difference. */
export function conditionValue(
  condition: Pick<ConditionInput, 'metric' | 'comparator'>,
  value: number,
  formats: Formats,
): string {
  return formats.quantity(comparedQuantity(condition), value);
}

function whenOf(
  input: ConditionInput,
  { t, words, formats }: { t: TextOf<'conditions'>; words: TextOf<'domain'>; formats: Formats },
): string {
  const condition = normalizeCondition(input);
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

/** Says conditions in the reader's language: "When the temperature stays above 30 °C for 20 minutes: send an e-mail." */
export function useConditionSentence(): {
  when: (condition: ConditionInput) => string;
  sentence: (condition: ConditionInput) => string;
} {
  const t = useText('conditions');
  const words = useText('domain');
  const channels = useText('channels');
  const formats = useFormats();
  const when = useCallback(
    (condition: ConditionInput) => upper(whenOf(condition, { t, words, formats })),
    [t, words, formats],
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
            when: whenOf(condition, { t, words, formats }),
            actions: formats.list(actions),
          }),
        }),
      );
    },
    [t, words, channels, formats],
  );
  return { when, sentence };
}
