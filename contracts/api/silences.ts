import { isTimeZone } from '@aerowatch/domain/series/time-zone';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  flag,
  id,
  idList,
  instant,
  integer,
  listQuery,
  page,
  real,
  stamps,
  text,
  time,
} from '../fields.ts';

/** A period without notifications about alerts of some boxes, a tag, or a range of a line. */
export const silence = z.object({
  id: integer,
  ...stamps,
  client: integer,
  boxes: z.array(integer).nullable(),
  tag: integer.nullable(),
  line: z.string().nullable(),
  from_km: z.number().nullable(),
  to_km: z.number().nullable(),
  /** For a line: only the AEROs of this track. */
  track: z.string().nullable(),
  /** Boxes it covers now. */
  covered: integer,
  from: instant,
  to: instant,
  rrule: z.string().nullable(),
  time_zone: z.string(),
  reason: z.string(),
  user: integer.nullable(),
  user_name: z.string().nullable(),
  ended_at: instant.nullable(),
  /** Whether it is active now, and its current or next window. */
  active: z.boolean(),
  window_from: instant.nullable(),
  window_to: instant.nullable(),
  /** Number of times that are not over, the end of the last one, and the next five. */
  times_left: integer,
  last_to: instant.nullable(),
  next: z.array(z.object({ from: instant, to: instant })),
  /** Open alerts it currently silences. */
  alerts: integer,
});
export type Silence = z.infer<typeof silence>;
const km = real(-10, 2000);
const about = {
  boxes: z.array(id).min(1, 'required').max(20_000, 'max_items|20000').nullable().optional(),
  tag: id.nullable().optional(),
  line: text(TEXT_LENGTHS.line.name).nullable().optional(),
  from_km: km.nullable().optional(),
  to_km: km.nullable().optional(),
  track: text(TEXT_LENGTHS.aero.track_number).nullable().optional(),
};
const times = {
  from: time.optional(),
  rrule: text(TEXT_LENGTHS.silence.rrule).nullable().optional(),
  time_zone: z.string('not_text').refine(isTimeZone, 'time_zone').optional(),
};
const base = { tag: 'Silences', level: 'member' } as const;

export const silencesList = endpoint({
  ...base,
  name: 'silences.list',
  method: 'GET',
  path: '/silences/',
  apiKey: 'read',
  summary: 'Times in which nobody is told of alerts; those that are not over unless `over=true`',
  query: listQuery(['id', 'created_at'], {
    ...byChange,
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
  confirm: 'daily',
  method: 'POST',
  path: '/silences/',
  status: 201,
  summary:
    'Tell nobody of alerts on `boxes`, a `tag`, or a `line` (between `from_km` and `to_km`, on one `track`) for a time of at most 90 days; `rrule` repeats it within them: of RFC 5545 FREQ=DAILY, WEEKLY (BYDAY) or MONTHLY (BYMONTHDAY), INTERVAL, and UNTIL or COUNT, which is required',
  body: z.strictObject({
    client: id.optional(),
    ...about,
    ...times,
    to: time,
    reason: text(TEXT_LENGTHS.silence.reason),
  }),
  response: silence,
});
export const silencesPatch = endpoint({
  ...base,
  name: 'silences.patch',
  confirm: 'daily',
  method: 'PATCH',
  path: '/silences/{id}/',
  resource: 'silence',
  errors: [409],
  summary:
    'Change a time of silence that is not over: what is silenced (all of it is given again), when, why; what it no longer covers is told, times that are over stay as they were',
  body: z.strictObject({
    ...about,
    ...times,
    to: time.optional(),
    reason: text(TEXT_LENGTHS.silence.reason).optional(),
  }),
  response: silence,
});
export const silencesEnd = endpoint({
  ...base,
  name: 'silences.end',
  confirm: 'ends',
  method: 'POST',
  path: '/silences/{id}/end/',
  resource: 'silence',
  summary: 'End a time of silence now; what still fires is told',
  response: silence,
});
