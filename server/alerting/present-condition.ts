import type { ApiCondition } from '@aerowatch/contracts/api/supervisors';

/** jsonb keeps no order of keys: the wire does. */
export function presentCondition(condition: ApiCondition): ApiCondition {
  const { id, metric, comparator, value, percent, average, period, actions } = condition;
  return {
    id,
    metric,
    comparator,
    value,
    percent,
    average,
    period: { value: period.value, unit: period.unit },
    actions: actions.map((action) =>
      action.type === 'sami' ? { type: action.type, level: action.level } : { type: action.type },
    ),
  };
}
