import { FORMATS } from '@aerowatch/domain/formats';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idList, idParams, listQuery, optionalText, page, stamps, wordList } from '../fields.ts';
import { boxFilters } from './boxes.ts';

export const firmware = z.object({
  id: z.number(),
  ...stamps,
  version: z.string(),
  description: z.string(),
  size: z.number(),
  sha256: z.string(),
  signature: z.string(),
  client: z.number().nullable(),
  minimum_hardware: z.string().nullable(),
  file: z.string(),
});
export type Firmware = z.infer<typeof firmware>;
export const version = z.string({ error: 'required' }).trim().regex(FORMATS.version, 'version');
const base = { tag: 'Firmware', level: 'privileged', apiKey: false } as const;

export const firmwaresList = endpoint({
  ...base,
  name: 'firmwares.list',
  method: 'GET',
  path: '/firmwares/',
  status: 200,
  summary: 'Firmwares: your own and the global ones',
  query: listQuery(['id', 'version', 'client', 'size', 'created_at', 'updated_at'], {
    client: idList.optional(),
    version: z.string().optional(),
  }),
  response: page(firmware),
});
/** Multipart: the fields beside the file. */
export const firmwareForm = z.strictObject({
  version,
  description: optionalText(5000).default(''),
  client: z
    .string()
    .regex(/^\d*$/, 'not_integer')
    .transform((value) => (value === '' ? null : Number(value)))
    .pipe(id.nullable())
    .nullable()
    .optional(),
  minimum_hardware: optionalText(11).optional(),
});
export const firmwaresCreate = endpoint({
  ...base,
  name: 'firmwares.create',
  method: 'POST',
  path: '/firmwares/',
  status: 201,
  errors: [413],
  upload: { field: 'file', maxBytes: 64 * 1024 * 1024 },
  summary:
    'Upload a firmware (multipart: file, version, description, client); stored with its SHA-256 and signed',
  body: firmwareForm,
  response: firmware,
});
export const firmwaresGet = endpoint({
  ...base,
  name: 'firmwares.get',
  method: 'GET',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  status: 200,
  summary: 'One firmware',
  params: idParams,
  response: firmware,
});
export const firmwaresPatch = endpoint({
  ...base,
  name: 'firmwares.patch',
  method: 'PATCH',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  status: 200,
  errors: [409, 412],
  summary: 'Change the description; the file and version of a firmware never change',
  params: idParams,
  body: z
    .strictObject({ description: optionalText(5000), minimum_hardware: optionalText(11).nullable() })
    .partial(),
  response: firmware,
});
export const firmwaresDelete = endpoint({
  ...base,
  name: 'firmwares.delete',
  method: 'DELETE',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  status: 204,
  errors: [409, 412],
  summary: 'Delete a firmware that no running rollout uses',
  params: idParams,
});
export const firmwaresFile = endpoint({
  ...base,
  name: 'firmwares.file',
  method: 'GET',
  path: '/firmwares/{id}/file/',
  resource: 'firmware',
  answers: 'file',
  status: 200,
  summary: 'The file',
  params: idParams,
});
export const firmwaresPublicKey = endpoint({
  tag: 'Firmware',
  level: 'member',
  apiKey: false,
  name: 'firmwares.public_key',
  method: 'GET',
  path: '/firmwares/public-key/',
  status: 200,
  summary: 'Ed25519 public key (PEM) that the boxes check signatures with',
  response: z.object({ algorithm: z.literal('ed25519'), public_key: z.string() }),
});

export const ROLLOUT_STATES = ['running', 'paused', 'stopped', 'done', 'cancelled'] as const;
export const ROLLOUT_BOX_STATES = [
  'queued',
  'offered',
  'downloading',
  'verifying',
  'installing',
  'installed',
  'failed',
  'cancelled',
] as const;
export const rollout = z.object({
  id: z.number(),
  ...stamps,
  firmware: z.number(),
  version: z.string(),
  state: z.enum(ROLLOUT_STATES),
  detail: z.string().nullable(),
  started_by: z.number().nullable(),
  wave: z.number(),
  waves: z.number(),
  manual: z.boolean(),
  at_once: z.number(),
  counts: z.object({
    total: z.number(),
    queued: z.number(),
    offered: z.number(),
    downloading: z.number(),
    verifying: z.number(),
    installing: z.number(),
    installed: z.number(),
    failed: z.number(),
    cancelled: z.number(),
  }),
  boxes: z.array(
    z.object({
      box: z.number(),
      serial_number: z.string(),
      wave: z.number(),
      state: z.enum(ROLLOUT_BOX_STATES),
      progress: z.number(),
      detail: z.string().nullable(),
      updated_at: z.string(),
    }),
  ),
});
export type Rollout = z.infer<typeof rollout>;
const rolloutBase = { tag: 'Firmware', apiKey: false } as const;
const rolloutOne = { ...rolloutBase, resource: 'rollout', params: idParams } as const;
export const rolloutsCreate = endpoint({
  ...rolloutBase,
  level: 'privileged',
  name: 'rollouts.create',
  confirm: true,
  method: 'POST',
  path: '/update/firmware/',
  status: 202,
  errors: [409],
  summary: 'Update the firmware of boxes in waves (one box, 10 %, the rest)',
  body: z
    .strictObject({
      firmware: id,
      boxes: z.array(id).min(1, 'required').max(100_000, 'max_items|100000').optional(),
      filter: z
        .strictObject({ ...z.object(boxFilters).shape, search: z.string().max(200).optional() })
        .optional(),
      waves: z.enum(['standard', 'none']).default('standard'),
      manual: z.boolean().default(false),
      at_once: z
        .number('not_numeric')
        .int('not_integer')
        .min(1, 'between|1|10000')
        .max(10_000, 'between|1|10000')
        .default(50),
      stop_percent: z.number().min(0).max(100).default(5),
    })
    .refine((body) => (body.boxes === undefined) !== (body.filter === undefined), {
      path: ['boxes'],
      message: 'boxes_or_filter',
    }),
  response: rollout,
});
export const rolloutsList = endpoint({
  ...rolloutBase,
  level: 'member',
  name: 'rollouts.list',
  method: 'GET',
  path: '/update/firmware/',
  status: 200,
  summary: 'Firmware updates (without their boxes)',
  query: listQuery(['id', 'created_at', 'state'], {
    firmware: idList.optional(),
    state: wordList(ROLLOUT_STATES).optional(),
    box: idList.optional(),
  }),
  response: page(rollout),
});
export const rolloutsGet = endpoint({
  ...rolloutOne,
  level: 'member',
  name: 'rollouts.get',
  method: 'GET',
  path: '/update/firmware/{id}/',
  status: 200,
  summary: 'One firmware update with the state of each box',
  response: rollout,
});
const act = (action: 'cancel' | 'pause' | 'resume' | 'retry' | 'advance', summary: string) =>
  endpoint({
    ...rolloutOne,
    level: 'privileged',
    name: `rollouts.${action}`,
    method: 'POST',
    path: `/update/firmware/{id}/${action}/`,
    status: 200,
    errors: [409],
    summary,
    body: z.strictObject({}).optional(),
    response: rollout,
    // To stop must never wait for a password.
    ...(action === 'cancel' || action === 'pause' ? {} : { confirm: true }),
  });
export const rolloutsCancel = act('cancel', 'Cancel what is not installed yet');
export const rolloutsPause = act('pause', 'Offer no further boxes');
export const rolloutsResume = act('resume', 'Go on after a pause or a stop');
export const rolloutsRetry = act('retry', 'Queue the failed boxes again');
export const rolloutsAdvance = act('advance', 'Start the next wave by hand');
