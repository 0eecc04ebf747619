import { CONDITION_METRIC_KEYS } from '@aerowatch/domain/alerting/condition';
import { SUBJECTS } from '@aerowatch/domain/alerting/condition-metrics';
import { SEVERITIES } from '@aerowatch/domain/alerting/severity';
import { DEFAULT_FORMAT, FILE_FORMAT_KEYS } from '@aerowatch/domain/file-formats';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { FAILURE_CAUSE_KEYS, MECHANISM_KEYS } from '@aerowatch/domain/work/causes';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  flag,
  id,
  idList,
  instant,
  integer,
  oneOf,
  paragraphs,
  text,
  timeQuery,
  whole,
  wordList,
} from '../fields.ts';
import { storedFinding } from './diagnostics.ts';
import { matterLink } from './matter-link.ts';
import { condition } from './supervisors.ts';
import { UNIT_SYSTEMS } from './users.ts';

const alertComment = z.object({
  id: integer,
  at: instant,
  user: integer.nullable(),
  user_name: z.string(),
  text: z.string(),
});
export const alert = z.object({
  id: integer,
  created_at: instant,
  updated_at: instant,
  supervisor: integer.nullable(),
  supervisor_name: z.string(),
  condition,
  aero: integer,
  box: integer,
  client: integer,
  opened_at: instant,
  value: z.number(),
  last_value: z.number(),
  last_at: instant,
  occurrences: integer,
  cleared_at: instant.nullable(),
  late: z.boolean(),
  severity: z.enum(SEVERITIES),
  /** Open alerts of one AERO with the same subject (or the same cause, once known) form one group. */
  subject: z.enum(SUBJECTS),
  /** Groups the alerts of one AERO that have one cause: `<aero>/<cause>`, or `<aero>/<subject>` without a cause. */
  group: z.string(),
  assignee: integer.nullable(),
  assignee_name: z.string().nullable(),
  /** Failure mechanism and cause: codes of ISO 14224, as in work orders. */
  mechanism: z.enum(MECHANISM_KEYS).nullable(),
  cause: z.enum(FAILURE_CAUSE_KEYS).nullable(),
  /** Changes its state more than six times a day: notified once, then not until a day without a change. */
  flapping: z.boolean(),
  /** Opened during a silence: nobody is notified until it ends. */
  silenced: z.boolean(),
  silenced_until: instant.nullable(),
  silence: integer.nullable(),
  silence_reason: z.string().nullable(),
  /** The conditions joined with it, and the compared values. */
  also: z.array(condition.extend({ compared: z.number().nullable() })),
  /** For a condition on a diagnosis: the finding as it was, without its curve. */
  finding: storedFinding.nullable(),
  /** What people wrote about it, oldest first; `comment` is the closing one. */
  comments: z.array(alertComment),
  seen: z.boolean(),
  seen_at: instant.nullable(),
  seen_by: integer.nullable(),
  seen_by_name: z.string().nullable(),
  comment: z.string(),
  /** The work order created from it, or the open one about the same work. */
  work_order: integer.nullable(),
  /** The matter to which it belongs, perhaps only a proposal. */
  matter: matterLink.nullable(),
});
export type Alert = z.infer<typeof alert>;
export const alertFilters = {
  client: idList.optional(),
  box: idList.optional(),
  aero: idList.optional(),
  supervisor: idList.optional(),
  metric: wordList(CONDITION_METRIC_KEYS).optional(),
  firing: flag.optional(),
  late: flag.optional(),
  severity: wordList(SEVERITIES).optional(),
  /** By assignee; `mine=true` selects the caller's own. */
  assignee: idList.optional(),
  mine: flag.optional(),
  cause: wordList(FAILURE_CAUSE_KEYS).optional(),
  mechanism: wordList(MECHANISM_KEYS).optional(),
  subject: wordList(SUBJECTS).optional(),
  /** Alerts of these groups: `12/movement`. */
  group: z
    .string()
    .max(2000)
    .regex(/^\d{1,9}\/[a-z_]+(,\d{1,9}\/[a-z_]+)*$/, 'alert_group')
    .optional(),
  silenced: flag.optional(),
  flapping: flag.optional(),
  /** Alerts with comments, or those without. */
  commented: flag.optional(),
  from: timeQuery.optional(),
  to: timeQuery.optional(),
  search: z.string().max(200).optional(),
};
const integerText = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'not_integer')
    .transform(Number)
    .pipe(whole(min, max));
/** By time, severity, duration, place (line and kilometer point), assignee, cause, or number of comments. */
const ORDERINGS = [
  '-opened_at',
  'opened_at',
  '-last_at',
  'last_at',
  '-severity',
  'severity',
  '-duration',
  'duration',
  'place',
  '-place',
  'assignee',
  '-assignee',
  'cause',
  '-cause',
  'comments',
  '-comments',
] as const;
const listQuery = z.strictObject({
  ...alertFilters,
  limit: integerText(1, 5000).default(1000),
  before: z
    .string()
    .regex(/^[^,]+,\d+$/, 'cursor')
    .optional(),
  ordering: oneOf(ORDERINGS).optional(),
  page: z.string().optional(),
  page_size: integerText(1, 5000).optional(),
});
/** What alerts are grouped by: one cause on one AERO (`group`), or a box. */
export const ALERT_GROUPINGS = ['group', 'box'] as const;
const base = { tag: 'Alerts', level: 'member' } as const;

