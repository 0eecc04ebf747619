import {
  CONDITION_METRICS,
  type ConditionInput,
  normalizeCondition,
  periodSeconds,
} from '@aerowatch/domain/alerting/condition';
import { useCallback } from 'react';
import { type Formats, useFormats } from '../../lib/format.ts';
import { type TextOf, useText } from '../../lib/text.ts';

/** What a condition compares, in the reader's units: a limit, or a difference for `varies`. */
export function conditionValue(
  condition: Pick<ConditionInput, 'metric' | 'comparator'>,
  value: number,
  formats: Formats,
): string {
  const metric = CONDITION_METRICS[condition.metric];
  return formats.quantity(
    condition.comparator === 'varies' ? metric.differenceQuantity : metric.quantity,
    value,
  );
}

function whenOf(input: ConditionInput, t: TextOf<'conditions'>, formats: Formats): string {
  const condition = normalizeCondition(input);
  const value = conditionValue(condition, condition.value, formats);
  const parameters = {
    metric: t(`metric.${condition.metric}`),
    value,
    compare: condition.comparator === 'varies' ? '' : t(`compare.${condition.comparator}`, { value }),
    percent: formats.percent(condition.percent / 100),
    period: t(`period.${condition.period.unit}`, { count: condition.period.value }),
  };
  if (condition.comparator === 'varies') return t('when.varies', parameters);
  if (CONDITION_METRICS[condition.metric].kind === 'slope') return t('when.slope', parameters);
  if (periodSeconds(condition) === 0) return t('when.now', parameters);
  if (condition.average) return t('when.average', parameters);
  return t(condition.percent < 100 ? 'when.percent' : 'when.all', parameters);
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says conditions in the reader's language: "When the temperature stays above 30 °C for 20 minutes: send an e-mail." */
export function useConditionSentence(): {
  when: (condition: ConditionInput) => string;
  sentence: (condition: ConditionInput) => string;
} {
  const t = useText('conditions');
  const words = useText('domain');
  const formats = useFormats();
  const when = useCallback((condition: ConditionInput) => upper(whenOf(condition, t, formats)), [t, formats]);
  const sentence = useCallback(
    (condition: ConditionInput) => {
      const actions = condition.actions.map((action) =>
        action.type === 'sami'
          ? t('action.sami', { level: words(`sami.${action.level}`) })
          : t(`action.${action.type}`),
      );
      return upper(
        t('capital', {
          sentence: t('sentence', { when: whenOf(condition, t, formats), actions: formats.list(actions) }),
        }),
      );
    },
    [t, words, formats],
  );
  return { when, sentence };
}
