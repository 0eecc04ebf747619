import type { FindingKey } from '@aerowatch/domain/faults/list';
import type { ClimateName } from '@aerowatch/simulator/climate';
import type { AeroDescriptor, BoxDescriptor } from '@aerowatch/simulator/descriptor';
import type { Fault, FaultName } from '@aerowatch/simulator/faults';
import type { Interval, Outage } from './world.ts';

export const SEVERITIES = ['mild', 'medium', 'severe'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A kind of fault that diagnoses are tried on. */
export interface Kind {
  readonly name: string;
  readonly fault: FaultName | 'wrong-length';
  readonly modes?: readonly string[];
  /** Rates of the three severities; one of either sign where `either`. */
  readonly rates: readonly [number, number, number];
  readonly unit: string;
  readonly either?: boolean;
  /** Of a core fault every severity from here on must be named. */
  readonly core?: Severity;
  /** Findings that name it rightly, at "watch" or worse. */
  readonly named: readonly FindingKey[];
  /** Findings that are true beside it but do not name it. Those on stops and friction are asked of the truth. */
  readonly also?: readonly FindingKey[];
  /** Present from the first day on: a state of the installation, no event. */
  readonly fromStart?: boolean;
  /** Days it is followed. */
  readonly days?: number;
  /** Climates in which it can be, and the part of the year in which it begins (days). */
  readonly climates?: readonly ClimateName[];
  readonly season?: readonly [number, number];
  /** Needs a box with two AEROs. */
  readonly two?: boolean;
  /** The rate of a case, where it follows from the installation. */
  rateOf?(
    rate: number,
    aero: AeroDescriptor,
    climate: ClimateName,
    day: number,
    mode: string | undefined,
  ): number;
  /** Whether the truth says so of a case that was drawn. */
  isSo?(one: Case): boolean;
}

/** One AERO's time. */
export interface Case {
  readonly id: string;
  readonly box: BoxDescriptor;
  /** Which of the box's AEROs. */
  readonly aero: number;
  readonly weatherSeed: number;
  /** The fault it is tried on; null of a sound one. */
  readonly fault: Fault | null;
  /** What else happens, and is none. */
  readonly habits: readonly Fault[];
  readonly outages: readonly Outage[];
  /** First moment it is heard, ms (a UTC midnight), and the last. */
  readonly from: number;
  readonly to: number;
  /** When the fault begins; of a sound one the first moment. */
  readonly begins: number;
  readonly interval: Interval;
  readonly climate: ClimateName;
  readonly severity: Severity | null;
  /** The extremes of its place, °C. */
  readonly extremes: { readonly cold: number; readonly hot: number };
}
