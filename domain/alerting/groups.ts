import { type Severity, severityRank } from './severity.ts';

/** What of an alert says to which group it belongs. */
export interface Groupable {
  readonly aero: number;
  /** What its condition is about (`condition-metrics`). */
  readonly subject: string;
  /** Why it came to that, once somebody said so. */
  readonly cause: string | null;
}

/**
 * Name of the group of an alert: alerts of one AERO with the same cause are one task. Until a cause is set,
 * alerts about one subject count as having the same cause. Example: `12/movement`, `12/corrosion`.
 */
export const groupOf = ({ aero, subject, cause }: Groupable): string => `${aero}/${cause ?? subject}`;

/** What of an alert says which of a group stands for it. */
export interface RankedAlert {
  readonly id: number;
  readonly severity: Severity;
  readonly cleared_at: string | null;
  /** ISO 8601 in UTC. */
  readonly opened_at: string;
}

/** Within a group: the gravest first, of those what still fires, of those what began first. */
export function byWeight(a: RankedAlert, b: RankedAlert): number {
  return (
    severityRank(b.severity) - severityRank(a.severity) ||
    Number(a.cleared_at !== null) - Number(b.cleared_at !== null) ||
    a.opened_at.localeCompare(b.opened_at) ||
    a.id - b.id
  );
}
