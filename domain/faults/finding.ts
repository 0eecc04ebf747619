import type { MetricKey } from '../metrics.ts';
import { type CauseCode, type Fault, type FindingKey, faultNamedBy } from './list.ts';
import type {
  Act,
  LevelCode,
  MarkCode,
  Reached,
  RuledOutBy,
  SeriesCode,
  Tell,
  Urgency,
  WouldChange,
} from './vocabulary.ts';

/** `not_watched`: detectable in principle, but not at the log time of this box. */
export const VERDICTS = ['good', 'watch', 'bad', 'unknown', 'not_watched'] as const;
export type DiagnosticVerdict = (typeof VERDICTS)[number];

/** Why a finding could not be evaluated. */
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
  /** The panel does not show day and night, or the battery takes no charge. */
  'no_light',
  /** No loss is visible, but there may be one: in bright light the panel's voltage hardly changes. */
  'full_sun',
  /** Direct sun reaches the panel all day, in one of the two periods compared: the season then hides any dirt. */
  'sun_before_panel',
  'too_little_charging',
  /** Not a single Li-ion cell. */
  'other_battery',
  /** A burst or a break within the period: earlier measures no longer apply. */
  'event',
  /** Needs the other AERO of the box, or boxes nearby. */
  'no_twin',
  'no_neighbours',
  /** Visible for the first time; reported once it shows for some days. */
  'not_confirmed',
  /** Measures are too far apart; goes with the verdict `not_watched`. */
  'log_time',
] as const;
export type NotEvaluable = (typeof NOT_EVALUABLE)[number];

/** Another cause that fits the same measures, and the check that would tell the two apart. */
export interface Candidate {
  readonly cause: CauseCode;
  readonly tell: Tell;
  /** 0 to 1; null when unknown. */
  readonly confidence?: number | null;
}

/** A cause that was considered, and the evidence that rules it out. */
export interface RuledOut {
  readonly cause: CauseCode;
  readonly by: RuledOutBy;
}

/** Data of the curve that shows a finding. Times in ms. */
export interface Evidence {
  /** Measured metrics to plot. */
  readonly metrics: readonly MetricKey[];
  readonly from: number;
  readonly to: number;
  readonly marks: readonly { readonly at: number; readonly code: MarkCode }[];
  /** Horizontal lines, in the (metric) unit of their metric, or of `series` where `metric` is null. */
  readonly levels: readonly {
    readonly metric: MetricKey | null;
    readonly value: number;
    readonly code: LevelCode;
  }[];
  /** The derived quantity behind the finding, if no metric shows it: at most 120 points of [ms, value], ascending. */
  readonly series: {
    readonly code: SeriesCode;
    /** Metric unit; null for a share. */
    readonly unit: string | null;
    readonly points: readonly (readonly [number, number])[];
  } | null;
}

/** What to do, how urgently, and by when (ms; null where there is no date). */
export interface Action {
  readonly code: Act;
  readonly urgency: Urgency;
  readonly by: number | null;
}

/**
 * When a trend reaches its limit: an interval of times (ms) that contains the true one in 80 % of cases.
 * null: later than a year from now; all three null: the limit is not reached within a year.
 */
export interface Reaches {
  readonly what: Reached;
  /** The limit, in the unit of the finding's metric (bar, mm, V, share). */
  readonly level: number | null;
  readonly earliest: number | null;
  readonly likely: number | null;
  readonly latest: number | null;
}

/** What a finding states beside its value; null where its method leaves it open. */
export interface FindingDetails {
  /** The fault; null while nothing is wrong. */
  readonly fault: Fault | null;
  /** 0 to 1, calibrated: eight in ten findings stated at 0.8 are true. */
  readonly confidence: number | null;
  /** When the fault began, ms. */
  readonly since: number | null;
  /** When it was first reported, without interruption since, ms; added where diagnoses are stored. */
  readonly noticed: number | null;
  readonly candidates: readonly Candidate[];
  readonly ruled_out: readonly RuledOut[];
  readonly evidence: Evidence | null;
  readonly would_change: WouldChange | null;
  readonly act: Action | null;
  readonly reaches: Reaches | null;
  /** The log time, s, that is too long for this finding; null when it is watched. */
  readonly not_watched_at: number | null;
}

export interface Finding extends FindingDetails {
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

/** Everything left open; `withDefaults` fills in what a method does not state. */
export const NO_DETAILS: FindingDetails = {
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

export function makeFinding(
  key: FindingKey,
  value: number | null,
  unit: string | null,
  verdict: 'good' | 'watch' | 'bad',
  details: Finding['details'] = {},
  said: Partial<FindingDetails> = {},
): Finding {
  return { ...NO_DETAILS, key, value, unit, verdict, evaluable: true, reason: null, details, ...said };
}

export function notEvaluable(key: FindingKey, unit: string | null, reason: NotEvaluable): Finding {
  return { ...NO_DETAILS, key, value: null, unit, verdict: 'unknown', evaluable: false, reason, details: {} };
}

/** A finding that needs measures closer together than this box sends them; `interval` in s. */
export function notWatched(key: FindingKey, unit: string | null, interval: number): Finding {
  return { ...notEvaluable(key, unit, 'log_time'), verdict: 'not_watched', not_watched_at: interval };
}

/** Verdict by two limits: good below `watch`, bad from `bad`. */
export function gradeOf(amount: number, watch: number, bad: number): 'good' | 'watch' | 'bad' {
  return amount >= bad ? 'bad' : amount >= watch ? 'watch' : 'good';
}

/** "Not watched" comes before "unknown" because it says more. */
const WORST_FIRST: readonly DiagnosticVerdict[] = ['bad', 'watch', 'good', 'not_watched'];

/** The worst of several verdicts; unknown or not watched only if nothing could be evaluated. */
export function worstVerdict(findings: readonly Pick<Finding, 'verdict'>[]): DiagnosticVerdict {
  const verdicts = new Set(findings.map((finding) => finding.verdict));
  return WORST_FIRST.find((verdict) => verdicts.has(verdict)) ?? 'unknown';
}

/** The fault behind a finding: the one its method gives, else the one that its row names. */
export const faultOf = (finding: Finding): Fault => finding.fault ?? faultNamedBy(finding.key, finding);

/** Whether a finding reports something wrong. */
export const isReported = ({ verdict }: Pick<Finding, 'verdict'>) => verdict === 'watch' || verdict === 'bad';
