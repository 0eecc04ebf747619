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
export const weatherGet = endpoint({
  ...base,
  level: 'observer',
  name: 'weather.get',
  method: 'GET',
  path: '/weather/',
  summary:
    'Where the weather comes from, how old it is, how far it reaches; to administrators also what came in last, and what was refused',
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
    boxes_without_place: integer.nullable(),
    receipts: z.array(receipt),
  }),
});
export type WeatherAnswer = z.infer<typeof weatherGet.response>;
