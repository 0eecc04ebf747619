import { MAX_WITHDRAWN } from '@aerowatch/domain/firmware-manifest';
import { FORMATS } from '@aerowatch/domain/formats';
import { AT_ONCE, MAX_AT_ONCE } from '@aerowatch/domain/rollouts';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  id,
  idList,
  instant,
  integer,
  listQuery,
  optionalText,
  page,
  paragraphs,
  real,
  stamps,
  text,
  time,
  whole,
  wordList,
} from '../fields.ts';
import { boxFilters } from './boxes.ts';

const firmwareSignature = z.strictObject({
  key: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
const signatures = z.array(firmwareSignature).max(99);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const plainVersion = z.string().regex(/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){2}$/);
const utc = z.iso.datetime({ precision: 3 });
/** Id of the installation's own key, from `GET /firmwares/public-key/`. */
const installation = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .optional();
/** The file that `npm run firmware -- sign` writes beside a firmware. */
export const signedManifest = z.strictObject({
  manifest: z.strictObject({
    version: plainVersion,
    sha256: hash,
    size: z.number().int().positive(),
    minimum_hardware: plainVersion.nullable(),
    client: z.number().int().positive().nullable(),
    not_before: utc.nullable(),
    installation,
  }),
  signatures,
});
/** The output of `npm run firmware -- withdraw`. */
export const signedWithdrawnList = z.strictObject({
  list: z.strictObject({
    date: utc,
    withdrawn: z
      .array(
        z.strictObject({
          version: plainVersion,
          sha256: hash,
          reason: z.string().min(1).max(TEXT_LENGTHS.firmware.withdrawn_reason),
          client: z.number().int().positive().optional(),
        }),
      )
      .min(1)
      .max(MAX_WITHDRAWN),
    installation,
  }),
  signatures,
});
/** The output of `npm run firmware -- permit-downgrade`. */
export const signedPermit = z.strictObject({
  permit: z.strictObject({
    allow_downgrade: z.literal(true),
    version: plainVersion,
    sha256: hash,
    from: plainVersion,
    boxes: z.array(z.string()).max(100_000).nullable(),
    not_after: utc,
    reason: z.string(),
  }),
  signatures,
});
export const firmware = z.object({
  id: integer,
  ...stamps,
  version: z.string(),
  description: z.string(),
  size: integer,
  sha256: z.string(),
  signature: z.string(),
  /** Over the canonical JSON of the manifest: by the vendor, or by this server. */
  signatures: z.array(firmwareSignature),
  signed_by: z.enum(['vendor', 'server', 'nobody']),
  not_before: instant.nullable(),
  client: integer.nullable(),
  minimum_hardware: z.string().nullable(),
  /** The installation that the vendor made it for; null: any. */
  installation: z.string().nullable(),
  /** Since when no box may install it; null: it is not withdrawn. */
  withdrawn_at: instant.nullable(),
  withdrawn_reason: z.string(),
  file: z.string(),
});
export type Firmware = z.infer<typeof firmware>;
export const version = z.string({ error: 'required' }).trim().regex(FORMATS.version, 'version');
const base = { tag: 'Firmware', level: 'privileged' } as const;

export const firmwaresList = endpoint({
  ...base,
  name: 'firmwares.list',
  method: 'GET',
  path: '/firmwares/',
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
  description: paragraphs(TEXT_LENGTHS.firmware.description).default(''),
  client: z
    .string()
    .regex(/^\d*$/, 'not_integer')
    .transform((value) => (value === '' ? null : Number(value)))
    .pipe(id.nullable())
    .nullable()
    .optional(),
  minimum_hardware: optionalText(TEXT_LENGTHS.firmware.minimum_hardware).optional(),
  not_before: time.or(z.literal('')).optional(),
  /** The manifest signed by the vendor, as text: required and allowed where the vendor's keys are configured. */
  manifest: paragraphs(20_000).optional(),
});
export const firmwaresCreate = endpoint({
  ...base,
  name: 'firmwares.create',
  confirm: true,
  method: 'POST',
  path: '/firmwares/',
  status: 201,
  errors: [413],
  upload: { field: 'file', maxBytes: 64 * 1024 * 1024 },
  summary:
    'Upload a firmware (multipart: file, version, description, client); stored with its SHA-256; signed by this server, or by the manifest of who makes it',
  body: firmwareForm,
  response: firmware,
});
export const firmwaresGet = endpoint({
  ...base,
  name: 'firmwares.get',
  method: 'GET',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  summary: 'One firmware',
  response: firmware,
});
export const firmwaresPatch = endpoint({
  ...base,
  name: 'firmwares.patch',
  confirm: true,
  method: 'PATCH',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  errors: [409, 412],
  summary: 'Change the description; the file and version of a firmware never change',
  body: z
    .strictObject({
      description: paragraphs(TEXT_LENGTHS.firmware.description),
      minimum_hardware: optionalText(TEXT_LENGTHS.firmware.minimum_hardware).nullable(),
    })
    .partial(),
  response: firmware,
});
export const firmwaresDelete = endpoint({
  ...base,
  name: 'firmwares.delete',
  confirm: 'ends',
  method: 'DELETE',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  errors: [409, 412],
  summary: 'Delete a firmware that no running rollout uses',
});
export const firmwaresWithdraw = endpoint({
  ...base,
  name: 'firmwares.withdraw',
  confirm: true,
  method: 'POST',
  path: '/firmwares/{id}/withdraw/',
  resource: 'firmware',
  errors: [409],
  summary:
    'Withdraw a firmware for good: its updates are cancelled, and every box is told, by a signed list, to install it no more; the list is the vendor’s where the vendor signs',
  body: z.strictObject({
    reason: text(TEXT_LENGTHS.firmware.withdrawn_reason),
    /**
     * The output of `npm run firmware -- withdraw`, as text: required and allowed where the vendor's keys are
     * configured.
     */
    list: paragraphs(2_000_000).optional(),
  }),
  response: firmware,
});
export const firmwaresFile = endpoint({
  ...base,
  name: 'firmwares.file',
  method: 'GET',
  path: '/firmwares/{id}/file/',
  resource: 'firmware',
  answers: 'file',
  summary: 'The file',
});
export const firmwaresPublicKey = endpoint({
  tag: 'Firmware',
  level: 'member',
  name: 'firmwares.public_key',
  method: 'GET',
  path: '/firmwares/public-key/',
  summary: 'Ed25519 public keys that the boxes check signatures with: the vendor’s, or this server’s own',
  response: z.object({
    algorithm: z.literal('ed25519'),
    /** Id of this installation, as in manifests and lists of withdrawn firmwares. */
    installation: z.string(),
    /** This server's public key, PEM. */
    public_key: z.string(),
    signed_by: z.enum(['vendor', 'server']),
    /** Base64 of their 32 bytes. */
    keys: z.array(z.object({ id: z.string(), public_key: z.string() })),
    /** Number of keys that must have signed. */
    signatures: integer,
    /** Updates of more boxes than this need a second person; null: never. */
    approval_above: integer.nullable(),
  }),
});

export const ROLLOUT_STATES = ['waiting', 'running', 'paused', 'stopped', 'done', 'cancelled'] as const;
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
  id: integer,
  ...stamps,
  firmware: integer,
  version: z.string(),
  state: z.enum(ROLLOUT_STATES),
  detail: z.string().nullable(),
  started_by: integer.nullable(),
  /** The second person who approved it, if required. */
  approved_by: integer.nullable(),
  approved_at: instant.nullable(),
  allow_downgrade: z.boolean(),
  reason: z.string(),
  wave: integer,
  waves: integer,
  manual: z.boolean(),
  at_once: integer,
  counts: z.object({
    total: integer,
    queued: integer,
    offered: integer,
    downloading: integer,
    verifying: integer,
    installing: integer,
    installed: integer,
    failed: integer,
    cancelled: integer,
  }),
  boxes: z.array(
    z.object({
      box: integer,
      serial_number: z.string(),
      wave: integer,
      state: z.enum(ROLLOUT_BOX_STATES),
      progress: z.number(),
      detail: z.string().nullable(),
      updated_at: instant,
    }),
  ),
});
export type Rollout = z.infer<typeof rollout>;
/** The boxes of an update: their ids, or what selects them. */
const rolloutTargets = {
  firmware: id,
  boxes: z.array(id).min(1, 'required').max(100_000, 'max_items|100000').optional(),
  filter: z
    .strictObject({ ...z.object(boxFilters).shape, search: z.string().max(200).optional() })
    .optional(),
};
const hasOneTarget = (body: { boxes?: unknown; filter?: unknown }): boolean =>
  (body.boxes === undefined) !== (body.filter === undefined);
