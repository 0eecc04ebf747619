import { GENERAL_KIND, isWorkKind, type WorkKind } from './kinds.ts';

/** What an alert is about, as an order names it: the fault that its condition watches, else what it compared. */
export function kindOfCondition(condition: {
  readonly metric: string;
  readonly finding?: unknown;
}): WorkKind {
  if (isWorkKind(condition.finding)) return condition.finding;
  return isWorkKind(condition.metric) ? condition.metric : GENERAL_KIND;
}

/** What an alert is about: one on a diagnosis of any kind about the fault that it found, so that its verdict counts there. */
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
