import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  CONFIGURATION_KEYS,
  type ConfigurationKey,
} from '@aerowatch/domain/box/box-configuration';
import { fromWire, keyOfWire } from '@aerowatch/domain/box/twin';
import { Unreadable } from './measures.ts';

/** The state a box reports, on `boxes/{serial}/reported`. */
export interface ReportedDocument {
  readonly configuration: Partial<BoxConfiguration>;
  /** The box's reasons, by field with the API's names. */
  readonly refused: Partial<Record<ConfigurationKey, string>>;
  /** `hardwareVersion`, if the box reports it. */
  readonly hardwareVersion: string | undefined;
}

const INTEGER = 2_147_483_647;
const TEXT = 1000;
/**
 * Far above any version ever sent to a box, but below the maximum, so that no report can exhaust the
 * versions.
 */
const VERSION = 2_000_000_000;

/**
 * Parses a reported document already decoded. Values out of bounds are accepted, because they are what the
 * box uses. Throws Unreadable when it is not a document, has no configuration field, or a value has the wrong
 * type.
 */
export function readReported(message: unknown): ReportedDocument {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new Unreadable('bad_structure', 'the message is not a document');
  const document = message as Record<string, unknown>;
  const { config, unreadable } = fromWire(document);
  if (unreadable.length > 0) throw new Unreadable('bad_field', unreadable.join(', '));
  if (Object.keys(config).length === 0) throw new Unreadable('bad_structure', 'no field of a configuration');
  for (const key of CONFIGURATION_KEYS) {
    const value = config[key];
    if (typeof value === 'number' && Math.abs(value) > INTEGER)
      throw new Unreadable('bad_field', BOX_CONFIGURATION[key].wire);
    if (typeof value === 'string' && (value.length > TEXT || value.includes('\u0000')))
      throw new Unreadable('bad_field', BOX_CONFIGURATION[key].wire);
  }
  const version = config.configuration_version ?? 0;
  if (version < 0 || version > VERSION) throw new Unreadable('bad_field', 'configurationVersion');
  return {
    configuration: config,
    refused: refusals(document.refused),
    hardwareVersion: hardware(document.hardwareVersion),
  };
}

function refusals(value: unknown): ReportedDocument['refused'] {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Unreadable('bad_field', 'refused');
  const known = Object.entries(value).flatMap(([name, reason]) => {
    const key = keyOfWire(name) ?? (CONFIGURATION_KEYS as readonly string[]).find((one) => one === name);
    const text = typeof reason === 'string' ? reason : JSON.stringify(reason);
    return key === undefined ? [] : [[key, text.replaceAll('\u0000', '').slice(0, 200)] as const];
  });
  return Object.fromEntries(known);
}

function hardware(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,3}(\.\d{1,3}){0,2}$/.test(value) ? value : undefined;
}
