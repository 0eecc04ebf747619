import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  calendarDay,
  flag,
  id,
  idList,
  instant,
  integer,
  listQuery,
  page,
  timeQuery,
  whole,
} from '../fields.ts';

const setAside = z.object({
  id: integer,
  box: integer.nullable(),
  serial_number: z.string(),
  topic: z.string(),
  reason: z.string(),
  detail: z.string().nullable(),
  size: integer,
  received_at: instant,
  replayed_at: instant.nullable(),
  preview: z.string(),
  /** Passwords and PINs in it were masked before it was stored: a retry leaves them out. */
  masked: z.boolean(),
  /** A value that differs from the stored one, both metric. `aero` is the id, `position` the one on the box. */
  conflict: z
    .object({
      aero: integer,
      position: integer,
      time: instant,
      metric: z.enum(METRIC_KEYS),
      stored: z.number(),
      refused: z.number(),
    })
    .nullable(),
});
const aside = { tag: 'Measures', level: 'privileged' } as const;
export const setAsideList = endpoint({
  ...aside,
  name: 'set_aside.list',
  method: 'GET',
  secretsFrom: 'member',
  path: '/set-aside/',
  summary: 'Messages and measures that could not be used, with the reason',
  query: listQuery(['id', 'received_at'], {
    box: idList.optional(),
    client: idList.optional(),
    reason: z.string().max(100, 'max_length|100').optional(),
    from: timeQuery.optional(),
    to: timeQuery.optional(),
    replayed: flag.optional(),
  }),
  response: page(setAside),
});
const outcome = {
  stored: integer,
  merged: integer,
  duplicates: integer,
};
export const setAsideReplay = endpoint({
  ...aside,
  name: 'set_aside.replay',
  confirm: 'daily',
  method: 'POST',
  path: '/set-aside/{id}/replay/',
  resource: 'set_aside',
  summary: 'Try a message set aside once more',
  body: z.strictObject({}).optional(),
  response: z.object({
    ...outcome,
    set_aside: integer,
    reason: z.string().nullable(),
    /** Whether it was accepted without the masked passwords and PINs. */
    masked: z.boolean(),
  }),
});

/** Which messages: all that pass the filters, which are those of the list. */
const filter = {
  box: z.array(id).max(10_000, 'max_items|10000').optional(),
  client: z.array(id).max(10_000, 'max_items|10000').optional(),
  reason: z.string().max(100, 'max_length|100').optional(),
  from: timeQuery.optional(),
  to: timeQuery.optional(),
  search: z.string().max(200, 'max_length|200').optional(),
};
/** Maximum messages retried, and entries deleted, by one call, so that it answers within seconds. */
export const SET_ASIDE_STEP = { replay: 200, delete: 2000 } as const;
export const setAsideReplayMany = endpoint({
  ...aside,
  name: 'set_aside.replay_many',
  confirm: 'daily',
  method: 'POST',
  path: '/set-aside/replay/',
  summary: 'Try the messages that a filter leaves once more, a step at a time',
  body: z.strictObject({
    ...filter,
    /** The `after` of the previous answer, to continue. */
    after: id.optional(),
    limit: whole(1, SET_ASIDE_STEP.replay).default(SET_ASIDE_STEP.replay),
  }),
  response: z.object({
    tried: integer,
    /** Messages that were accepted, and left the list. */
    taken: integer,
    ...outcome,
    /** Of the accepted messages, those stored with masked passwords and PINs: these were left out. */
    masked: integer,
    /** Where to continue; null when nothing is left to retry. */
    after: integer.nullable(),
  }),
});
export const setAsideDelete = endpoint({
  ...aside,
  name: 'set_aside.delete',
  confirm: true,
  method: 'POST',
  path: '/set-aside/delete/',
  summary: 'Delete what a filter leaves of the messages set aside, a step at a time',
  body: z.strictObject({
    ...filter,
    replayed: z.boolean().optional(),
    limit: whole(1, SET_ASIDE_STEP.delete).default(SET_ASIDE_STEP.delete),
  }),
  response: z.object({
    deleted: integer,
    /** Whether there may be more to delete: call again. */
    more: z.boolean(),
  }),
});

/** How many unusable messages are kept, and for how long. */
export const SET_ASIDE_BOUNDS = {
  /** Per box and day (UTC), in MiB. */
  quota_mb: { min: 1, max: 1024, initial: 4 },
  retention_days: { min: 1, max: 3650, initial: 90 },
} as const;
const bound = (name: keyof typeof SET_ASIDE_BOUNDS) =>
  whole(SET_ASIDE_BOUNDS[name].min, SET_ASIDE_BOUNDS[name].max);
export const setAsideBounds = z.strictObject({
  quota_mb: bound('quota_mb'),
  retention_days: bound('retention_days'),
});
export const setAsideFigures = endpoint({
  ...aside,
  name: 'set_aside.figures',
  method: 'GET',
  path: '/set-aside/figures/',
  summary: 'How much is kept of messages set aside, how long, and what was not kept',
  response: z.object({
    ...setAsideBounds.shape,
    /** Messages, measures and values beyond the quota of their box and day: counted, not kept. */
    not_kept: integer,
    not_kept_bytes: integer,
    /** The boxes they came from, most first. */
    boxes: z.array(
      z.object({
        box: integer.nullable(),
        serial_number: z.string(),
        not_kept: integer,
        last_day: calendarDay,
      }),
    ),
  }),
});
export const setAsideSetBounds = endpoint({
  ...aside,
  level: 'admin',
  name: 'set_aside.bounds',
  confirm: true,
  method: 'PATCH',
  path: '/set-aside/bounds/',
  summary: 'Change how much is kept of messages set aside, and how long',
  body: setAsideBounds.partial(),
  response: setAsideBounds,
});
