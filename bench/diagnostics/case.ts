import type { FindingKey } from '@aerowatch/domain/faults/list';
import type { AeroDescriptor, BoxDescriptor } from '@aerowatch/simulator/box/descriptor';
import type { Fault, FaultName } from '@aerowatch/simulator/faults';
import type { ClimateName } from '@aerowatch/simulator/weather/climate';
import type { Interval, Outage } from './world.ts';

export const SEVERITIES = ['mild', 'medium', 'severe'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A kind of fault that diagnoses are tried on. */
export interface Kind {
  readonly name: string;
  readonly fault: FaultName | 'wrong-length';
  readonly modes?: readonly string[];
  /** Rates of the three severities; of either sign if `either`. */
  readonly rates: readonly [number, number, number];
  readonly unit: string;
  readonly either?: boolean;
  /** Lowest severity from which a core fault must be named. */
  readonly core?: Severity;
  /** Findings that name it correctly, at "watch" or worse. */
  readonly named: readonly FindingKey[];
  /** Findings that are true too but do not name it. For stops and friction the truth decides. */
  readonly also?: readonly FindingKey[];
  /** Present from the first day on: a state of the installation, not an event. */
  readonly fromStart?: boolean;
  /** Days for which it is followed. */
  readonly days?: number;
  /** Climates in which it can occur, and the part of the year in which it begins (days). */
  readonly climates?: readonly ClimateName[];
  readonly season?: readonly [number, number];
  /** Needs a box with two AEROs. */
  readonly two?: boolean;
  /** The rate of a case, if it depends on the installation. */
  rateOf?(
    rate: number,
    aero: AeroDescriptor,
    climate: ClimateName,
    day: number,
    mode: string | undefined,
  ): number;
  /** Whether the truth confirms the fault of a drawn case. */
  isSo?(one: Case): boolean;
}

/** The record of one AERO. */
export interface Case {
  readonly id: string;
  readonly box: BoxDescriptor;
  /** Which of the box's AEROs. */
  readonly aero: number;
  readonly weatherSeed: number;
  /** The fault under test; null for a sound one. */
  readonly fault: Fault | null;
  /** Other events that are no faults. */
  readonly habits: readonly Fault[];
  readonly outages: readonly Outage[];
  /** First moment of its record, ms (a UTC midnight), and the last. */
  readonly from: number;
  readonly to: number;
  /** When the fault begins; for a sound one the first moment. */
  readonly begins: number;
  readonly interval: Interval;
  readonly climate: ClimateName;
  readonly severity: Severity | null;
  /** The extremes of its place, °C. */
  readonly extremes: { readonly cold: number; readonly hot: number };
}
