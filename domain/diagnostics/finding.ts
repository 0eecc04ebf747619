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
  // Findings are stored in this order: new ones go to the end.
  'stroke_sensor_drift',
  'pressure_sensor_drift',
  'temperature_bias',
  'battery_resistance',
  'shading',
] as const;
export type FindingKey = (typeof FINDING_KEYS)[number];

export const VERDICTS = ['good', 'watch', 'bad', 'unknown'] as const;
export type DiagnosticVerdict = (typeof VERDICTS)[number];

/** Why a finding could not be made. */
export type NotEvaluable =
  | 'no_data'
  | 'too_few_points'
  | 'too_few_days'
  | 'temperature_span_too_small'
  | 'no_length'
  | 'no_tension'
  | 'no_model_stroke'
  | 'does_not_move'
  | 'sensor_stuck'
  /** Night or day cannot be told, or the battery takes no charge. */
  | 'no_light'
  | 'too_little_charging'
  /** Not one Li-ion cell. */
  | 'other_battery';

export interface Finding {
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

export function found(
  key: FindingKey,
  value: number | null,
  unit: string | null,
  verdict: Exclude<DiagnosticVerdict, 'unknown'>,
  details: Finding['details'] = {},
): Finding {
  return { key, value, unit, verdict, evaluable: true, reason: null, details };
}

export function notEvaluable(key: FindingKey, unit: string | null, reason: NotEvaluable): Finding {
  return { key, value: null, unit, verdict: 'unknown', evaluable: false, reason, details: {} };
}

/** good below `watch`, watch below `bad`, bad from there on. */
export function graded(amount: number, watch: number, bad: number): 'good' | 'watch' | 'bad' {
  return amount >= bad ? 'bad' : amount >= watch ? 'watch' : 'good';
}

/** The worst of several verdicts; unknown only when nothing could be evaluated. */
export function worstVerdict(findings: readonly Finding[]): DiagnosticVerdict {
  const verdicts = new Set(findings.map((finding) => finding.verdict));
  return verdicts.has('bad')
    ? 'bad'
    : verdicts.has('watch')
      ? 'watch'
      : verdicts.has('good')
        ? 'good'
        : 'unknown';
}

/** Findings that are read from a sensor, and say nothing while it repeats itself. */
const OF_RAM: readonly FindingKey[] = [
  'health_ratio',
  'residual',
  'drift',
  'stop_hot',
  'stop_cold',
  'friction',
  'seized',
  'break',
  'stroke_sensor_drift',
  'temperature_bias',
];
const OF_GAS: readonly FindingKey[] = [
  'pressure_trend',
  'leak',
  'pressure_sensor_drift',
  'stroke_sensor_drift',
];

/** The finding as it stands while a sensor is stuck: not evaluable where it is read from that sensor. */
export function withoutSensor(finding: Finding, sensor: string | number | null | undefined): Finding {
  const blind =
    (sensor === 'pressure' && OF_GAS.includes(finding.key)) ||
    ((sensor === 'stroke' || sensor === 'temperature') &&
      (OF_RAM.includes(finding.key) || OF_GAS.includes(finding.key)));
  return blind ? notEvaluable(finding.key, finding.unit, 'sensor_stuck') : finding;
}
