/**
 * The row of a fault: everything except its method that the pipeline, the work on site and the screens need.
 */
import type { MetricKey } from '../metrics.ts';
import type { Act, LevelCode, MarkCode, RuledOutBy, Tell, Urgency, WouldChange } from './vocabulary.ts';

/**
 * Where a threshold comes from. `field`: usual in the maintenance of overhead lines; `simulated`: set so that
 * the simulator's sound AEROs pass and its faults do not; `judged`: an engineer's judgement that no figure
 * supports yet; `customer`: set by the customer. None is the manufacturer's.
 */
export type Source = 'field' | 'simulated' | 'judged' | 'customer';

/** A limit of a method: its value (or two, watch and bad), its unit, and where it comes from. */
export interface Threshold {
  readonly value: number | readonly [number, number];
  readonly unit: string;
  readonly source: Source;
}

export const limit = <const Value extends Threshold['value']>(
  value: Value,
  unit: string,
  source: Source,
): { readonly value: Value; readonly unit: string; readonly source: Source } => ({ value, unit, source });

/** A finding under which faults are reported. */
export interface FindingRow {
  /** Sort order of findings. */
  readonly place: number;
  /** Unit of its value (metric); null for a bare count or ratio. */
  readonly unit: string | null;
  /** Reported even beside a fault that explains it, as it calls for an act of its own. */
  readonly alwaysReported?: boolean;
}

/**
 * What distinguishes an impostor. At least one of the two; of several, the first where the method asks for
 * none.
 */
export interface Impostor {
  /** Checks on site that would tell the two apart. */
  readonly tell?: Tell | readonly Tell[];
  /** Evidence in the measures that rules it out. */
  readonly ruledOutBy?: RuledOutBy | readonly RuledOutBy[];
}

/** A horizontal line of the curve; its height is a number of the finding's details, or its value (null). */
export interface RowLevel {
  readonly metric: MetricKey;
  readonly code: LevelCode;
  readonly detail: string | null;
}

/** Limits that a fault may approach; steps/reach-dates says how each date is predicted. */
export const RUNS_TO = ['gas', 'stop', 'friction', 'battery', 'panel'] as const;
export type RunsTo = (typeof RUNS_TO)[number];

/** Lists of what to do on the pole; domain/work/checklists has their lines. */
export const CHECKLISTS = [
  'ram',
  'ice',
  'gas',
  'wire',
  'stroke',
  'stroke_sensor',
  'pressure_sensor',
  'temperature_sensor',
  'wiring',
  'battery',
  'panel',
  'radio',
  'general',
] as const;
export type Checklist = (typeof CHECKLISTS)[number];

/** The values of a finding by which one of several faults is chosen. */
export interface HeldEvidence {
  readonly value: number | null;
  readonly details: Readonly<Record<string, number | string | null>>;
}

/** Every field is required: a missing one is a compile error at the row. */
export interface FaultRow {
  readonly key: string;
  /** Wire names of the findings under which it is reported, usually its own. */
  readonly findings: Readonly<Record<string, FindingRow>>;
  /**
   * Of several faults reported under one finding: whether it is this one. Omitted by the fault that takes all
   * other cases.
   */
  readonly names?: (finding: HeldEvidence) => boolean;
  /** Of several faults the one with the lowest number is named first: causes before their consequences. */
  readonly precedence: number;
  /** Metrics that it needs, all of them, to be named. */
  readonly needs: readonly MetricKey[];
  /** Longest log time, s, at which it is watched; null: any. */
  readonly watchedUpTo: number | null;
  /**
   * Whether at least 85 % of its medium and severe cases are found in every generator at the log times at which it
   * is watched (docs/diagnostics.md). If not, it is reported where it shows, and its absence proves nothing.
   */
  readonly promised: boolean;
  /**
   * Days by which measures must be older and still show it (J), so that noise of one day is no fault.
   * `atOnce`: a sudden fault is reported without waiting while it is new, or while it is new or bad.
   */
  readonly confirm: { readonly days: number; readonly atOnce?: 'new' | 'new_or_bad' };
  /** Findings that follow from it and are not reported beside it. */
  readonly explains: readonly string[];
  /**
   * Causes that look like it, by their key, and what distinguishes each. `work_done`: always offered as
   * another cause.
   */
  readonly impostors: Readonly<Record<string, Impostor>>;
  readonly act: Act;
  /** How soon to act at the verdicts `watch` and `bad`. */
  readonly urgency: { readonly watch: Urgency; readonly bad: Urgency };
  readonly wouldChange: WouldChange;
  /** Metrics that it moves, the one that shows it best first: it explains alerts on them. */
  readonly moves: readonly MetricKey[];
  /** Scope: each AERO's own, or one of the box, however many of its AEROs show it. */
  readonly faultOf: 'aero' | 'box';
  readonly checklist: Checklist;
  readonly runsTo: RunsTo | null;
  /** What its curve shows, how its beginning is marked, and lines across it. */
  readonly curve: {
    readonly metrics: readonly MetricKey[];
    readonly mark: Extract<MarkCode, 'since' | 'jump'>;
    readonly levels: readonly RowLevel[];
  };
  /** Shift of the log odds of the confidence from its method (steps/calibrate). */
  readonly confidenceShift: number;
  /**
   * `ram`: ram, wire, gas and their sensors; `supply`: battery, panel and cables; `rest`: deviations that
   * nothing else explains, judged last; `box`: known without measures of the AERO.
   */
  readonly concerns: 'ram' | 'supply' | 'rest' | 'box';
  /** Whether a repair is judged by the ram moving again, or by the finding disappearing. */
  readonly repairedWhen: 'moves' | 'gone';
  /** A single event that leaves no trace in later measures: it stays until measures show its repair. */
  readonly staysUntilRepaired: boolean;
  readonly thresholds: Readonly<Record<string, Threshold>>;
}

/** A row with all its values as literal types, from which the list derives its keys. */
export const fault = <const Row extends FaultRow>(row: Row): Row => row;

/** Reported at once. */
export const AT_ONCE = { days: 0 } as const;

/**
 * Seconds between measures beyond which a box logs seldom: charge, light, a loop of friction, a stretch held
 * for one night and a lone outlier are then invisible, and changes need more certainty.
 */
export const SELDOM = 7200;

/** Shift for faults that occurred too seldom in the trials to be fitted: that of all findings together. */
export const UNFITTED = 0.63;
