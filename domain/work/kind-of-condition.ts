import { GENERAL_KIND, isWorkKind, type WorkKind } from './orders.ts';

/** What an alert is about, as an order names it: the fault that its condition watches, else what it compared. */
export function kindOfCondition(condition: {
  readonly metric: string;
  readonly finding?: unknown;
}): WorkKind {
  if (isWorkKind(condition.finding)) return condition.finding;
  return isWorkKind(condition.metric) ? condition.metric : GENERAL_KIND;
}
