import { ACTS, LEVELS, URGENCIES, WOULD_CHANGE } from '@aerowatch/domain/faults/vocabulary';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { FAILURE_CAUSE_KEYS, MECHANISM_KEYS } from '@aerowatch/domain/work/causes';
import { CHECKS } from '@aerowatch/domain/work/checklists';
import { WORK_KINDS } from '@aerowatch/domain/work/kinds';
import {
  DISMISSAL_REASONS,
  MATTER_STATES,
  WORK_ACT_KEYS,
  WORK_SEVERITIES,
  WORK_SOURCES,
  WORK_STAGES,
  WORK_VERDICTS,
} from '@aerowatch/domain/work/orders';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  calendarDay,
  day,
  flag,
  idList,
  instant,
  integer,
  listQuery,
  page,
  paragraphs,
  stamps,
  wordList,
} from '../fields.ts';
import { repair } from './diagnostics.ts';
import { creation, entry, patch } from './work-order-bodies.ts';
import { workOrderPhoto } from './work-order-photos.ts';

/** Orders created in one call: a whole selection. */
const MAX_BULK = 1000;

/** A line across the curve of a matter, in the metric unit. */
export const curveOfMatter = z.object({
  /** The AERO whose curve shows it; for a matter of the box, its first. */
  aero: integer.nullable(),
  metric: z.enum(METRIC_KEYS),
  level: z.object({ value: z.number(), code: z.enum(LEVELS) }).nullable(),
});

const who = integer.nullable();
const whoName = z.string().nullable();
const source = z.object({
  type: z.enum(WORK_SOURCES),
  /** What it was created from: the alert, the AERO of a finding or forecast, the box; null by hand. */
  id: integer.nullable(),
  kind: z.enum(WORK_KINDS),
});
const comment = z.object({
  id: integer,
  at: instant,
  user: who,
  user_name: whoName,
  text: z.string(),
});
export const workOrder = z.object({
  id: integer,
  ...stamps,
  client: integer,
  box: integer,
  aero: integer.nullable(),
  /** As entered by a user, else the kind and the place in the reader's language. */
  title: z.string(),
  description: z.string(),
  source,
  severity: z.enum(WORK_SEVERITIES),
  /** `proposed` and `dismissed` only on request; for finished ones `stage` has more detail. */
  state: z.enum(MATTER_STATES),
  /** All its stages: finished work is first `verifying`, then `closed`. */
  stage: z.enum(WORK_STAGES),
  due_on: calendarDay.nullable(),
  /** The day required by the urgency of its fault; a later `due_on` is after its deadline. */
  due_by: calendarDay.nullable(),
  after_deadline: z.boolean(),
  /** Name of the rule, if an alert created it and no fault is named. */
  rule: z.string().nullable(),
  since: instant.nullable(),
  /** How certain the fault is, 0 to 1. */
  confidence: z.number().nullable(),
  urgency: z.enum(URGENCIES).nullable(),
  next_act: z.enum(ACTS).nullable(),
  curve: curveOfMatter.nullable(),
  accepted_at: instant.nullable(),
  accepted_by: who,
  accepted_by_name: whoName,
  dismissed: z
    .object({
      at: instant,
      by: who,
      by_name: whoName,
      reason: z.enum(DISMISSAL_REASONS),
      /** Null: until it gets worse. */
      until: calendarDay.nullable(),
    })
    .nullable(),
  /** When it was proposed again after being dismissed. */
  returned_at: instant.nullable(),
  /** Other open matters of the same box. */
  others: z.array(
    z.object({
      id: integer,
      aero: integer.nullable(),
      kind: z.enum(WORK_KINDS),
      name: z.string(),
      stage: z.enum(WORK_STAGES),
    }),
  ),
  assignee: who,
  assignee_name: whoName,
  checklist: z.array(
    z.object({
      /** Code of a standard line; null for a custom one. */
      code: z.enum(CHECKS).nullable(),
      text: z.string(),
      done: z.boolean(),
      note: z.string(),
    }),
  ),
  comments: z.array(comment),
  photos: z.array(workOrderPhoto),
  acts: z.array(z.enum(WORK_ACT_KEYS)),
  verdict: z.enum(WORK_VERDICTS).nullable(),
  mechanism: z.enum(MECHANISM_KEYS).nullable(),
  cause: z.enum(FAILURE_CAUSE_KEYS).nullable(),
  closing_note: z.string(),
  external_reference: z.string().nullable(),
  external_url: z.string().nullable(),
  created_by: who,
  created_by_name: whoName,
  closed_at: instant.nullable(),
  closed_by: who,
  closed_by_name: whoName,
  /** For finished orders: whether later measures prove the repair; null if not checked, or no longer. */
  verification: repair
    .omit({ work_order: true })
    .extend({
      /** What would prove it, from the fault's row; null: nothing does. */
      would_prove: z.enum(WOULD_CHANGE).nullable(),
      /** The earliest time at which it can be proven, and the latest at which a person is asked. */
      earliest: instant,
      latest: instant,
    })
    .nullable(),
  /** Open alerts about the same work, including that of the source. */
  alerts: z.array(integer),
  place: z.object({
    serial_number: z.string(),
    position: integer.nullable(),
    line: z.string(),
    track_number: z.string(),
    kilometer_point: z.number().nullable(),
    pole: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  }),
});
export type WorkOrder = z.infer<typeof workOrder>;

