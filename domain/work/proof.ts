/** Whether the repair of a finished order is proven, as far as is known now. */
import { DAY } from '../durations.ts';
import { REPAIR_DAYS, type RepairState } from '../faults/repair.ts';
import { isFault, type WorkKind } from './kinds.ts';

/** Fewest days of verification: both directions of two days. */
export const LEAST_PROOF_DAYS = 2;

/** The facts about a finished order; times in ms. */
export interface Finished {
  readonly kind: WorkKind;
  readonly closedAt: number;
  /** The result of its diagnosis; null: it is not asked, or there are no measures. */
  readonly repair: RepairState | null;
  /** Since when its cause exists again; null: it does not. */
  readonly causeSince: number | null;
  /** Whether its box has sent since. */
  readonly heard: boolean;
}

export type ProofNow = 'proven' | 'not_proven' | 'word' | null;

/**
 * `proven` and `not_proven` are final; `word`: measures cannot prove it, a person is asked; null: it is too
 * early. A fault is judged by its diagnosis, an alert or a silence by whether it is back.
 */
export const proofNow = (finished: Finished, now: number): ProofNow =>
  isFault(finished.kind)
    ? ofFault(finished, now - finished.closedAt)
    : ofRule(finished, now - finished.closedAt);

function ofFault({ repair, heard }: Finished, age: number): ProofNow {
  if (repair === 'not_proven') return 'not_proven';
  if (age < LEAST_PROOF_DAYS * DAY) return null;
  if (repair === 'proven') return 'proven';
  // Nothing is measured, or another order of the AERO is being verified.
  return repair === null || !heard || age >= REPAIR_DAYS * DAY ? 'word' : null;
}

function ofRule({ kind, closedAt, causeSince, heard }: Finished, age: number): ProofNow {
  if (causeSince !== null && causeSince > closedAt) return 'not_proven';
  if (age < LEAST_PROOF_DAYS * DAY) return null;
  if (causeSince === null) return heard ? 'proven' : 'word';
  if (kind === 'silence') return 'not_proven';
  return age >= REPAIR_DAYS * DAY ? 'word' : null;
}
