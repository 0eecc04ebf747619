import { FORMATS as PATTERNS, serverAddress } from '../formats.ts';
import { between, cellularPin, integer, type Message, maxLength, rangePair } from '../validation.ts';
import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  type ConfigurationField,
  type ConfigurationKey,
  modelStroke,
} from './box-configuration.ts';

export interface ConfigurationProblem {
  readonly field: ConfigurationKey;
  /** Code of i18n's `validation` with its parameters after bars. */
  readonly message: Message;
}

const matching = (format: keyof typeof PATTERNS) => (value: string) =>
  PATTERNS[format].test(value) ? null : format;
const FORMATS = {
  version: matching('version'),
  six_digits: matching('six_digits'),
  pin: cellularPin,
  server_address: serverAddress,
} as const;

/** The problem of one field by itself: kind, bounds, length, format. Null is always accepted. */
export function configurationFieldProblem(key: ConfigurationKey, value: unknown): Message | null {
  if (value === null || value === undefined) return null;
  const field: ConfigurationField = BOX_CONFIGURATION[key];
  if (field.kind === 'boolean') return typeof value === 'boolean' ? null : 'not_boolean';
  if (field.kind === 'integer')
    return typeof value === 'number'
      ? (integer(value) ?? between(value, field.min, field.max))
      : 'not_numeric';
  if (typeof value !== 'string') return 'not_text';
  // An empty text means "none" for every text but the passkey, which has six digits or is absent.
  if (value === '' && field.format !== 'six_digits') return null;
  return (field.format ? FORMATS[field.format](value) : null) ?? maxLength(value, field.max);
}

/**
 * All problems of a configuration: each field by itself, and the rules between fields of docs/devices.md,
 * "Configuration" (log ≥ acquisition, upload × 60 ≥ log, alert upload ≤ upload, stroke within the model's,
 * min ≤ max unless both are 0). A rule with a missing side is not applied. At most one message per field.
 */
export function configurationProblems(config: Partial<BoxConfiguration>): ConfigurationProblem[] {
  const problems = new Map<ConfigurationKey, Message>();
  const add = (field: ConfigurationKey, message: Message | null) => {
    if (message !== null && !problems.has(field)) problems.set(field, message);
  };
  for (const key of Object.keys(BOX_CONFIGURATION) as ConfigurationKey[])
    add(key, configurationFieldProblem(key, config[key]));

  const { acquisition_time, log_time, upload_time, upload_time_alert } = config;
  if (isSet(acquisition_time) && isSet(log_time) && log_time < acquisition_time)
    add('log_time', `log_time_min|${acquisition_time} s`);
  if (isSet(upload_time) && isSet(log_time) && upload_time * 60 < log_time)
    add('upload_time', `upload_time_min|${Math.ceil(log_time / 60)} min`);
  if (isSet(upload_time_alert) && isSet(upload_time) && upload_time_alert > upload_time)
    add('upload_time_alert', `upload_time_alert_max|${upload_time} min`);

  for (const aero of [1, 2] as const) {
    const model = config[`aero${aero}_type`];
    pair(`stroke${aero}_min`, `stroke${aero}_max`, isSet(model) ? modelStroke(model) : modelStroke(0));
    pair(`pressure${aero}_min`, `pressure${aero}_max`, 400);
  }
  return [...problems].map(([field, message]) => ({ field, message }));

  function pair(low: ConfigurationKey, high: ConfigurationKey, most: number) {
    const [lower, upper] = [config[low], config[high]] as [
      number | null | undefined,
      number | null | undefined,
    ];
    const found = rangePair(lower ?? 0, upper ?? 0, 0, most);
    add(low, found.lower);
    add(high, found.upper);
    // An upper limit of 0 means "off" for the box only if the lower one is 0 too.
    if (isSet(lower) && isSet(upper) && lower > upper) add(high, `below_minimum|${lower}`);
  }
}

function isSet(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
