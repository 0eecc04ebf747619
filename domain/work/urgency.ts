/** How urgent a matter is: severity, the day by which to act, and how bad it is compared with before. */
import type { Severity } from '../alerting/severity.ts';
import { severityRank } from '../alerting/severity.ts';
import { DAY } from '../durations.ts';
import { DAYS_TO_ACT } from '../faults/steps/defaults.ts';
import type { Urgency } from '../faults/vocabulary.ts';

/** Severity of a matter by the urgency of its fault. */
export const SEVERITY_OF_URGENCY = {
  now: 'high',
  days: 'high',
  weeks: 'medium',
  next_visit: 'low',
} as const satisfies Record<Urgency, Severity>;

/** Urgency of a matter created by an alert alone: a rule knows no fault, so its severity decides. */
export const URGENCY_OF_SEVERITY = {
  high: 'days',
  medium: 'weeks',
  low: 'next_visit',
} as const satisfies Record<Severity, Urgency>;

/**
 * The day (UTC, YYYY-MM-DD) by which to act for an urgency, counted from a time in ms; null: at the next
 * visit.
 */
export function dueDay(urgency: Urgency, from: number): string | null {
  const days = DAYS_TO_ACT[urgency];
  return days === null ? null : dayOf(from + days * DAY);
}

/** The day (UTC) of a time in ms. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The earlier of two days; null is later than any. */
export function earlierDay(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/**
 * How bad a matter is, to detect when it gets worse: the grade of its finding (1 to watch, 2 bad; null none),
 * then its severity.
 */
export const levelOf = (grade: number | null, severity: Severity): number =>
  10 * (grade ?? 0) + severityRank(severity);
