import type { conditionInput } from '@aerowatch/contracts/api/supervisors';
import { type Condition, conditionProblems, normalizeCondition } from '@aerowatch/domain/alerting/condition';
import type { z } from 'zod';
import type { FieldErrors } from '../../../platform/errors.ts';

export type ParsedCondition = z.output<typeof conditionInput>;

/** Problems of conditions, by index and field; undefined when all can be judged. */
export function conditionErrors(conditions: readonly ParsedCondition[]): FieldErrors | undefined {
  const errors: Record<string, Record<string, string[]>> = {};
  conditions.forEach((condition, index) => {
    for (const problem of conditionProblems(condition)) {
      errors[index] ??= {};
      errors[index][problem.field] ??= [];
      errors[index][problem.field]?.push(problem.message);
    }
  });
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/**
 * A condition as it is stored and judged, with a fixed order of fields so that equal ones are equal texts.
 */
export function definitionOf(parsed: ParsedCondition): Condition {
  const condition = normalizeCondition(parsed);
  const { metric, comparator, value, percent, average, period, actions, hold_clear: hold } = condition;
  return {
    metric,
    comparator,
    value,
    percent,
    average,
    period: { value: period.value, unit: period.unit },
    finding: condition.finding,
    recovery: condition.recovery,
    hold_clear: hold && { value: hold.value, unit: hold.unit },
    severity: condition.severity,
    actions: actions.map((action) =>
      action.type === 'sami' ? { type: 'sami', level: action.level } : { type: action.type },
    ),
  };
}

/** Whether two conditions judge and act alike, whatever the order of their fields. */
export function sameCondition(a: Condition | ParsedCondition, b: Condition | ParsedCondition): boolean {
  const text = (one: Condition | ParsedCondition) => {
    const definition = definitionOf(one);
    const actions = definition.actions.map((action) => JSON.stringify(action)).sort();
    return JSON.stringify({ ...definition, actions });
  };
  return text(a) === text(b);
}
