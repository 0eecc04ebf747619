/** Work on an AERO reported as done, and whether its measures prove it. */
import type { Fault } from './list.ts';

export const REPAIR_STATES = ['verifying', 'proven', 'not_proven'] as const;
export type RepairState = (typeof REPAIR_STATES)[number];

/** A finished work order about a fault; `at` in ms. */
export interface Repair {
  readonly order: number;
  readonly at: number;
  readonly kind: Fault;
}
export interface Verification extends Repair {
  readonly state: RepairState;
  /**
   * How far the ram has moved since, and how far the temperature required it to move beyond what friction can
   * hold, mm; null: not judged in this way.
   */
  readonly moved: number | null;
  readonly called: number | null;
}

/** Days for which a repair is verified; if it is still undecided then, a person must decide. */
export const REPAIR_DAYS = 14;
