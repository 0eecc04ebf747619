import type { ApiCondition, Supervisor } from '@aerowatch/contracts/api/supervisors';
import type { SupervisorRow } from './store.ts';

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

export function presentSupervisor(row: SupervisorRow): Supervisor {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    name: row.name,
    client: row.client_id,
    aeros: row.aeros,
    enabled: row.enabled,
    conditions: row.conditions.map(presentCondition),
  };
}
