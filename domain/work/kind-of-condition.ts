import { GENERAL_KIND, isWorkKind, type WorkKind } from './kinds.ts';

/**
 * The kind of an order for an alert of a condition: the fault that the condition watches, else what it
 * compares.
 */
export function kindOfCondition(condition: {
  readonly metric: string;
  readonly finding?: unknown;
}): WorkKind {
  if (isWorkKind(condition.finding)) return condition.finding;
  return isWorkKind(condition.metric) ? condition.metric : GENERAL_KIND;
}

/**
 * The kind of an order for an alert: if its condition watches any finding, the fault that was found, so that
 * the verdict counts there.
 */
export function kindOfAlert({
  condition,
  finding,
}: {
  readonly condition: Parameters<typeof kindOfCondition>[0];
  readonly finding?: { readonly fault?: unknown } | null;
}): WorkKind {
  const fault = finding?.fault;
  return isWorkKind(fault) ? fault : kindOfCondition(condition);
}