const base = { tag: 'Work orders', level: 'member' } as const;
const reads = { ...base, apiKey: 'read' } as const;
const writes = { ...base, apiKey: 'work_orders:write' } as const;

export const workOrdersList = endpoint({
  ...reads,
  name: 'work_orders.list',
  method: 'GET',
  path: '/work-orders/',
  summary: 'Work orders: what is to be done on the pole, by whom, by when, and what was found',
  query: listQuery(
    [
      'id',
      'created_at',
      'updated_at',
      'due_on',
      'severity',
      'state',
      'line',
      'kilometer_point',
      'closed_at',
      'assignee',
    ],
    {
      ...byChange,
      client: idList.optional(),
      box: idList.optional(),
      aero: idList.optional(),
      alert: idList.optional(),
      assignee: idList.optional(),
      /** Orders assigned to the caller. */
      mine: flag.optional(),
      /** By default the accepted ones; `done` includes verified and closed ones. */
      state: wordList(MATTER_STATES).optional(),
      stage: wordList(WORK_STAGES).optional(),
      /** Includes proposals and dismissed ones besides accepted ones. */
      proposals: flag.optional(),
      severity: wordList(WORK_SEVERITIES).optional(),
      kind: wordList(WORK_KINDS).optional(),
      source: wordList(WORK_SOURCES).optional(),
      verdict: wordList(WORK_VERDICTS).optional(),
      line: z.string().max(200).optional(),
      external_reference: z.string().max(100).optional(),
      due_before: day.optional(),
      ids: idList.optional(),
    },
  ),
  response: page(workOrder),
});
export const workOrdersGet = endpoint({
  ...reads,
  name: 'work_orders.get',
  method: 'GET',
  path: '/work-orders/{id}/',
  resource: 'work_order',
  summary: 'One work order, with its checklist, comments and photos',
  response: workOrder,
});
export const workOrdersCreate = endpoint({
  ...writes,
  name: 'work_orders.create',
  confirm: 'daily',
  method: 'POST',
  path: '/work-orders/',
  status: 201,
  errors: [409],
  summary: 'Create a work order from a finding, an alert, a forecast, a box, or by hand',
  body: creation,
  response: workOrder,
});
export const workOrdersBulk = endpoint({
  ...writes,
  name: 'work_orders.bulk',
  confirm: 'daily',
  method: 'POST',
  path: '/work-orders/bulk/',
  summary: 'Create many at once; where one of that AERO and kind is open already, it is named instead',
  // A thousand orders of sixty.
  mostValues: 60_000,
  body: z.strictObject({
    orders: z.array(creation).min(1, 'required').max(MAX_BULK, `max_items|${MAX_BULK}`),
  }),
  response: z.object({
    created: z.array(integer),
    /** Orders that were already open. */
    existing: z.array(integer),
  }),
});
export const workOrdersPatch = endpoint({
  ...writes,
  name: 'work_orders.patch',
  confirm: 'daily',
  method: 'PATCH',
  path: '/work-orders/{id}/',
  resource: 'work_order',
  errors: [409, 412],
  summary:
    'Change or close a work order: with state `done` and a verdict, what follows (baseline, SAMI, alerts, log) happens with it',
  body: patch,
  response: workOrder,
});
export const workOrdersPatchByReference = endpoint({
  ...writes,
  name: 'work_orders.patch_by_reference',
  confirm: 'daily',
  method: 'PATCH',
  path: '/work-orders/by-reference/{external_reference}/',
  errors: [409, 412],
  summary: 'The same by the reference of the maintenance system',
  params: z.object({
    external_reference: z
      .string()
      .min(1, 'required')
      .max(
        TEXT_LENGTHS.work_order.external_reference,
        `max_length|${TEXT_LENGTHS.work_order.external_reference}`,
      ),
  }),
  body: patch,
  response: workOrder,
});
export const workOrdersComment = endpoint({
  ...writes,
  name: 'work_orders.comment',
  confirm: 'daily',
  method: 'POST',
  path: '/work-orders/{id}/comments/',
  resource: 'work_order',
  status: 201,
  summary: 'Comment a work order',
  body: z.strictObject({
    text: paragraphs(TEXT_LENGTHS.work_order.comment).pipe(z.string().min(1, 'required')),
  }),
  response: comment,
});
export const workOrdersEntry = endpoint({
  ...base,
  name: 'work_orders.entry',
  confirm: 'daily',
  method: 'POST',
  path: '/work-orders/{id}/entries/',
  resource: 'work_order',
  errors: [409],
  summary:
    'Add what was written at the pole, perhaps offline: merged with what others wrote, and taken once by its id',
  body: entry,
  response: workOrder,
});
