/** Configuration documents: their names on MQTT and in the API, their differences, their secrets. */
import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  CONFIGURATION_KEYS,
  type ConfigurationField,
  type ConfigurationKey,
  SECRET_KEYS,
} from './box-configuration.ts';

const BY_WIRE = new Map<string, ConfigurationKey>(
  CONFIGURATION_KEYS.map((key) => [BOX_CONFIGURATION[key].wire, key]),
);

/** The API's name of a field given its MQTT name; undefined for an unknown name. */
export function keyOfWire(wire: string): ConfigurationKey | undefined {
  return BY_WIRE.get(wire);
}

/** A document with the names of MQTT; absent fields stay absent. */
export function toWire(config: Partial<BoxConfiguration>): Record<string, number | string | boolean | null> {
  const document: Record<string, number | string | boolean | null> = {};
  for (const key of CONFIGURATION_KEYS) {
    const value = config[key];
    if (value !== undefined) document[BOX_CONFIGURATION[key].wire] = value;
  }
  return document;
}

/**
 * A reported document with the API's names. Values are coerced to what the box means: numbers for texts and 0
 * or 1 for booleans are converted, and a passkey sent as a number gets its zeros back. `unknown` lists fields
 * that do not exist, `unreadable` those with an impossible value.
 */
export function fromWire(document: Readonly<Record<string, unknown>>): {
  config: Partial<BoxConfiguration>;
  unknown: string[];
  unreadable: string[];
} {
  const config: Record<string, number | string | boolean | null> = {};
  const unknown: string[] = [];
  const unreadable: string[] = [];
  for (const [wire, value] of Object.entries(document)) {
    const key = BY_WIRE.get(wire);
    if (!key) {
      unknown.push(wire);
      continue;
    }
    const read = readValue(BOX_CONFIGURATION[key], value);
    if (read === undefined) unreadable.push(wire);
    else config[key] = read;
  }
  return { config: config as Partial<BoxConfiguration>, unknown, unreadable };
}

type WireValue = number | string | boolean | null;

/** The value that a box means for a field; undefined when it is impossible. */
function readValue(field: ConfigurationField, value: unknown): WireValue | undefined {
  if (value === null) return null;
  if (field.kind === 'boolean') return readBoolean(value);
  if (field.kind === 'integer') return readInteger(value);
  return readText(value, field.format === 'six_digits' ? 6 : 0);
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 0 || value === 1 ? value === 1 : undefined;
}

function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** A number sent for a text gets its leading zeros back. */
function readText(value: unknown, digits: number): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return String(value).padStart(digits, '0');
}

export interface ConfigurationDifference {
  readonly key: ConfigurationKey;
  readonly from: BoxConfiguration[ConfigurationKey];
  readonly to: BoxConfiguration[ConfigurationKey];
}

/** The fields whose values differ, in the table's order; absent and null are the same. */
export function diffConfigurations(
  from: Partial<BoxConfiguration>,
  to: Partial<BoxConfiguration>,
): ConfigurationDifference[] {
  return CONFIGURATION_KEYS.filter((key) => (from[key] ?? null) !== (to[key] ?? null)).map((key) => ({
    key,
    from: from[key] ?? null,
    to: to[key] ?? null,
  }));
}

/** A reported document older than the one stored is ignored; one without a version never is. */
export function isStaleReport(
  stored: Partial<BoxConfiguration> | null,
  arrived: Partial<BoxConfiguration>,
): boolean {
  const [known, version] = [stored?.configuration_version ?? null, arrived.configuration_version ?? null];
  return known !== null && version !== null && version < known;
}

/** Shown in place of a secret; sent back, it leaves the secret unchanged. */
export const SECRET_MASK = '••••';

/** The document with every secret that is set replaced by the mask. */
export function maskSecrets<T extends Partial<BoxConfiguration>>(config: T): T {
  const masked: T = { ...config };
  for (const key of SECRET_KEYS)
    if (masked[key] !== undefined && masked[key] !== null && masked[key] !== '')
      Object.assign(masked, { [key]: SECRET_MASK });
  return masked;
}

/** Applies a change to what is stored; a secret sent back masked stays as it was. */
export function mergeConfiguration(
  stored: BoxConfiguration,
  change: Partial<BoxConfiguration>,
): BoxConfiguration {
  const merged: Record<string, unknown> = { ...stored };
  for (const key of CONFIGURATION_KEYS) {
    const value = change[key];
    if (value === undefined || 'readOnly' in BOX_CONFIGURATION[key]) continue;
    if (value === SECRET_MASK && SECRET_KEYS.includes(key)) continue;
    merged[key] = value;
  }
  return merged as BoxConfiguration;
}
