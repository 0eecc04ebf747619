import { VERDICTS } from '@aerowatch/domain/faults/finding';
import { FAULTS } from '@aerowatch/domain/faults/list';
import { UNAVAILABLE } from '@aerowatch/domain/forecast/unavailable';
import { CONDUCTOR_TYPES } from '@aerowatch/domain/physics/expansion';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDay, coerced, decimal, idList, instant, integer, oneOf, whole } from '../fields.ts';
import { BOX_STATUSES } from './aeros.ts';
import { standing } from './forecast.ts';

const n = z.number().nullable();
const base = { tag: 'AEROs', level: 'observer', apiKey: 'read', method: 'GET' } as const;
const kilometerPoint = coerced(decimal(-10, 2000, 3)).optional();
/** Filters: clients; a line (of the AERO, else of its box); a range of kilometer points (km). */
const among = {
  client: idList.optional(),
  line: z.string().max(200, 'max_length|200').optional(),
  from: kilometerPoint,
  to: kilometerPoint,
};
/** Maximum AEROs per answer, twice what one chart draws; request more by line or kilometer point. */
export const MAX_ON_LINE = 20_000;

const aeroOnLine = {
  id: integer,
  box: integer,
  client: integer.nullable(),
  position: integer,
  serial_number: z.string(),
  line: z.string(),
  track: z.string(),
  pole: z.string(),
  /** km. */
  kilometer_point: n,
  conductor: z.enum(CONDUCTOR_TYPES).nullable(),
  /** Regularized length, m. */
  length: n,
  model_type: integer,
  stroke_min_offset: n,
  stroke_max_offset: n,
  /** Of its newest measure: mm, °C, time. */
  stroke: n,
  temperature: n,
  measured_at: instant.nullable(),
  sami: z.enum(SAMI_LEVELS),
  status: z.enum(BOX_STATUSES),
  alerts: integer,
  /** Null before the first diagnosis. */
  verdict: z.enum(VERDICTS).nullable(),
  fault: z.enum(FAULTS).nullable(),
  /** Its line against temperature (`domain/forecast/standing/standing`); null for the reason in `unavailable`. */
  model: standing.nullable(),
  unavailable: z.enum(UNAVAILABLE).nullable(),
  /** The highest probability of a margin within seven days (0 to 1), its day and its end; null without a forecast. */
  chance: n,
  chance_day: calendarDay.nullable(),
  chance_side: z.enum(['hot', 'cold']).nullable(),
};
const row = z.object(aeroOnLine);
export type AeroOnLine = z.infer<typeof row>;
/** One list per field, with one value per AERO. */
type Lists = { [Field in keyof typeof aeroOnLine]: z.ZodArray<(typeof aeroOnLine)[Field]> };
const aerosOnLine = z.object(
  Object.fromEntries(Object.entries(aeroOnLine).map(([field, value]) => [field, z.array(value)])) as Lists,
);
export type AerosOnLine = z.infer<typeof aerosOnLine>;

export const lineShow = endpoint({
  ...base,
  name: 'line.show',
  path: '/line/',
  summary:
    'AEROs along their lines as columns, by line, track and kilometre point: stroke, limits, state, and the line each follows with temperature',
  query: z.strictObject({
    ...among,
    /** At most this many AEROs, the first by line, track and kilometre point; by default 20,000. */
    limit: coerced(whole(1, MAX_ON_LINE)).default(MAX_ON_LINE),
  }),
  response: z.object({
    /** Every line the caller may see, regardless of the filter. */
    lines: z.array(z.object({ line: z.string(), aeros: integer, from: n, to: n })),
    /** AEROs beyond the limit in that order: request their line, or a range of it. */
    left_out: integer,
    aeros: aerosOnLine,
  }),
});

export const LINE_HOURS = ['24', '168'] as const;
export const lineHistory = endpoint({
  ...base,
  name: 'line.history',
  path: '/line/history/',
  summary:
    'Strokes of the last 24 hours (each half hour) or 7 days (each three hours) along a line; over 2,000 AEROs means of six hours',
  query: z.strictObject({ ...among, hours: oneOf(LINE_HOURS).default('24') }),
  response: z.object({
    /** ms since 1970: the end of each frame. */
    times: z.array(integer),
    /** mm, one value per frame; null where nothing was measured. */
    results: z.array(z.object({ aero: integer, stroke: z.array(n) })),
  }),
});
