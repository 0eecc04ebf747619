import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const base = { tag: 'Forecast' } as const;

export const weatherUpload = endpoint({
  ...base,
  level: 'admin',
  name: 'weather.upload',
  method: 'POST',
  path: '/weather/',
  errors: [413],
  upload: { field: 'file', maxBytes: 128 * 1024 * 1024 },
  summary:
    'Hand in weather: CSV with latitude, longitude, issued_at, valid_at, temperature (°C), radiation (W/m², may be empty), times in UTC; or the same as JSON lines. Taken whole or refused with its reasons',
  response: z.object({
    issued_at: z.string(),
    points: z.number(),
    hours: z.number(),
    /** Points too far (40 km) from every box; they are not stored. */
    far: z.number(),
  }),
});

const receipt = z.object({
  received_at: z.string(),
  source: z.enum(['folder', 'api', 'service']),
  name: z.string(),
  issued_at: z.string().nullable(),
  points: z.number(),
  hours: z.number(),
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
    /** The attribution a service asks for. */
    attribution: z.string().nullable(),
    /** Points of which days to come are known. */
    points: z.number(),
    issued_at: z.string().nullable(),
    /** Last day of the forecast. */
    until: z.string().nullable(),
    boxes_without_place: z.number().nullable(),
    receipts: z.array(receipt),
  }),
});
export type WeatherAnswer = z.infer<typeof weatherGet.response>;
