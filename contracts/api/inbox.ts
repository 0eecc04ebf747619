import { REPAIR_STATES } from '@aerowatch/domain/faults/repair';
import { ACTS, URGENCIES } from '@aerowatch/domain/faults/vocabulary';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { INBOX_TABS, RETURNS } from '@aerowatch/domain/work/inbox';
import { WORK_KINDS } from '@aerowatch/domain/work/kinds';
import {
  DISMISSAL_REASONS,
  MATTER_EVENTS,
  WORK_SEVERITIES,
  WORK_SOURCES,
  WORK_STAGES,
} from '@aerowatch/domain/work/orders';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  calendarDay,
  day,
  flag,
  id,
  idList,
  instant,
  integer,
  oneOf,
  paragraphs,
  whole,
  wordList,
} from '../fields.ts';
import { curveOfMatter } from './work-orders.ts';

/** Maximum matters in one act. */
const MAX_MATTERS = 1000;

const who = integer.nullable();
const whoName = z.string().nullable();

/** A matter as a row of the inbox. */
export const matter = z.object({
  id: integer,
  updated_at: instant,
  client: integer,
  box: integer,
  aero: integer.nullable(),
  kind: z.enum(WORK_KINDS),
  /** The fault, else the rule, in the reader's language. */
  name: z.string(),
  rule: z.string().nullable(),
  source: z.enum(WORK_SOURCES),
  stage: z.enum(WORK_STAGES),
  severity: z.enum(WORK_SEVERITIES),
  urgency: z.enum(URGENCIES).nullable(),
  due_on: calendarDay.nullable(),
  due_by: calendarDay.nullable(),
  /** Whether it is due later than its urgency requires. */
  after_deadline: z.boolean(),
  /** Due before today, in the reader's time zone. */
  overdue: z.boolean(),
  due_today: z.boolean(),
  since: instant.nullable(),
  confidence: z.number().nullable(),
  next_act: z.enum(ACTS).nullable(),
  assignee: who,
  assignee_name: whoName,
  /** The person on duty whom a proposal waits for, since when, and whether others did not accept it. */
  waits_for: z
    .object({ user: integer, name: z.string(), since: instant.nullable(), escalated: z.boolean() })
    .nullable(),
  curve: curveOfMatter.nullable(),
  /** Open alerts that belong to it. */
  alerts: integer,
  /** Why it came back after it was dismissed, or was reopened: `not_proven`; null: it did not. */
  returned: z.enum(RETURNS).nullable(),
  /** Whether measures prove its repair; null without a repair. */
  repair: z.enum(REPAIR_STATES).nullable(),
  place: z.object({
    serial_number: z.string(),
    position: integer.nullable(),
    line: z.string(),
    track_number: z.string(),
    kilometer_point: z.number().nullable(),
    pole: z.string(),
  }),
});
export type MatterAnswer = z.infer<typeof matter>;

/** A single matter, or the first of a group of three or more similar ones. */
const inboxRow = z.object({
  matter,
  group: z.object({ count: integer, ids: z.array(integer), line: z.string() }).nullable(),
});
export type InboxRow = z.infer<typeof inboxRow>;

const base = { tag: 'Work orders', level: 'member' } as const;
const reads = { ...base, apiKey: 'read' } as const;
const writes = { ...base, apiKey: 'work_orders:write', confirm: 'daily', method: 'POST' } as const;