const ONE_TARGET = { path: ['boxes'], message: 'boxes_or_filter' };
/**
 * What an update would do to a box: `updated` it gets the firmware at its next connections, `newer` it would go back
 * to an older version, `silent` it has not been heard of for a week, `held` it is offered nothing until its reason is
 * gone, `already` it runs that version, `busy` another update has it, `other_client` the firmware is not its client's.
 */
export const ROLLOUT_OUTCOMES = [
  'updated',
  'newer',
  'silent',
  'held',
  'already',
  'busy',
  'other_client',
] as const;
const rolloutBase = { tag: 'Firmware' } as const;
const rolloutOne = { ...rolloutBase, resource: 'rollout' } as const;
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
      ...rolloutTargets,
      waves: z.enum(['standard', 'none']).default('standard'),
      manual: z.boolean().default(false),
      at_once: whole(1, MAX_AT_ONCE).default(AT_ONCE),
      stop_percent: real(0, 100).default(5),
      /** Required, with a reason, when a box runs a newer version. */
      allow_downgrade: z.boolean().default(false),
      reason: paragraphs(TEXT_LENGTHS.rollout.reason).default(''),
      /** The vendor's downgrade permit, as text: required where the vendor's keys are configured. */
      permit: paragraphs(2_000_000).optional(),
    })
    .refine((body) => !body.allow_downgrade || body.reason !== '', { path: ['reason'], message: 'required' })
    .refine(hasOneTarget, ONE_TARGET),
  response: rollout,
});
export const rolloutsPreview = endpoint({
  ...rolloutBase,
  level: 'privileged',
  name: 'rollouts.preview',
  confirm: 'reads',
  method: 'POST',
  path: '/update/firmware/preview/',
  summary: 'What an update would do to each of these boxes, and why; nothing is started',
  body: z.strictObject(rolloutTargets).refine(hasOneTarget, ONE_TARGET),
  response: z.object({
    /** All boxes asked about. */
    total: integer,
    /** Whether a second person has to approve it. */
    needs_approval: z.boolean(),
    clients: z.array(z.object({ client: integer.nullable(), boxes: integer })),
    /** Each box for which more is to be said than that it is updated. */
    exceptions: z.array(
      z.object({
        box: integer,
        serial_number: z.string(),
        outcome: z.enum(ROLLOUT_OUTCOMES),
        /** Why it is held, or the version it runs. */
        detail: z.string().nullable(),
        /** When the box was last heard of; null: never. */
        heard_at: instant.nullable(),
      }),
    ),
  }),
});
export const rolloutsList = endpoint({
  ...rolloutBase,
  level: 'member',
  name: 'rollouts.list',
  method: 'GET',
  path: '/update/firmware/',
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
  summary: 'One firmware update with the state of each box',
  response: rollout,
});
const act = (action: 'approve' | 'cancel' | 'pause' | 'resume' | 'retry' | 'advance', summary: string) =>
  endpoint({
    ...rolloutOne,
    level: 'privileged',
    name: `rollouts.${action}`,
    method: 'POST',
    path: `/update/firmware/{id}/${action}/`,
    errors: [409],
    summary,
    body: z.strictObject({}).optional(),
    response: rollout,
    confirm: action === 'cancel' || action === 'pause' ? 'ends' : true,
  });
export const rolloutsApprove = act('approve', 'Let an update begin that another person asked for');
export const rolloutsCancel = act('cancel', 'Cancel what is not installed yet');
export const rolloutsPause = act('pause', 'Offer no further boxes');
export const rolloutsResume = act('resume', 'Go on after a pause or a stop');
export const rolloutsRetry = act('retry', 'Queue the failed boxes again');
export const rolloutsAdvance = act('advance', 'Start the next wave by hand');
