import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDay, instant, integer } from '../fields.ts';

const base = { tag: 'Forecast' } as const;

export const weatherUpload = endpoint({
  ...base,
  level: 'admin',
  name: 'weather.upload',
  confirm: 'daily',
  method: 'POST',
  path: '/weather/',
  errors: [413],
  upload: { field: 'file', maxBytes: 128 * 1024 * 1024 },
  summary:
    'Hand in weather: CSV with latitude, longitude, issued_at, valid_at, temperature (°C), radiation (W/m², may be empty), times in UTC; or the same as JSON lines. Taken whole or refused with its reasons',
  response: z.object({
    issued_at: instant,
    points: integer,
    hours: integer,
    /** Points too far (40 km) from every box; they are not stored. */
    far: integer,
  }),
});

const receipt = z.object({
  received_at: instant,
  source: z.enum(['folder', 'api', 'service']),
  name: z.string(),
  issued_at: instant.nullable(),
  points: integer,
  hours: integer,
  /** Why it was refused, in the reader's language; empty: accepted. */
  problems: z.array(z.string()),
});
/** A time in which the weather of a place did not fit what boxes there measure at night. */
const episode = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** Its first night, and the first sound one after it; null: it lasts. */
  since: calendarDay,
  until: calendarDay.nullable(),
  /** °C by which it is warmer than usual, in the mean of its nights. */
  off: z.number(),
  /** Whether it is, or was, left out of forecasts. */
  left_out: z.boolean(),
});
export const weatherGet = endpoint({
  ...base,
  level: 'observer',
  name: 'weather.get',
  method: 'GET',
  path: '/weather/',
  summary:
    'Where the weather comes from, how old it is, how far it reaches, and whether it fits what boxes measure; to administrators also what came in last, and what was refused',
  response: z.object({
    /** Enabled sources of weather data. */
    sources: z.array(z.enum(['folder', 'api', 'service'])),
    /** The attribution required by a service. */
    attribution: z.string().nullable(),
    /** Points with data for future days. */
    points: integer,
    issued_at: instant.nullable(),
    /** Last day of the forecast. */
    until: calendarDay.nullable(),
    /** Places whose weather does not fit now; null: none. */
    wrong: z
      .object({
        places: integer,
        /** How many of them are left out of forecasts. */
        left_out: integer,
        /** The first night of the oldest. */
        since: calendarDay,
        /** °C, of the one that is off the most. */
        off: z.number(),
      })
      .nullable(),
    /** For administrators: the places themselves, and those of the last 30 days. */
    episodes: z.array(episode),
    boxes_without_place: integer.nullable(),
    receipts: z.array(receipt),
  }),
});
export type WeatherAnswer = z.infer<typeof weatherGet.response>;
