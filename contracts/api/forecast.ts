import { BASES } from '@aerowatch/domain/forecast/basis';
import { CHANGES } from '@aerowatch/domain/forecast/change';
import { UNAVAILABLE } from '@aerowatch/domain/forecast/unavailable';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDay, coerced, day, decimal, idList, instant, integer, listQuery, page } from '../fields.ts';

const n = z.number().nullable();
/** mm. */
const quantiles = z.object({ p05: z.number(), p50: z.number(), p95: z.number() });
/** Probabilities, 0 to 1. */
const sides = z.object({ hot: z.number(), cold: z.number() });
const base = { tag: 'Forecast', level: 'observer', apiKey: 'read', method: 'GET' } as const;
/** Filters: AEROs of clients, AEROs on a line. */
const among = { client: idList.optional(), line: z.string().max(200, 'max_length|200').optional() };

export const standing = z.object({
  level: z.number(),
  at: z.number(),
  slope: z.number(),
  levelError: z.number(),
  slopeError: z.number(),
  below: z.number(),
  above: z.number(),
  coldest: z.number(),
  warmest: z.number(),
  /**
   * By how much the wire is warmer than its device (`domain/forecast/standing/warmth`); absent in lines stored by
   * earlier releases.
   */
  warmth: z
    .object({
      from: z.number(),
      seen: z.number(),
      now: z.number(),
      full: z.number(),
      hot: z.number(),
      error: z.number(),
      scatter: z.number(),
    })
    .optional(),
});
const stands = z.object({
  aero: integer,
  box: integer,
  /** mm; null when there is a reason instead of a number. */
  stroke: quantiles.nullable(),
  /** Probability of being within its safety margin, and on its stop; null also if the travel is unknown. */
  margin: n,
  stop: n,
  /** Device temperatures at which it reaches its margin, °C. */
  reaches: sides.nullable(),
  /**
   * The line from which all this is computed (`domain/forecast/standing/standing`), for evaluating other temperatures.
   */
  model: standing.nullable(),
  unavailable: z.enum(UNAVAILABLE).nullable(),
});
export type StandsAnswer = z.infer<typeof stands>;

/** Maximum AEROs in one answer; request others by line, client or AERO. */
export const MAX_FORECAST_AEROS = 20_000;

export const aerosAt = endpoint({
  ...base,
  tag: 'AEROs',
  name: 'aeros.at',
  path: '/aeros/at/',
  summary:
    'Where each AERO would stand at a device temperature (°C): stroke with its uncertainty, chance to be within its margin and at its stop',
  query: z.strictObject({
    temperature: z
      .string()
      .regex(/^[+-]?\d{1,3}(\.\d{1,3})?$/, 'not_numeric')
      .transform(Number)
      .pipe(decimal(-60, 100, 3)),
    ...among,
    aero: idList.optional(),
  }),
  response: z.object({
    temperature: z.number(),
    /** Total of the request, including omitted ones. */
    count: integer,
    /** AEROs beyond the first 20,000 by box and position. */
    left_out: integer,
    results: z.array(stands),
  }),
});

const forecast = z.object({
  aero: integer,
  box: integer,
  day: calendarDay,
  /** Days after the day of issue. */
  lead: integer,
  issued_at: instant,
  basis: z.enum(BASES),
  /** Air temperature, °C; null without weather data. */
  temperature: z.object({ min: z.number(), max: z.number() }).nullable(),
  stroke: z.object({ min: quantiles, max: quantiles }).nullable(),
  margin: sides.nullable(),
  stop: sides.nullable(),
  /** From which it begins anew, so that it is wide at first; null: none. */
  change: z.object({ day: calendarDay, fault: z.enum(CHANGES) }).nullable(),
  unavailable: z.enum(UNAVAILABLE).nullable(),
});
export type ForecastAnswer = z.infer<typeof forecast>;

export const forecastList = endpoint({
  ...base,
  name: 'forecast.list',
  path: '/forecast/',
  summary:
    'Lowest and highest stroke of each AERO on each of the next seven days, and the chance that it comes within its margin or to its stop; the largest chance first',
  query: listQuery(
    ['chance', 'margin_hot', 'margin_cold', 'stop_hot', 'stop_cold', 'day', 'lead', 'aero', 'box'],
    {
      ...among,
      aero: idList.optional(),
      box: idList.optional(),
      day: day.optional(),
      /** Only probabilities of a margin from this value on. */
      chance: coerced(decimal(0, 1, 3)).optional(),
    },
  ),
  response: page(forecast),
});

