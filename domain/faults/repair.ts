/** Work on an AERO that was reported as done, and whether its measures prove it. */
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
  /** How far the ram moved since, and how far the temperature called it beyond what friction may hold, mm; null: not judged so. */
  readonly moved: number | null;
  readonly called: number | null;
}

/** Days for which a repair is verified; what cannot be told by then needs a person. */
export const REPAIR_DAYS = 14;
