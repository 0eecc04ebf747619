import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, instant, integer, optionalText } from '../fields.ts';
import { fromDevice } from './work-order-bodies.ts';

/** Photos per order. */
export const MAX_PHOTOS = 20;

export const workOrderPhoto = z.object({
  id: integer,
  at: instant,
  user: integer.nullable(),
  user_name: z.string().nullable(),
  caption: z.string(),
  width: integer,
  height: integer,
  size: integer,
  /** Whether the file still contains position and time. */
  keeps_position: z.boolean(),
});

const base = { tag: 'Work orders', level: 'member' } as const;

export const workOrdersPhoto = endpoint({
  ...base,
  apiKey: 'work_orders:write',
  name: 'work_orders.photo',
  confirm: 'daily',
  method: 'POST',
  path: '/work-orders/{id}/photos/',
  resource: 'work_order',
  status: 201,
  errors: [409, 413, 415],
  summary:
    'Add a photo; it is written anew, without its metadata; with keep_position where it was taken stays, and nothing else',
  upload: { field: 'file', maxBytes: 15 * 1024 * 1024 },
  body: z.strictObject({
    caption: optionalText(TEXT_LENGTHS.work_order.caption).default(''),
    keep_position: flag.default(false),
    entry_id: fromDevice.entry_id.optional(),
    written_at: fromDevice.written_at.optional(),
    sent_at: fromDevice.sent_at.optional(),
  }),
  response: workOrderPhoto,
});
export const workOrderPhotosGet = endpoint({
  ...base,
  apiKey: 'read',
  name: 'work_order_photos.get',
  method: 'GET',
  path: '/work-order-photos/{id}/',
  resource: 'work_order_photo',
  answers: 'file',
  summary: 'A photo of a work order, as WebP',
});
export const workOrderPhotosDelete = endpoint({
  ...base,
  name: 'work_order_photos.delete',
  confirm: 'daily',
  method: 'DELETE',
  path: '/work-order-photos/{id}/',
  resource: 'work_order_photo',
  summary: 'Delete a photo of your own (privileged: any)',
});
