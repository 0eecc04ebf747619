/**
 * The box's side of the twin: its factory configuration, how it applies a desired document, and its report.
 */
import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  CONFIGURATION_KEYS,
  type ConfigurationField,
  type ConfigurationKey,
  DEFAULT_CONFIGURATION,
} from '@aerowatch/domain/box/box-configuration';
import type { Rhythm } from '../physics/battery.ts';
import type { BoxDescriptor } from './descriptor.ts';

export const FACTORY_FIRMWARE = '2.3.1';

/** A configuration with the field names of MQTT. */
export type WireDocument = Record<string, unknown>;

/** Configuration of a box when it leaves the workshop. */
export function factoryConfiguration(box: BoxDescriptor): BoxConfiguration {
  const type = (position: number) => box.aeros.find((aero) => aero.position === position)?.model_type ?? 0;
  return {
    ...DEFAULT_CONFIGURATION,
    firmware_version: FACTORY_FIRMWARE,
    aero1_type: type(1),
    aero2_type: type(2),
  };
}

/** The reported document: the whole configuration, and the refused fields with reasons. */
export function reportedDocument(
  configuration: BoxConfiguration,
  refused: Readonly<Record<string, string>>,
  hardware?: string,
): WireDocument {
  const document: WireDocument = hardware === undefined ? {} : { hardwareVersion: hardware };
  for (const key of CONFIGURATION_KEYS) document[BOX_CONFIGURATION[key].wire] = configuration[key];
  return Object.keys(refused).length > 0 ? { ...document, refused } : document;
}

export interface ConfigurationResult {
  readonly configuration: BoxConfiguration;
  /** Wire name of a field → reason for its refusal. */
  readonly refused: Record<string, string>;
}

/**
 * Applies a desired document. Undefined when it is not a document or not newer than the current one. A field
 * that cannot be applied keeps its old value and is refused by name; null leaves a field unchanged.
 */
export function applyDesired(
  held: BoxConfiguration,
  desired: unknown,
  refuses: (wire: string) => string | undefined = () => undefined,
): ConfigurationResult | undefined {
  if (typeof desired !== 'object' || desired === null || Array.isArray(desired)) return undefined;
  const document = desired as WireDocument;
  const version = document.configurationVersion;
  if (
    typeof version !== 'number' ||
    !Number.isInteger(version) ||
    version <= (held.configuration_version ?? 0)
  )
    return undefined;
  const next: Record<ConfigurationKey, number | string | boolean | null> = {
    ...held,
    configuration_version: version,
  };
  const refused: Record<string, string> = {};
  for (const key of CONFIGURATION_KEYS) {
    const field: ConfigurationField = BOX_CONFIGURATION[key];
    const value = document[field.wire];
    // The version counts documents, and the firmware is changed by a rollout: neither is taken from here.
    if (
      field.readOnly ||
      key === 'firmware_version' ||
      value === undefined ||
      value === null ||
      value === held[key]
    )
      continue;
    const reason = refuses(field.wire) ?? fault(field, value);
    if (reason) refused[field.wire] = reason;
    else next[key] = value as number | string | boolean;
  }
  refuseContradictions(next as BoxConfiguration, held, refused);
  return { configuration: next as BoxConfiguration, refused };
}

function fault(field: ConfigurationField, value: unknown): string | undefined {
  if (field.kind === 'boolean') return typeof value === 'boolean' ? undefined : 'not a boolean';
  if (field.kind === 'integer') {
    if (typeof value !== 'number' || !Number.isInteger(value)) return 'not a whole number';
    return value < field.min || value > field.max ? `not between ${field.min} and ${field.max}` : undefined;
  }
  if (typeof value !== 'string') return 'not a text';
  if (value.length > field.max) return `longer than ${field.max}`;
  return field.format === 'six_digits' && !/^\d{6}$/.test(value) ? 'not six digits' : undefined;
}

/** An inconsistent timing would stop the box: it keeps the old one. */
function refuseContradictions(
  next: BoxConfiguration,
  held: BoxConfiguration,
  refused: Record<string, string>,
): void {
  const keep = (
    key: 'log_time' | 'upload_time' | 'upload_time_alert' | 'acquisition_time',
    reason: string,
  ) => {
    refused[BOX_CONFIGURATION[key].wire] ??= reason;
    next[key] = held[key];
  };
  if ((next.log_time ?? 1) < (next.acquisition_time ?? 1)) {
    keep('log_time', 'shorter than acquisitionTime');
    keep('acquisition_time', 'longer than logTime');
  }
  if ((next.upload_time ?? 1) * 60 < (next.log_time ?? 1)) {
    keep('upload_time', 'shorter than logTime');
    if (next.log_time !== held.log_time) keep('log_time', 'longer than uploadTime');
  }
  if ((next.upload_time_alert ?? 1) > (next.upload_time ?? 1))
    keep('upload_time_alert', 'longer than uploadTime');
}

/** Start of a configuration; the history of timings determines the times of the log. */
export interface Timing {
  readonly from: number;
  readonly log: number;
  readonly acquisition: number;
  readonly upload: number;
  readonly startup: number;
  /** Positions that are connected. */
  readonly aeros: readonly number[];
}

export function timingOf(configuration: BoxConfiguration, from: number): Timing {
  return {
    from,
    log: (configuration.log_time ?? 600) * 1000,
    acquisition: (configuration.acquisition_time ?? 600) * 1000,
    upload: (configuration.upload_time ?? 60) * 60_000,
    startup: configuration.sensor_startup_delay ?? 500,
    aeros: [1, 2].filter(
      (position) => (configuration[position === 1 ? 'aero1_type' : 'aero2_type'] ?? 0) !== 0,
    ),
  };
}

/** Index of the timing in force at a time. */
export function timingIndex(timings: readonly Timing[], time: number): number {
  let index = timings.length - 1;
  while (index > 0 && (timings[index] as Timing).from > time) index -= 1;
  return index;
}

/** The timing in force at a time. */
export function timingAt(timings: readonly Timing[], time: number): Timing {
  return timings[timingIndex(timings, time)] as Timing;
}

export function rhythmOf(timing: Timing): Rhythm {
  return {
    startupDelay: timing.startup / 1000,
    acquisition: timing.acquisition / 1000,
    upload: timing.upload / 1000,
  };
}
