import type { MetricKey } from '../metrics.ts';
import type {
  Act,
  CauseCode,
  Fault,
  LevelCode,
  MarkCode,
  Reached,
  RuledOutBy,
  SeriesCode,
  Tell,
  Urgency,
  WouldChange,
} from './vocabulary.ts';

/** What a diagnosis says: numbers, words as codes, never text. */
export const FINDING_KEYS = [
  'health_ratio',
  'residual',
  'drift',
  'pressure_trend',
  'stop_hot',
  'stop_cold',
  'friction',
  'battery_trend',
  'panel_trend',
  'seized',
  'leak',
  'break',
  'stuck_sensor',
  'spike',
  'stroke_sensor_drift',
  'pressure_sensor_drift',
  'temperature_bias',
  'battery_resistance',
  'shading',
  'burst',
  'stroke_sensor_step',
  'pressure_sensor_step',
  'temperature_sensor_step',
  'swapped',
  'current_drain',
  'held_one_side',
  'icing',
  'unusual',
] as const;
export type FindingKey = (typeof FINDING_KEYS)[number];

/** `not_watched`: could be detected, but not at the log time of this box. */
export const VERDICTS = ['good', 'watch', 'bad', 'unknown', 'not_watched'] as const;
export type DiagnosticVerdict = (typeof VERDICTS)[number];

/** Why a finding could not be made. */
export const NOT_EVALUABLE = [
  'no_data',
  'too_few_points',
  'too_few_days',
  'temperature_span_too_small',
  'no_length',
  'no_tension',
  'no_model_stroke',
  'does_not_move',
  'sensor_stuck',
  /** Night and day cannot be distinguished, or the battery takes no charge. */
  'no_light',
  /** No loss shows, but a panel's voltage hides one: bright light hardly moves it. */
  'full_sun',
  /** The sun itself shines on a panel all day, now or then: its light goes with the season, and dirt does not show. */
  'sun_before_panel',
  'too_little_charging',
  /** Not one Li-ion cell. */
  'other_battery',
  /** A burst or a break within its days: what was before it says nothing of now. */
  'event',
  /** Needs the other AERO of the box, or boxes nearby. */
  'no_twin',
  'no_neighbours',
  /** Measures too far apart: with verdict `not_watched`. */
  'log_time',
] as const;
export type NotEvaluable = (typeof NOT_EVALUABLE)[number];

/** Another cause that fits the same measures, and what would tell it from the one that is named. */
export interface Candidate {
  readonly cause: CauseCode;
  readonly tell: Tell;
  /** 0 to 1; null when not known. */
  readonly confidence?: number | null;
}

/** A cause that was considered, and by what it is ruled out. */
export interface RuledOut {
  readonly cause: CauseCode;
  readonly by: RuledOutBy;
}

/** The curve that shows a finding: data only. Times in ms. */
export interface Evidence {
  /** Metrics to draw from the measures. */
  readonly metrics: readonly MetricKey[];
  readonly from: number;
  readonly to: number;
  readonly marks: readonly { readonly at: number; readonly code: MarkCode }[];
  /** Lines across, in the (metric) unit of their metric; null: of the series. */
  readonly levels: readonly {
    readonly metric: MetricKey | null;
    readonly value: number;
    readonly code: LevelCode;
  }[];
  /** What the finding was read from, where no measure shows it: at most 120 points of [ms, value], ascending. */
  readonly series: {
    readonly code: SeriesCode;
    /** Metric unit; null for a share. */
    readonly unit: string | null;
    readonly points: readonly (readonly [number, number])[];
  } | null;
}

/** What to do, how soon, and by which moment (ms) where one is known. */
export interface Action {
  readonly code: Act;
  readonly urgency: Urgency;
  readonly by: number | null;
}

/**
 * When a trend reaches what matters: moments (ms) that hold the truth in 80 % of cases. null: not within a
 * year; all three null: that is not reached within a year at all.
 */
export interface Reaches {
  readonly what: Reached;
  /** The level that is reached, in the unit of the finding's metric (bar, mm, V, share). */
  readonly level: number | null;
  readonly earliest: number | null;
  readonly likely: number | null;
  readonly latest: number | null;
}

/** What is said of a finding beside its number; null where its method does not say. */
export interface Said {
  /** The fault by its name; null while nothing is wrong. */
  readonly fault: Fault | null;
  /** 0 to 1: of those said at 0.8, eight of ten are so. */
  readonly confidence: number | null;
  /** Since when it is so, ms. */
  readonly since: number | null;
  /** When it was first said, without a pause since, ms; kept by who stores diagnoses. */
  readonly noticed: number | null;
  readonly candidates: readonly Candidate[];
  readonly ruled_out: readonly RuledOut[];
  readonly evidence: Evidence | null;
  readonly would_change: WouldChange | null;
  readonly act: Action | null;
  readonly reaches: Reaches | null;
  /** Seconds between measures at which this is not watched; null when it is. */
  readonly not_watched_at: number | null;
}

export interface Finding extends Said {
  readonly key: FindingKey;
  readonly value: number | null;
  /** Unit of `value` (metric); null for a bare count or ratio. */
  readonly unit: string | null;
  readonly verdict: DiagnosticVerdict;
  readonly evaluable: boolean;
  readonly reason: NotEvaluable | null;
  /** Numbers and codes behind the verdict. */
  readonly details: Readonly<Record<string, number | string | null>>;
}

/** Nothing said yet: what a method leaves open is filled in by `completed`. */
export const UNSAID: Said = {
  fault: null,
  confidence: null,
  since: null,
  noticed: null,
  candidates: [],
  ruled_out: [],
  evidence: null,
  would_change: null,
  act: null,
  reaches: null,
  not_watched_at: null,
};

export function found(
  key: FindingKey,
  value: number | null,
  unit: string | null,
  verdict: 'good' | 'watch' | 'bad',
  details: Finding['details'] = {},
  said: Partial<Said> = {},
): Finding {
  return { ...UNSAID, key, value, unit, verdict, evaluable: true, reason: null, details, ...said };
}

export function notEvaluable(key: FindingKey, unit: string | null, reason: NotEvaluable): Finding {
  return { ...UNSAID, key, value: null, unit, verdict: 'unknown', evaluable: false, reason, details: {} };
}

/** Would need measures closer together than those of this box (`interval` in s). */
export function notWatched(key: FindingKey, unit: string | null, interval: number): Finding {
  return { ...notEvaluable(key, unit, 'log_time'), verdict: 'not_watched', not_watched_at: interval };
}

/** good below `watch`, watch below `bad`, bad from there on. */
export function graded(amount: number, watch: number, bad: number): 'good' | 'watch' | 'bad' {
  return amount >= bad ? 'bad' : amount >= watch ? 'watch' : 'good';
}

/** Verdicts, the worst first; "not watched" is more specific than "unknown". */
const WORST_FIRST: readonly DiagnosticVerdict[] = ['bad', 'watch', 'good', 'not_watched'];

/** The worst of several verdicts; unknown or not watched only when nothing could be evaluated. */
export function worstVerdict(findings: readonly Pick<Finding, 'verdict'>[]): DiagnosticVerdict {
  const verdicts = new Set(findings.map((finding) => finding.verdict));
  return WORST_FIRST.find((verdict) => verdicts.has(verdict)) ?? 'unknown';
}

/** Something is wrong. */
export const stands = ({ verdict }: Pick<Finding, 'verdict'>) => verdict === 'watch' || verdict === 'bad';
