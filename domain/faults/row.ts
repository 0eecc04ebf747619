/** The row of a fault: everything but its method that the pipeline, the work on site and the screens know of it. */
import type { MetricKey } from '../metrics.ts';
import type { Act, LevelCode, MarkCode, RuledOutBy, Tell, Urgency, WouldChange } from './vocabulary.ts';

/**
 * Where a threshold comes from. `field`: what maintenance of overhead lines takes for usual; `simulated`: set so that
 * the simulator's sound AEROs pass and its faults do not; `judged`: an engineer's judgement that no figure supports yet;
 * `customer`: set by the customer. None is the manufacturer's.
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
  /** Findings are listed in ascending order of it. */
  readonly place: number;
  /** Of its value (metric); null for a bare count or ratio. */
  readonly unit: string | null;
  /** It calls for an act of its own: reported beside a fault that explains it. */
  readonly alwaysReported?: boolean;
}

/** What tells an impostor apart. At least one of them, the first of several where none is asked for. */
export interface Impostor {
  /** Checks on site that would tell. */
  readonly tell?: Tell | readonly Tell[];
  /** Evidence in the measures that rules it out. */
  readonly ruledOutBy?: RuledOutBy | readonly RuledOutBy[];
}

/** A horizontal line of the curve; its height is a number of the finding's details, or (null) its value. */
export interface RowLevel {
  readonly metric: MetricKey;
  readonly code: LevelCode;
  readonly detail: string | null;
}

/** Limits that a fault may run to; steps/reach-dates has how each is foreseen. */
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

/** What a finding holds by which one of several faults is named. */
export interface HeldEvidence {
  readonly value: number | null;
  readonly details: Readonly<Record<string, number | string | null>>;
}

/** Everything must be filled in: a field that is forgotten is a compile error where the row stands. */
export interface FaultRow {
  readonly key: string;
  /** Names on the wire of the findings under which it is reported, most often its own. */
  readonly findings: Readonly<Record<string, FindingRow>>;
  /** Of several faults reported under one finding: whether it is this one. Left out by the one that is the rest. */
  readonly names?: (finding: HeldEvidence) => boolean;
  /** Of several faults the one of the lowest is named first: causes before their consequences. */
  readonly precedence: number;
  /** Metrics without any one of which it is not named. */
  readonly needs: readonly MetricKey[];
  /** Longest log time, s, at which it is watched; null: any. */
  readonly watchedUpTo: number | null;
  /**
   * Days by which measures must be older and still show it (J): noise of one day is no fault. `atOnce`: what is sudden
   * does not wait while it is new, or while it is new or bad.
   */
  readonly confirm: { readonly days: number; readonly atOnce?: 'new' | 'new_or_bad' };
  /** Findings that follow from it and are not reported beside it. */
  readonly explains: readonly string[];
  /** Causes that look like it, by their key, and what tells each apart. `work_done`: offered as another cause always. */
  readonly impostors: Readonly<Record<string, Impostor>>;
  readonly act: Act;
  /** How soon to act at the verdict `watch`, and at `bad`. */
  readonly urgency: { readonly watch: Urgency; readonly bad: Urgency };
  readonly wouldChange: WouldChange;
  /** Metrics that it moves, the one that shows it best first: an alert on one of them is explained by it. */
  readonly moves: readonly MetricKey[];
  /** Whose fault it is: each AERO's own, or one of the box, however many of its AEROs show it. */
  readonly faultOf: 'aero' | 'box';
  readonly checklist: Checklist;
  readonly runsTo: RunsTo | null;
  /** What its curve shows, how its beginning is marked, and lines across it. */
  readonly curve: {
    readonly metrics: readonly MetricKey[];
    readonly mark: Extract<MarkCode, 'since' | 'jump'>;
    readonly levels: readonly RowLevel[];
  };
  /** Shift of the log odds of the confidence that its method states (steps/calibrate). */
  readonly confidenceShift: number;
  /**
   * `ram`: ram, wire, gas and their sensors; `supply`: battery, panel and cables; `rest`: what nothing else explains,
   * judged last; `box`: known without measures of the AERO.
   */
  readonly concerns: 'ram' | 'supply' | 'rest' | 'box';
  /** Whether a repair is judged by whether the ram moves again, or by whether the finding is gone. */
  readonly repairedWhen: 'moves' | 'gone';
  /** It happened once and leaves no further trace in what follows: stays until measures show its repair. */
  readonly staysUntilRepaired: boolean;
  readonly thresholds: Readonly<Record<string, Threshold>>;
}

/** A row with all that it states as literal types, by which the list knows its keys. */
export const fault = <const Row extends FaultRow>(row: Row): Row => row;

/** Reported at once. */
export const AT_ONCE = { days: 0 } as const;

/**
 * s between measures beyond which a box logs seldom: charge, light, a loop of friction, what one night holds and a lone
 * outlier cannot be seen then, and what changes calls for more certainty.
 */
export const SELDOM = 7200;

/** Shift for what occurred too seldom in the trials to be fitted: that of all findings together. */
export const UNFITTED = 0.63;
