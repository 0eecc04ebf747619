import type { aeroFields } from '@aerowatch/contracts/api/aeros';
import { modelStroke } from '@aerowatch/domain/box/box-configuration';
import { EMPTY_AERO } from '@aerowatch/domain/empty-aero';
import { type ConductorType, expansionOf } from '@aerowatch/domain/physics/expansion';
import type { z } from 'zod';
import type { FieldErrors } from '../../platform/errors.ts';

const shape = {} as { [K in keyof typeof aeroFields]: z.output<(typeof aeroFields)[K]> };
/** Fields of an AERO that users set. */
export type AeroFields = typeof shape;
export type AeroChange = { [K in keyof AeroFields]?: AeroFields[K] | undefined };

export const AERO_DEFAULTS: AeroFields = EMPTY_AERO;
export const AERO_KEYS = Object.keys(AERO_DEFAULTS) as (keyof AeroFields)[];

/** The editable fields of a row or a change; omitted fields stay omitted. */
export function aeroFieldsOf(value: object): AeroChange {
  const sent = value as Record<string, unknown>;
  return Object.fromEntries(
    AERO_KEYS.filter((key) => sent[key] !== undefined).map((key) => [key, sent[key]]),
  );
}

/**
 * An AERO after a change. Without a coefficient of its own it uses that of its conductor, also after the
 * conductor changes.
 */
export function mergeAero(before: AeroFields, change: AeroChange): AeroFields {
  const next = { ...before, ...aeroFieldsOf(change) } as AeroFields;
  const own = change.expansion_coefficient;
  const followed =
    own === undefined &&
    before.expansion_coefficient === expansionOf(before.conductor_type as ConductorType | null, null);
  next.expansion_coefficient = expansionOf(
    next.conductor_type as ConductorType | null,
    followed ? null : next.expansion_coefficient,
  );
  return next;
}

/** Problems of an AERO as a whole: thresholds within its model's stroke, minimum ≤ maximum. */
export function aeroProblems(aero: AeroFields): FieldErrors {
  const errors: FieldErrors = {};
  const most = modelStroke(aero.model_type);
  for (const key of ['stroke_min', 'stroke_max', 'stroke_min_offset', 'stroke_max_offset'] as const)
    if ((aero[key] ?? 0) > most) errors[key] = [`between|0|${most}`];
  for (const [low, high] of [
    ['stroke_min', 'stroke_max'],
    ['pressure_min', 'pressure_max'],
    ['temperature_min', 'temperature_max'],
  ] as const) {
    const [least, greatest] = [aero[low], aero[high]];
    if (least !== null && greatest !== null && least > greatest) errors[high] ??= [`below_minimum|${least}`];
  }
  return errors;
}
