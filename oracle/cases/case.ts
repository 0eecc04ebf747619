import type { ConditionInput } from '@aerowatch/domain/alerting/condition';
import { DAY } from '@aerowatch/domain/durations';
import type { FileFormat } from '@aerowatch/domain/file-formats';
import type { MetricKey } from '@aerowatch/domain/metrics';

/** A measure as its box sends it; `at` in ms since the case's anchor, `position` is that of its AERO. */
export interface SentMeasure {
  readonly position: number;
  readonly at: number;
  readonly values: Readonly<Partial<Record<MetricKey, number | null>>>;
}
export interface Message {
  readonly form: 'batch' | 'cbor' | 'senml' | 'broken';
  readonly measures: readonly SentMeasure[];
}
/** Actions of users and operators in the meantime. */
export type Edit = 'add aero' | 'rename' | 'move' | 'replay' | 'archive';
/** Work of the workers after a round. */
export type Work = 'judge' | 'roll' | 'pack' | 'half';

/** Edits, then messages, each in its own transaction or all `together`; then the plan's works. */
export interface Round {
  readonly edits: readonly Edit[];
  readonly messages: readonly Message[];
}
/** The reads at the end; times in ms since the anchor, null for an open end. */
export interface Reads {
  readonly from: number | null;
  readonly to: number | null;
  readonly every: number | 'raw' | null;
  readonly points: number;
  readonly metrics: readonly MetricKey[];
  readonly page: number;
  readonly descending: boolean;
  readonly format: FileFormat;
  readonly system: 'metric' | 'imperial';
  readonly language: 'en' | 'fr';
  readonly zone: string;
}
/** Settings that all cases of a batch share: the cases run side by side over one database. */
export interface Plan {
  readonly anchor: string;
  readonly together: boolean;
  readonly works: readonly (readonly Work[])[];
  readonly reads: Reads;
}
export interface Case {
  readonly plan: Plan;
  /** The value of each axis that the case covers. */
  readonly axes: Readonly<Record<string, string>>;
  /** Number of AEROs of the box at the start. */
  readonly aeros: number;
  readonly conditions: readonly ConditionInput[];
  /** Joined: all conditions must hold together. */
  readonly joined?: boolean;
  readonly rounds: readonly Round[];
  /** Order in which live events reach the browser. */
  readonly shuffle: number;
}

/** Moments around which cases place their measures, as ms since 1970; `now` is the server's clock. */
export const ANCHORS: Readonly<Record<string, (now: number) => number>> = {
  now: (now) => now,
  'two days ago': (now) => Math.floor(now / DAY) * DAY - 2 * DAY,
  'a week ago': (now) => Math.floor(now / DAY) * DAY - 7 * DAY,
  'summer time begins': () => Date.UTC(2026, 2, 29, 1),
  'summer time ends': () => Date.UTC(2025, 9, 26, 1),
  'new year': () => Date.UTC(2026, 0, 1),
  'leap day': () => Date.UTC(2024, 1, 29),
  'first of all': () => Date.UTC(2015, 0, 1),
};
export const anchorOf = (plan: Plan, now: number): number => ANCHORS[plan.anchor]?.(now) ?? now;
