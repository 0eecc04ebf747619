import { type Severity, severityRank } from './severity.ts';

/** The fields of an alert that decide its group. */
export interface Groupable {
  readonly aero: number;
  /** What its condition is about (`condition-metrics`). */
  readonly subject: string;
  /** The cause that somebody has set; null until then. */
  readonly cause: string | null;
}

/**
 * Key of the group of an alert: alerts of one AERO with the same cause are one task. Until a cause is set,
 * alerts about one subject count as having the same cause. Example: `12/movement`, `12/corrosion`.
 */
export const groupOf = ({ aero, subject, cause }: Groupable): string => `${aero}/${cause ?? subject}`;

/** The fields of an alert that decide which one represents its group. */
export interface RankedAlert {
  readonly id: number;
  readonly severity: Severity;
  readonly cleared_at: string | null;
  /** ISO 8601 in UTC. */
  readonly opened_at: string;
}

/** Sort order within a group: highest severity first, then those that still fire, then the oldest. */
export function byWeight(a: RankedAlert, b: RankedAlert): number {
  return (
    severityRank(b.severity) - severityRank(a.severity) ||
    Number(a.cleared_at !== null) - Number(b.cleared_at !== null) ||
    a.opened_at.localeCompare(b.opened_at) ||
    a.id - b.id
  );
}
