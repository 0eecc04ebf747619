import { isTimeZone } from '@aerowatch/domain/series/time-zone';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, idList, listQuery, page, stamps, text, time } from '../fields.ts';

/** A period without notifications about alerts of some boxes, a tag, or a stretch of a line. */
export const silence = z.object({
  id: z.number(),
  ...stamps,
  client: z.number(),
  boxes: z.array(z.number()).nullable(),
  tag: z.number().nullable(),
  line: z.string().nullable(),
  from_km: z.number().nullable(),
  to_km: z.number().nullable(),
  from: z.string(),
  to: z.string(),
  rrule: z.string().nullable(),
  time_zone: z.string(),
  reason: z.string(),
  user: z.number().nullable(),
  user_name: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** Whether it is active now, and its current or next window. */
  active: z.boolean(),
  window_from: z.string().nullable(),
  window_to: z.string().nullable(),
  /** Open alerts it currently silences. */
  alerts: z.number(),
});
export type Silence = z.infer<typeof silence>;
const km = z.number('not_numeric').min(-10, 'between|-10|2000').max(2000, 'between|-10|2000');
const base = { tag: 'Silences', level: 'member' } as const;

export const silencesList = endpoint({
  ...base,
  name: 'silences.list',
  method: 'GET',
  path: '/silences/',
  apiKey: 'read',
  summary: 'Times in which nobody is told of alerts; those that are not over unless `over=true`',
  query: listQuery(['id', 'created_at'], {
    client: idList.optional(),
    over: flag.optional(),
  }),
  response: page(silence),
});
export const silencesGet = endpoint({
  ...base,
  name: 'silences.get',
  method: 'GET',
  path: '/silences/{id}/',
  apiKey: 'read',
  resource: 'silence',
  summary: 'One time of silence',
  response: silence,
});
export const silencesCreate = endpoint({
  ...base,
  name: 'silences.create',
  method: 'POST',
  path: '/silences/',
  status: 201,
  summary:
    'Tell nobody of alerts on `boxes`, a `tag`, or a `line` (between `from_km` and `to_km`) for a time of at most 90 days; `rrule` (RFC 5545) repeats it within them',
  body: z.strictObject({
    client: id.optional(),
    boxes: z.array(id).min(1, 'required').max(20_000, 'max_items|20000').nullable().optional(),
    tag: id.nullable().optional(),
    line: text(100).nullable().optional(),
    from_km: km.nullable().optional(),
    to_km: km.nullable().optional(),
    from: time.optional(),
    to: time,
    rrule: text(500).nullable().optional(),
    time_zone: z.string('not_text').refine(isTimeZone, 'time_zone').optional(),
    reason: text(500),
  }),
  response: silence,
});
export const silencesEnd = endpoint({
  ...base,
  name: 'silences.end',
  method: 'POST',
  path: '/silences/{id}/end/',
  resource: 'silence',
  summary: 'End a time of silence now; what still fires is told',
  response: silence,
});