export const workOrdersInbox = endpoint({
  ...reads,
  name: 'work_orders.inbox',
  method: 'GET',
  path: '/work-orders/inbox/',
  summary:
    'What asks for somebody: proposals and open work, the most pressing first, with the counts of the tabs',
  query: z.strictObject({
    tab: oneOf(INBOX_TABS).default('all'),
    client: idList.optional(),
    box: idList.optional(),
    aero: idList.optional(),
    ids: idList.optional(),
    assignee: idList.optional(),
    kind: wordList(WORK_KINDS).optional(),
    severity: wordList(WORK_SEVERITIES).optional(),
    stage: wordList(WORK_STAGES).optional(),
    line: z.string().max(200).optional(),
    search: z.string().max(200, 'max_length|200').optional(),
    /** Whether three or more similar ones share a row. */
    grouped: flag.default(true),
    limit: z
      .string()
      .regex(/^\d{1,3}$/, 'not_integer')
      .transform(Number)
      .pipe(whole(1, 200))
      .default(50),
    cursor: z.string().max(500).optional(),
  }),
  response: z.object({
    counts: z.object({ mine: integer, unassigned: integer, all: integer }),
    /** Rows of this tab with these filters. */
    count: integer,
    next_cursor: z.string().nullable(),
    results: z.array(inboxRow),
  }),
});

const ids = z.array(id).min(1, 'required').max(MAX_MATTERS, `max_items|${MAX_MATTERS}`);
const said = paragraphs(TEXT_LENGTHS.work_order.comment);
/**
 * The result of an act on one or many; matters already in that state, or that cannot reach it, are unchanged.
 */
const acted = z.object({
  changed: z.array(integer),
  unchanged: z.array(integer),
  /** All of them in their present state. */
  results: z.array(matter),
});

export const workOrdersAccept = endpoint({
  ...writes,
  name: 'work_orders.accept',
  path: '/work-orders/accept/',
  summary: 'Accept proposals: each becomes an open work order of whoever accepts it, or of `assignee`',
  body: z.strictObject({ ids, assignee: id.nullable().optional() }),
  response: acted,
});
export const workOrdersDismiss = endpoint({
  ...writes,
  name: 'work_orders.dismiss',
  path: '/work-orders/dismiss/',
  summary: 'Dismiss proposals, until a day or (without one) until they get worse',
  body: z.strictObject({
    ids,
    reason: oneOf(DISMISSAL_REASONS),
    until: day.nullable().optional(),
    comment: said.optional(),
  }),
  response: acted,
});
export const workOrdersAssign = endpoint({
  ...writes,
  name: 'work_orders.assign',
  path: '/work-orders/assign/',
  summary:
    'Take over or hand over, with a comment that whoever is in charge now reads; accepts what is proposed',
  body: z.strictObject({ ids, assignee: id.nullable(), comment: said.optional() }),
  response: acted,
});
export const workOrdersPlan = endpoint({
  ...writes,
  name: 'work_orders.plan',
  path: '/work-orders/plan/',
  summary: 'Plan for a day, or without one take back the plan; accepts what is proposed',
  body: z.strictObject({ ids, due_on: day.nullable(), comment: said.optional() }),
  response: acted,
});
export const workOrdersJoin = endpoint({
  ...writes,
  name: 'work_orders.join',
  path: '/work-orders/join/',
  errors: [409],
  summary: 'Join matters of one box: the others end in `into`, which takes their alerts and comments',
  body: z.strictObject({ into: id, ids }),
  response: acted,
});
export const workOrdersConfirm = endpoint({
  ...writes,
  name: 'work_orders.confirm',
  path: '/work-orders/confirm/',
  summary: 'Say whether a repair that no measures prove holds: it is closed, or open again',
  body: z.strictObject({ ids, holds: z.boolean('not_boolean'), comment: said.optional() }),
  response: acted,
});
export const workOrdersHistory = endpoint({
  ...reads,
  name: 'work_orders.history',
  method: 'GET',
  path: '/work-orders/{id}/history/',
  resource: 'work_order',
  summary: 'What happened to a matter, from the first sign to the proven repair, the oldest first',
  response: z.array(
    z.object({
      at: instant,
      type: z.enum(MATTER_EVENTS),
      user: who,
      /** Null: the console itself. */
      user_name: whoName,
      /** Details by name: reason, until, assignee, comment, day. */
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
});
