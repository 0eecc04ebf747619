/** Which AEROs need attention today: the one most important reason for each, and how urgent it is. */
import type { DiagnosticVerdict } from '../faults/finding.ts';
import { LIKELY } from '../forecast/basis.ts';

export const MORNING_REASONS = [
  'finding',
  'work_order',
  'alert',
  'silent',
  'forecast',
  'unsatisfactory',
] as const;
export type MorningReason = (typeof MORNING_REASONS)[number];

/** The facts about one AERO this morning; times in ms. */
export interface MorningFacts {
  readonly verdict: DiagnosticVerdict | null;
  readonly alerts: number;
  readonly silent: boolean;
  readonly unsatisfactory: boolean;
  /** Days until the soonest open order is due; negative: overdue; null: none is due. */
  readonly dueIn: number | null;
  /** Largest chance of reaching a margin within the week, when it is worth a look. */
  readonly chance: number | null;
}
export interface Morning {
  readonly reason: MorningReason;
  /** All reasons that apply, including the first. */
  readonly all: readonly MorningReason[];
  /** Sort key: the lowest comes first. */
  readonly rank: number;
}

/** Days ahead of its due date from which an order counts for today. */
const SOON = 0;

/**
 * The reason why an AERO needs attention today, null for none, in this order: faults, due orders, alerts,
 * other facts, forecasts.
 */
export function morningOf(facts: MorningFacts): Morning | null {
  const { verdict, alerts, silent, unsatisfactory, dueIn, chance } = facts;
  const due = dueIn !== null && dueIn <= SOON;
  const order: readonly (readonly [MorningReason, boolean])[] = [
    ['finding', verdict === 'bad'],
    ['work_order', due],
    ['alert', alerts > 0],
    ['forecast', (chance ?? 0) >= LIKELY],
    ['silent', silent],
    ['forecast', chance !== null],
    ['finding', verdict === 'watch'],
    ['unsatisfactory', unsatisfactory],
  ];
  const rank = order.findIndex(([, holds]) => holds);
  if (rank < 0) return null;
  const holding = new Set(order.flatMap(([reason, holds]) => (holds ? [reason] : [])));
  return { reason: order[rank]![0], all: MORNING_REASONS.filter((reason) => holding.has(reason)), rank };
}
