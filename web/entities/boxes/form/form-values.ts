import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import {
  CONFIGURATION_KEYS,
  type ConfigurationKey,
  DEFAULT_CONFIGURATION,
} from '@aerowatch/domain/box/box-configuration';
import { SECRET_MASK } from '@aerowatch/domain/box/configuration-documents';
import { EMPTY_AERO } from '@aerowatch/domain/empty-aero';
import type { Held } from '../../../forms/typed/reading.ts';
import { fieldOf } from './configuration-value.ts';

type EditedAero = Omit<
  Aero,
  'id' | 'created_at' | 'updated_at' | 'box' | 'position' | 'sami' | 'sami_since' | 'status' | 'last_send'
>;
/** Numbers that cannot be parsed are kept as typed. */
export type AeroValues = {
  [K in keyof EditedAero]: EditedAero[K] extends number
    ? Held<number>
    : EditedAero[K] extends number | null
      ? Held<number>
      : EditedAero[K];
};
export type ConfigurationValues = Partial<Record<ConfigurationKey, number | boolean | string | null>>;
/** The form values of a box: texts as typed, positions 1 and 2 in order, null for no AERO. */
export type BoxValues = {
  serial_number: string;
  name: string;
  client: number | null;
  tags: number[];
  installation_date: string | null;
  comment: string;
  line: string;
  kilometer_point: Held<number>;
  pole: string;
  iccid: string;
  latitude: Held<number>;
  longitude: Held<number>;
  altitude: Held<number>;
  temperature_coldest: Held<number>;
  temperature_hottest: Held<number>;
  aeros: (AeroValues | null)[];
  desired: ConfigurationValues;
};

/** A model with sensors: a new AERO without one makes no sense. */
export const NEW_AERO: AeroValues = { ...EMPTY_AERO, model_type: 1 };
export const AERO_KEYS = Object.keys(NEW_AERO) as (keyof AeroValues)[];
/** Desired fields that can be edited here; firmware has its own updates. */
export const EDITED_KEYS = CONFIGURATION_KEYS.filter((key) => fieldOf(key).group !== 'versions');

const placeOf = (box: Box | null) => ({
  latitude: box?.latitude ?? null,
  longitude: box?.longitude ?? null,
  altitude: box?.altitude ?? null,
  temperature_coldest: box?.temperature_coldest ?? null,
  temperature_hottest: box?.temperature_hottest ?? null,
});

export function valuesOfBox(box: Box | null): BoxValues {
  const aeroAt = (position: number): AeroValues | null => {
    const aero = box?.aeros.find((one) => one.position === position);
    return aero === undefined
      ? null
      : (Object.fromEntries(AERO_KEYS.map((key) => [key, aero[key]])) as unknown as AeroValues);
  };
  const desired: ConfigurationValues = box?.desired ?? DEFAULT_CONFIGURATION;
  return {
    serial_number: box?.serial_number ?? '',
    name: box?.name ?? '',
    client: box?.client ?? null,
    tags: [...(box?.tags ?? [])].sort((a, b) => a - b),
    installation_date: box?.installation_date ?? null,
    comment: box?.comment ?? '',
    line: box?.line ?? '',
    kilometer_point: box?.kilometer_point ?? null,
    pole: box?.pole ?? '',
    iccid: box?.iccid ?? '',
    ...placeOf(box),
    aeros: [aeroAt(1), aeroAt(2)],
    desired: Object.fromEntries(EDITED_KEYS.map((key) => [key, desired[key] ?? null])),
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The request's body: the fields that differ from `base`. An existing AERO is always sent with its position.
 */
export function bodyOfBox(values: BoxValues, base: BoxValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const key of Object.keys(values) as (keyof BoxValues)[])
    if (key !== 'aeros' && key !== 'desired' && !same(values[key], base[key])) body[key] = values[key];

  const aeros = values.aeros.flatMap((aero, index) => {
    if (aero === null) return [];
    const before = base.aeros[index];
    const changed = AERO_KEYS.filter((key) => before == null || !same(aero[key], before[key]));
    // Thresholds are checked against the model, so the model is sent with them.
    const sent = changed.length > 0 ? new Set([...changed, 'model_type' as const]) : new Set<never>();
    return [{ position: index + 1, ...Object.fromEntries([...sent].map((key) => [key, aero[key]])) }];
  });
  // Last, so that errors of the others keep their index.
  const removed = values.aeros.flatMap((aero, index) =>
    aero === null && base.aeros[index] != null ? [{ position: index + 1, removed: true }] : [],
  );
  const touched = values.aeros.some((aero, index) => !same(aero, base.aeros[index]));
  if (touched) body.aeros = [...aeros, ...removed];

  const desired = Object.fromEntries(
    EDITED_KEYS.filter((key) => !same(values.desired[key], base.desired[key])).map((key) => [
      key,
      sentValue(key, values.desired[key]),
    ]),
  );
  if (Object.keys(desired).length > 0) body.desired = desired;
  return body;
}

/** A passkey is six digits or none; other texts may be empty. */
export function sentValue(key: ConfigurationKey, value: unknown): unknown {
  const field = fieldOf(key);
  return value === '' && field.kind === 'text' && field.format === 'six_digits' ? null : value;
}

/** The desired fields for checking the rules between them: masks are not values. */
export function checkedConfiguration(desired: ConfigurationValues): ConfigurationValues {
  return Object.fromEntries(
    Object.entries(desired).map(([key, value]) => [
      key,
      value === SECRET_MASK ? null : sentValue(key as ConfigurationKey, value),
    ]),
  ) as ConfigurationValues;
}

/** Maps a body path such as `aeros.0.line` to the form's path, where position 1 may be missing. */
export function formPath(path: string, values: BoxValues): string {
  const match = /^aeros\.(\d+)(.*)$/.exec(path);
  if (match === null) return path;
  const present = values.aeros.flatMap((aero, index) => (aero === null ? [] : [index]));
  return `aeros.${present[Number(match[1])] ?? match[1]}${match[2]}`;
}
