import type { ApiCondition } from '@aerowatch/contracts/api/supervisors';
import { normalizeCondition } from '@aerowatch/domain/alerting/condition';

/**
 * jsonb does not preserve the order of keys, the API does. Conditions stored before some fields existed get
 * their defaults.
 */
export function presentCondition(stored: ApiCondition): ApiCondition {
  const { id } = stored;
  const condition = normalizeCondition(stored);
  const { metric, comparator, value, percent, average, period, finding, recovery, severity } = condition;
  return {
    id,
    metric,
    comparator,
    value,
    percent,
    average,
    period: { value: period.value, unit: period.unit },
    finding,
    recovery,
    hold_clear: condition.hold_clear && {
      value: condition.hold_clear.value,
      unit: condition.hold_clear.unit,
    },
    severity,
    actions: condition.actions.map((action) =>
      action.type === 'sami' ? { type: action.type, level: action.level } : { type: action.type },
    ),
  };
}
