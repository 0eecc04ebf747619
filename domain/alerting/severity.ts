import { isMuted, type SamiLevel } from '../sami.ts';

/** How grave an alert is, the least first: orders lists, and says what may wait for the end of quiet hours. */
export const SEVERITIES = ['low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** 0 (low) to 2. */
export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** The severity given; else medium, or high for what takes an AERO out of service. */
export function normalizeSeverity(
  given: Severity | null | undefined,
  actions: readonly { type: string; level?: SamiLevel }[],
): Severity {
  if (given) return given;
  const stops = Array.isArray(actions) && actions.some(({ level }) => level !== undefined && isMuted(level));
  return stops ? 'high' : 'medium';
}
