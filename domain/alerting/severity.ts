import { isMuted, type SamiLevel } from '../sami.ts';

/**
 * Severities of an alert, ascending: they order lists, and decide which messages wait for the end of quiet
 * hours.
 */
export const SEVERITIES = ['low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** 0 (low) to 2. */
export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** The severity set; else medium, or high for a condition that takes an AERO out of service. */
export function normalizeSeverity(
  chosen: Severity | null | undefined,
  actions: readonly { type: string; level?: SamiLevel }[],
): Severity {
  if (chosen) return chosen;
  const stops = Array.isArray(actions) && actions.some(({ level }) => level !== undefined && isMuted(level));
  return stops ? 'high' : 'medium';
}
