import { modelStroke } from '@aerowatch/domain/box/box-configuration';
import { CONDUCTOR_TYPES } from '@aerowatch/domain/physics/expansion';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  coerced,
  decimal,
  idList,
  instant,
  integer,
  listQuery,
  oneOf,
  optionalText,
  page,
  real,
  stamps,
  text,
  whole,
  wordList,
} from '../fields.ts';

export const BOX_STATUSES = ['new', 'online', 'late', 'silent'] as const;

const n = z.number().nullable();

export const aero = z.object({
  id: integer,
  ...stamps,
  box: integer,
  position: integer,
  serial_number: z.string(),
  model_type: integer,
  line: z.string(),
  track_number: z.string(),
  conductor_type: z.enum(CONDUCTOR_TYPES).nullable(),
  mechanical_tension: n,
  regularized_length: n,
  expansion_coefficient: n,
  stroke_min: n,
  stroke_max: n,
  pressure_min: n,
  pressure_max: n,
  temperature_min: n,
  temperature_max: n,
  battery_min: n,
  stroke_min_offset: n,
  stroke_max_offset: n,
  sami: z.enum(SAMI_LEVELS),
  sami_since: instant.nullable(),
  /** Heard separately: its box may continue to send without it. `new`: it has not measured yet. */
  status: z.enum(BOX_STATUSES),
  /** When the server last received a measure of it. */
  last_send: instant.nullable(),
});
export type Aero = z.infer<typeof aero>;

const pressure = decimal(0, 400, 1).nullable();
const temperature = decimal(-60, 100, 1).nullable();
const stroke = decimal(0, 2000, 1).nullable();
/** Fields of an AERO that users set. */
export const aeroFields = {
  serial_number: optionalText(TEXT_LENGTHS.aero.serial_number),
  model_type: whole(0, 255),
  line: optionalText(TEXT_LENGTHS.line.name),
  track_number: optionalText(TEXT_LENGTHS.aero.track_number),
  conductor_type: oneOf(CONDUCTOR_TYPES).nullable(),
  mechanical_tension: coerced(whole(0, 5000)).nullable(),
  regularized_length: coerced(decimal(0, 2000, 1)).nullable(),
  expansion_coefficient: real(0, 0.0001).nullable(),
  stroke_min: stroke,
  stroke_max: stroke,
  pressure_min: pressure,
  pressure_max: pressure,
  temperature_min: temperature,
  temperature_max: temperature,
  battery_min: decimal(0, 30, 2).nullable(),
  stroke_min_offset: stroke,
  stroke_max_offset: stroke,
};
/** Read-only fields of a resource that is sent back whole; accepted and ignored. */
const echoed = {
  id: z.unknown(),
  box: z.unknown(),
  created_at: z.unknown(),
  updated_at: z.unknown(),
  sami: z.unknown(),
  sami_since: z.unknown(),
  status: z.unknown(),
  last_send: z.unknown(),
};
/**
 * An AERO inside a box's creation or PATCH, addressed by its position. An omitted position stays unchanged;
 * `removed` deletes the AERO at that position with its measures, alerts and history (privileged users).
 */
export const aeroOfBox = z
  .strictObject({
    position: whole(1, 2),
    removed: z.boolean({ error: 'not_boolean' }).optional(),
    ...z.object(aeroFields).partial().shape,
    ...z.object(echoed).partial().shape,
  })
  .superRefine(thresholdsWithinModel);

/** Stroke thresholds must lie within the stroke of the model. */
function thresholdsWithinModel(
  value: Partial<
    Record<
      'model_type' | 'stroke_min' | 'stroke_max' | 'stroke_min_offset' | 'stroke_max_offset',
      number | null | undefined
    >
  >,
  context: z.RefinementCtx,
): void {
  const most = modelStroke(value.model_type ?? 0);
  for (const key of ['stroke_min', 'stroke_max', 'stroke_min_offset', 'stroke_max_offset'] as const) {
    if ((value[key] ?? 0) > most)
      context.addIssue({ code: 'custom', path: [key], message: `between|0|${most}` });
  }
}

const orderings = [
  'id',
  'box',
  'position',
  'serial_number',
  'model_type',
  'line',
  'track_number',
  'sami',
  'created_at',
  'updated_at',
] as const;
const filters = {
  id: idList.optional(),
  box: idList.optional(),
  client: idList.optional(),
  position: idList.optional(),
  model_type: idList.optional(),
  line: z.string().optional(),
  serial_number: z.string().optional(),
  track_number: z.string().optional(),
  sami: wordList(SAMI_LEVELS).optional(),
  conductor_type: wordList(CONDUCTOR_TYPES).optional(),
};
const base = { tag: 'AEROs', level: 'member' } as const;

export const aerosList = endpoint({
  ...base,
  name: 'aeros.list',
  method: 'GET',
  path: '/aeros/',
  apiKey: 'read',
  summary: 'AEROs',
  query: listQuery(orderings, { ...filters, ...byChange }),
  response: page(aero),
});
export const aerosBoxes = endpoint({
  ...base,
  name: 'aeros.boxes',
  method: 'GET',
  path: '/aeros/boxes/',
  apiKey: 'read',
  summary: 'AEROs grouped by box',
  query: listQuery(['id'], filters),
  response: page(z.object({ box: integer, aeros: z.array(aero) })),
});
export const aerosGet = endpoint({
  ...base,
  name: 'aeros.get',
  method: 'GET',
  path: '/aeros/{id}/',
  apiKey: 'read',
  resource: 'aero',
  summary: 'One AERO',
  response: aero,
});
export const aerosPatch = endpoint({
  ...base,
  name: 'aeros.patch',
  confirm: 'daily',
  method: 'PATCH',
  path: '/aeros/{id}/',
  resource: 'aero',
  errors: [412],
  summary: 'Change an AERO; a change of sami is kept in its history with the reason',
  body: z
    .strictObject({ ...aeroFields, sami: oneOf(SAMI_LEVELS), reason: text(TEXT_LENGTHS.aero.sami_reason) })
    .partial(),
  response: aero,
});
export const aerosSami = endpoint({
  ...base,
  name: 'aeros.sami_history',
  method: 'GET',
  path: '/aeros/{id}/sami/',
  apiKey: 'read',
  resource: 'aero',
  summary: 'SAMI history of an AERO: who or which supervisor changed it, when, why',
  query: listQuery(['id', 'at'], {}),
  response: page(
    z.object({
      id: integer,
      aero: integer,
      from: z.enum(SAMI_LEVELS),
      to: z.enum(SAMI_LEVELS),
      at: instant,
      user: integer.nullable(),
      user_name: z.string().nullable(),
      supervisor: integer.nullable(),
      supervisor_name: z.string().nullable(),
      alert: integer.nullable(),
      reason: z.string(),
    }),
  ),
});
