import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idList, idParams, listQuery, page } from '../fields.ts';

const setAside = z.object({
  id: z.number(),
  box: z.number().nullable(),
  serial_number: z.string(),
  topic: z.string(),
  reason: z.string(),
  detail: z.string().nullable(),
  size: z.number(),
  received_at: z.string(),
  replayed_at: z.string().nullable(),
  preview: z.string(),
  /** A value that differs from the stored one: both, in metric units. `aero` is the id, `position` that on the box. */
  conflict: z
    .object({
      aero: z.number(),
      position: z.number(),
      time: z.string(),
      metric: z.enum(METRIC_KEYS),
      stored: z.number(),
      refused: z.number(),
    })
    .nullable(),
});
const aside = { tag: 'Measures', level: 'privileged', apiKey: false } as const;
export const setAsideList = endpoint({
  ...aside,
  name: 'set_aside.list',
  method: 'GET',
  secretsFrom: 'member',
  path: '/set-aside/',
  status: 200,
  summary: 'Messages and measures that could not be used, with the reason',
  query: listQuery(['id', 'received_at'], { box: idList.optional(), reason: z.string().optional() }),
  response: page(setAside),
});
export const setAsideReplay = endpoint({
  ...aside,
  name: 'set_aside.replay',
  method: 'POST',
  path: '/set-aside/{id}/replay/',
  resource: 'set_aside',
  status: 200,
  summary: 'Try a message set aside once more',
  params: idParams,
  body: z.strictObject({}).optional(),
  response: z.object({
    stored: z.number(),
    merged: z.number(),
    duplicates: z.number(),
    set_aside: z.number(),
    reason: z.string().nullable(),
  }),
});