const weekDay = z.object({
  day: calendarDay,
  /** Air temperature over all places, °C. */
  temperature: z.object({ min: z.number(), max: z.number() }).nullable(),
  aeros: integer,
  /** AEROs whose probability of reaching their margin is `at_risk_from` or more. */
  at_risk: integer,
  /** AEROs without a probability on that day. */
  unavailable: integer,
  /** Up to five, the highest probability first. */
  worst: z.array(
    z.object({
      aero: integer,
      box: integer,
      serial_number: z.string(),
      position: integer,
      chance: z.number(),
      side: z.enum(['hot', 'cold']),
    }),
  ),
});
export type WeekDay = z.infer<typeof weekDay>;

export const forecastWeek = endpoint({
  ...base,
  name: 'forecast.week',
  path: '/forecast/week/',
  summary: 'The next seven days in short: temperatures, how many AEROs are at risk, which first',
  query: z.strictObject(among),
  response: z.object({
    basis: z.enum(BASES).nullable(),
    /** Of the newest forecast; null before the first. */
    issued_at: instant.nullable(),
    at_risk_from: z.number(),
    days: z.array(weekDay),
  }),
});

/**
 * Days from today on that a forecast can cover: seven days, and the rest of today where local time is ahead.
 */
export const PEAK_DAYS = 8;
const peaks = z.object({
  /** Of the newest forecast; null before the first. */
  issued_at: instant.nullable(),
  at_risk_from: z.number(),
  days: z.array(calendarDay),
  /** Air temperature over all places, °C, one pair per day. */
  temperature: z.array(z.object({ min: z.number(), max: z.number() }).nullable()),
  /** AEROs beyond the 20,000 with the largest chances of the week. */
  left_out: integer,
  /** From here on, one value per AERO. */
  aero: z.array(integer),
  box: z.array(integer),
  /** One probability per day, 0 to 1; null where it could not be computed. */
  chance: z.array(z.array(n)),
  side: z.array(z.enum(['hot', 'cold'])),
  /** Why there is no number. */
  unavailable: z.array(z.enum(UNAVAILABLE).nullable()),
  /** The open work order about its forecast. */
  work_order: z.array(integer.nullable()),
});
export type PeaksAnswer = z.infer<typeof peaks>;
export const forecastPeaks = endpoint({
  ...base,
  name: 'forecast.peaks',
  path: '/forecast/peaks/',
  summary:
    'The chance of a margin of every AERO on each of the next days, as columns: for maps, lists and pictures of thousands',
  query: z.strictObject({ ...among, box: idList.optional(), aero: idList.optional() }),
  response: peaks,
});

const boxChances = z.object({
  /** Of the newest forecast; null before the first. */
  issued_at: instant.nullable(),
  at_risk_from: z.number(),
  days: z.array(calendarDay),
  /** Air temperature over all places, °C, one pair per day. */
  temperature: z.array(z.object({ min: z.number(), max: z.number() }).nullable()),
  /** From here on, one value per box that has a forecast, or a reason for having none. */
  box: z.array(integer),
  /** One probability per day, 0 to 1; null if none of its AEROs has one. */
  chance: z.array(z.array(n)),
  /** Why none of its AEROs has a number; null if one has. */
  unavailable: z.array(z.enum(UNAVAILABLE).nullable()),
});
export type BoxChances = z.infer<typeof boxChances>;
export const forecastBoxes = endpoint({
  ...base,
  name: 'forecast.boxes',
  path: '/forecast/boxes/',
  summary:
    'The largest chance of a margin of each box, of its AEROs, on each of the next days, as columns: for maps and lists of all boxes. Null where one of its AEROs has no forecast and no other is at risk',
  query: z.strictObject({ client: among.client }),
  response: boxChances,
});

const skill = z.object({
  lead: integer,
  basis: z.enum(BASES),
  /** Number of daily extremes compared: two per AERO and day. */
  n: integer,
  /** Share of them inside the 90 % interval, and its mean width in mm. */
  inside: n,
  width: n,
  /**
   * Brier score of the margin probabilities, and its skill against the AERO's own climatology: 1 is perfect,
   * 0 no gain, null where no margin was reached.
   */
  brier: n,
  skill: n,
  /** Ten bins of stated probability: count, mean, and observed frequency. */
  reliability: z.array(z.object({ n: integer, stated: n, happened: n })),
});
export type SkillAnswer = z.infer<typeof skill>;

export const forecastSkill = endpoint({
  ...base,
  name: 'forecast.skill',
  path: '/forecast/skill/',
  summary: 'How good the forecasts were, by lead day and basis',
  query: z.strictObject({
    client: idList.optional(),
    /** Days (UTC) covered by the forecasts; by default the last year. */
    from: day.optional(),
    to: day.optional(),
  }),
  response: z.object({
    from: calendarDay,
    to: calendarDay,
    results: z.array(skill),
    /** Where chances were better than climate, with at least 50 margins reached: by client and basis. */
    proven: z.array(z.object({ client: integer, basis: z.enum(BASES) })),
  }),
});
