/** Tabs of the inbox. */
export const INBOX_TABS = ['mine', 'unassigned', 'all'] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

/** Why a matter came back: it got worse, its day came, or measures did not prove its repair. */
export const RETURNS = ['worse', 'day', 'not_proven'] as const;
export type Returned = (typeof RETURNS)[number];

/**
 * Whether a matter stands before all others once its day has come, also before those that are late: a fault of
 * an AERO that asks for somebody at once (a broken wire, a burst, a seized ram), unless people agreed on a
 * later day or lowered its severity (docs/decisions/0211).
 */
export const isAtOnce = ({
  urgency,
  severity,
  aero,
}: {
  readonly urgency: string | null;
  readonly severity: string;
  readonly aero: number | null;
}): boolean => urgency === 'now' && severity === 'high' && aero !== null;

/** Number of AEROs with the same matter from which they share one row. */
export const ALIKE = 3;
