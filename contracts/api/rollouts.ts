import { AT_ONCE, MAX_AT_ONCE } from '@aerowatch/domain/firmware/rollouts';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  id,
  idList,
  instant,
  integer,
  listQuery,
  page,
  paragraphs,
  real,
  stamps,
  whole,
  wordList,
} from '../fields.ts';
import { boxFilters } from './boxes.ts';

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
    ...byChange,
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