export const alertsOpened = endpoint({
  ...base,
  name: 'alerts.opened',
  method: 'GET',
  path: '/alerts/opened/',
  apiKey: 'read',
  summary: 'Open alerts, newest first, as a plain array; total in X-Total-Count',
  query: listQuery.extend({
    /**
     * With it a page has so many groups instead of alerts, each with all its alerts, the most severe first. Order
     * and total are those of the groups.
     */
    by: oneOf(ALERT_GROUPINGS).optional(),
  }),
  response: z.array(alert),
});
export const alertsArchived = endpoint({
  ...base,
  name: 'alerts.archived',
  method: 'GET',
  path: '/alerts/archived/',
  apiKey: 'read',
  summary: 'Archived alerts, newest first, as a plain array; total in X-Total-Count',
  query: listQuery,
  response: z.array(alert),
});
export const alertsBoxes = endpoint({
  ...base,
  name: 'alerts.boxes',
  method: 'GET',
  path: '/alerts/boxes/',
  apiKey: 'read',
  summary: 'Open alerts by box',
  query: z.strictObject(alertFilters),
  response: z.array(z.object({ box: integer, alerts: z.array(alert) })),
});
export const alertsBoxesCount = endpoint({
  ...base,
  name: 'alerts.boxes_count',
  method: 'GET',
  path: '/alerts/boxes/count/',
  apiKey: 'read',
  summary: 'How many open alerts each box has',
  query: z.strictObject(alertFilters),
  response: z.array(z.object({ box: integer, count: integer })),
});
export const alertsGet = endpoint({
  ...base,
  name: 'alerts.get',
  method: 'GET',
  path: '/alerts/{id}/',
  apiKey: 'read',
  resource: 'alert',
  summary: 'One alert',
  response: alert,
});
export const alertsPatch = endpoint({
  ...base,
  name: 'alerts.patch',
  confirm: 'daily',
  method: 'PATCH',
  path: '/alerts/{id}/',
  resource: 'alert',
  errors: [412],
  summary:
    'Mark as seen (archives it), reopen with seen false, comment, assign (who is told), or change severity and cause',
  body: z
    .strictObject({
      seen: z.boolean('not_boolean'),
      comment: paragraphs(TEXT_LENGTHS.alert.comment),
      severity: oneOf(SEVERITIES),
      assignee: id.nullable(),
      mechanism: oneOf(MECHANISM_KEYS).nullable(),
      cause: oneOf(FAILURE_CAUSE_KEYS).nullable(),
    })
    .partial(),
  response: alert,
});
export const alertsComments = endpoint({
  ...base,
  name: 'alerts.comments',
  method: 'GET',
  path: '/alerts/{id}/comments/',
  apiKey: 'read',
  resource: 'alert',
  summary: 'What people wrote about an alert, oldest first',
  response: z.array(alertComment),
});
export const alertsComment = endpoint({
  ...base,
  name: 'alerts.comment',
  confirm: 'daily',
  method: 'POST',
  path: '/alerts/{id}/comments/',
  resource: 'alert',
  status: 201,
  summary: 'Write about an alert',
  body: z.strictObject({ text: text(TEXT_LENGTHS.alert.comment) }),
  response: alertComment,
});
export const TIMELINE = [
  'opened',
  'clear',
  'reopen',
  'flap',
  'settle',
  'told',
  'seen',
  'reopened',
  'assigned',
  'severity',
  'cause',
  'comment',
  'silence_over',
  'still',
] as const;
export const alertsTimeline = endpoint({
  ...base,
  name: 'alerts.timeline',
  method: 'GET',
  path: '/alerts/{id}/timeline/',
  resource: 'alert',
  summary: 'How an episode went: opened, told to whom, seen, assigned, still true, over; oldest first',
  response: z.array(
    z.object({
      at: instant,
      type: z.enum(TIMELINE),
      /** The user who acted, or who was notified. */
      name: z.string().nullable(),
      /** The channel, the new value, or the text. */
      detail: z.string().nullable(),
      count: integer.nullable(),
    }),
  ),
});
export const alertsArchive = endpoint({
  ...base,
  name: 'alerts.archive',
  confirm: 'daily',
  method: 'POST',
  path: '/alerts/archive/',
  summary: 'Mark many as seen',
  body: z.strictObject({
    ids: z.array(id).min(1, 'required').max(5000, 'max_items|5000'),
    comment: paragraphs(TEXT_LENGTHS.alert.comment).optional(),
  }),
  response: z.object({ archived: integer, ids: z.array(integer) }),
});
export const alertsExport = endpoint({
  ...base,
  name: 'alerts.export',
  recorded: 'export',
  method: 'GET',
  path: '/alerts/export/',
  apiKey: 'read',
  answers: 'stream',
  summary: 'Alerts as CSV or XLSX',
  query: z.strictObject({
    ...alertFilters,
    state: oneOf(['opened', 'archived', 'all']).default('opened'),
    format: oneOf(FILE_FORMAT_KEYS).default(DEFAULT_FORMAT),
    language: oneOf(LANGUAGE_KEYS).optional(),
    unit_system: oneOf(UNIT_SYSTEMS).optional(),
    time_zone: z.string().max(64).optional(),
  }),
});
/**
 * AEROs whose alerts are muted because their SAMI is unsatisfactory: listed because they would otherwise look
 * quiet.
 */
export const alertsMuted = endpoint({
  ...base,
  name: 'alerts.muted',
  method: 'GET',
  path: '/alerts/muted/',
  apiKey: 'read',
  summary: 'AEROs muted because unsatisfactory: since when, by what',
  query: z.strictObject({ client: idList.optional(), box: idList.optional() }),
  response: z.array(
    z.object({
      aero: integer,
      box: integer,
      since: instant.nullable(),
      user: integer.nullable(),
      user_name: z.string().nullable(),
      supervisor: integer.nullable(),
      supervisor_name: z.string().nullable(),
      reason: z.string(),
    }),
  ),
});
