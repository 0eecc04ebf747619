/** What needs somebody today: of all that is known of an AERO the one reason, and how soon. */
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

/** What is known of one AERO this morning; times in ms. */
export interface MorningFacts {
  readonly verdict: DiagnosticVerdict | null;
  readonly alerts: number;
  readonly silent: boolean;
  readonly unsatisfactory: boolean;
  /** Days until the soonest open order is due; negative: overdue; null: none is due. */
  readonly dueIn: number | null;
  /** Largest chance of a margin within the week, when it is one to look at. */
  readonly chance: number | null;
}
export interface Morning {
  readonly reason: MorningReason;
  /** Everything that holds, the reason among it. */
  readonly all: readonly MorningReason[];
  /** What comes first has the least. */
  readonly rank: number;
}

/** Days ahead in which an order counts as one of today. */
const SOON = 0;

/**
 * The reason an AERO needs somebody today, null when it needs nobody: what is broken before what is promised,
 * what is promised before what rings, what is known before what is forecast.
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
