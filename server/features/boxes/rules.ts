import type { boxFields } from '@aerowatch/contracts/api/boxes';
import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import type { z } from 'zod';
import type { FieldErrors } from '../../platform/errors.ts';
import { AERO_DEFAULTS, type AeroChange, type AeroFields, aeroProblems, mergeAero } from '../aeros/rules.ts';

const shape = {} as { [K in keyof typeof boxFields]: z.output<(typeof boxFields)[K]> };
/** Editable fields of a box. */
export type BoxFields = typeof shape;
export type BoxChange = { [K in keyof BoxFields]?: BoxFields[K] | undefined };

/** Type of a position without an AERO. */
const NOT_CONNECTED = 0;

/** Fields stored as plain columns. */
export const BOX_COLUMNS = [
  'serial_number',
  'name',
  'latitude',
  'longitude',
  'altitude',
  'temperature_coldest',
  'temperature_hottest',
  'installation_date',
  'comment',
  'line',
  'kilometer_point',
  'pole',
  'iccid',
] as const satisfies readonly (keyof BoxFields)[];

export interface AeroPlan {
  readonly position: 1 | 2;
  readonly before: AeroFields | undefined;
  readonly next: AeroFields;
  /** Whether the change contains the model: the box's desired type then follows it. */
  readonly typed: boolean;
}

/** Contradictions between the temperatures set for a place. */
export function placeProblems(place: {
  temperature_coldest?: number | null | undefined;
  temperature_hottest?: number | null | undefined;
}): FieldErrors {
  const { temperature_coldest: coldest, temperature_hottest: hottest } = place;
  const wrong = coldest != null && hottest != null && coldest > hottest;
  return wrong ? { temperature_hottest: [`below_minimum|${coldest}`] } : {};
}

/**
 * AEROs of a creation or PATCH, by position; an omitted one stays, one that does not exist is not removed.
 */
export function planAeros(
  existing: ReadonlyMap<number, AeroFields>,
  changes: readonly (AeroChange & { position: number; removed?: boolean | undefined })[],
): { plans: AeroPlan[]; removed: (1 | 2)[]; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const plans: AeroPlan[] = [];
  const removed: (1 | 2)[] = [];
  const named = new Set<number>();
  for (const [index, change] of changes.entries()) {
    if (named.has(change.position)) {
      errors[String(index)] = { position: ['duplicate'] };
      continue;
    }
    named.add(change.position);
    if (change.removed === true) {
      if (existing.has(change.position)) removed.push(change.position as 1 | 2);
      continue;
    }
    const before = existing.get(change.position);
    const next = mergeAero(before ?? AERO_DEFAULTS, change);
    const problems = aeroProblems(next);
    if (Object.keys(problems).length > 0) errors[String(index)] = problems;
    plans.push({
      position: change.position as 1 | 2,
      before,
      next,
      typed: change.model_type !== undefined && change.model_type !== before?.model_type,
    });
  }
  return { plans, removed, errors };
}

/**
 * The desired change of a request, with each AERO's type matching its model. An explicitly changed type takes
 * precedence over the model's; one sent back unchanged does not.
 */
export function desiredChange(
  current: BoxConfiguration,
  requested: Partial<BoxConfiguration> | undefined,
  plans: readonly AeroPlan[],
  removed: readonly (1 | 2)[] = [],
): Partial<BoxConfiguration> {
  const change: Record<string, unknown> = { ...requested };
  for (const position of removed) {
    const key = `aero${position}_type` as const;
    if (requested?.[key] === undefined || requested[key] === current[key]) change[key] = NOT_CONNECTED;
  }
  for (const { position, next, typed } of plans) {
    const key = `aero${position}_type` as const;
    if (typed && (requested?.[key] === undefined || requested[key] === current[key]))
      change[key] = next.model_type;
  }
  return change as Partial<BoxConfiguration>;
}
