import { CONDITION_METRIC_KEYS } from '@aerowatch/domain/alerting/condition';
import { CHAIN_PROBLEMS } from '@aerowatch/domain/audit-problems';
import { VERDICTS } from '@aerowatch/domain/faults/finding';
import { FAULTS } from '@aerowatch/domain/faults/list';
import { ACTS } from '@aerowatch/domain/faults/vocabulary';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { MORNING_REASONS } from '@aerowatch/domain/morning/morning';
import { CHANNEL_KEYS, enabledField } from '@aerowatch/domain/notifications/channels';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  calendarDay,
  fieldsOf,
  idList,
  instant,
  integer,
  listQuery,
  oneOf,
  page,
  text,
  time,
  whole,
} from '../fields.ts';
import { BOX_STATUSES } from './aeros.ts';
import { measure } from './measures.ts';

const base = { apiKey: false, tag: 'Console' } as const;
const integerText = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'not_integer')
    .transform(Number)
    .pipe(whole(min, max));
export const ATTENTION_REASONS = ['unsatisfactory', 'silent', 'alerting'] as const;
export const dashboard = endpoint({
  ...base,
  apiKey: 'read',
  name: 'console.dashboard',
  method: 'GET',
  path: '/dashboard/',
  level: 'member',
  summary: 'All figures of the dashboard',
  query: z.strictObject({ days: integerText(1, 730).default(30), client: idList.optional() }),
  response: z.object({
    boxes: integer,
    boxes_online: integer,
    aeros: integer,
    open_alerts: integer,
    measures: integer,
    online_share: z.number().nullable(),
    status: z.record(z.enum(BOX_STATUSES), integer),
    sami: z.record(z.enum(SAMI_LEVELS), integer),
    evolution: z.array(z.object({ day: calendarDay, count: integer })),
    latest: measure.extend({ box: integer, serial_number: z.string(), position: integer }).nullable(),
    attention: z.array(
      z.object({
        box: integer,
        serial_number: z.string(),
        name: z.string(),
        line: z.string(),
        pole: z.string(),
        sami: z.enum(SAMI_LEVELS),
        status: z.enum(BOX_STATUSES),
        open_alerts: integer,
        last_send: instant.nullable(),
        reasons: z.array(z.enum(ATTENTION_REASONS)),
        muted: z.boolean(),
      }),
    ),
  }),
});
const nullableTime = instant.nullable();
/** An AERO that needs attention, listed once with its main reason. */
const morningRow = z.object({
  aero: integer,
  box: integer,
  client: integer.nullable(),
  serial_number: z.string(),
  position: integer,
  line: z.string(),
  track: z.string(),
  pole: z.string(),
  kilometer_point: z.number().nullable(),
  sami: z.enum(SAMI_LEVELS),
  reason: z.enum(MORNING_REASONS),
  /** All reasons that apply, including the main one. */
  reasons: z.array(z.enum(MORNING_REASONS)),
  since: nullableTime,
  verdict: z.enum(VERDICTS).nullable(),
  fault: z.enum(FAULTS).nullable(),
  confidence: z.number().nullable(),
  act: z.enum(ACTS).nullable(),
  act_by: nullableTime,
  alerts: integer,
  /** The newest of its alerts. */
  alert: integer.nullable(),
  alert_metric: z.enum(CONDITION_METRIC_KEYS).nullable(),
  last_send: nullableTime,
  /** Its open work order with the earliest due date. */
  work_order: integer.nullable(),
  due_on: calendarDay.nullable(),
  /** The highest probability of reaching a margin within the week, with its day and side. */
  chance: z.number().nullable(),
  chance_day: calendarDay.nullable(),
  chance_side: z.enum(['hot', 'cold']).nullable(),
});
export type MorningRow = z.infer<typeof morningRow>;
export const CHANGE_KINDS = ['alert_opened', 'alert_ended', 'finding', 'silent', 'sami'] as const;

const morningChanges = z.object({
  /** When the caller's previous visit ended; null at the first. */
  since: nullableTime,
  counts: z.record(z.enum(CHANGE_KINDS), integer),
  /** The newest changes. */
  results: z.array(
    z.object({
      kind: z.enum(CHANGE_KINDS),
      at: instant,
      aero: integer.nullable(),
      box: integer,
      serial_number: z.string(),
      position: integer.nullable(),
      fault: z.enum(FAULTS).nullable(),
      sami: z.enum(SAMI_LEVELS).nullable(),
      alert: integer.nullable(),
    }),
  ),
});
export type MorningChanges = z.infer<typeof morningChanges>;

export const morning = endpoint({
  ...base,
  apiKey: 'read',
  name: 'console.morning',
  method: 'GET',
  path: '/morning/',
  level: 'observer',
  summary:
    'What needs attention today, an AERO once, the most pressing first; and what changed since the caller’s last visit',
  query: z.strictObject({ client: idList.optional(), limit: integerText(1, 500).default(50) }),
  response: z.object({
    count: integer,
    results: z.array(morningRow),
    changes: morningChanges,
  }),
});
export const search = endpoint({
  ...base,
  name: 'console.search',
  method: 'GET',
  path: '/search/',
  level: 'member',
  summary: 'Boxes, poles, AEROs, users and supervisors that match a few words',
  query: z.strictObject({
    q: z.string().max(200, 'max_length|200').default(''),
    limit: integerText(1, 50).default(20),
  }),
  response: z.object({
    results: z.array(
      z.object({
        type: z.enum(['box', 'aero', 'pole', 'user', 'supervisor', 'client', 'tag']),
        id: integer,
        label: z.string(),
        detail: z.string(),
        box: integer.nullable(),
      }),
    ),
  }),
});
export const auditList = endpoint({
  ...base,
  name: 'audit.list',
  method: 'GET',
  path: '/audit/',
  level: 'privileged',
  summary: 'Who changed what, when, from what to what, from which address',
  query: listQuery(['id', 'at'], {
    entity: z.string().max(50).optional(),
    entity_id: idList.optional(),
    user: idList.optional(),
    client: idList.optional(),
    action: z.string().max(200).optional(),
    from: time.optional(),
    to: time.optional(),
  }),
  response: page(
    z.object({
      id: integer,
      at: instant,
      user: integer.nullable(),
      user_name: z.string(),
      client: integer.nullable(),
      action: z.string(),
      entity: z.string(),
      entity_id: integer.nullable(),
      entity_name: z.string(),
      changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
      address: z.string().nullable(),
      /** The caller's User-Agent. */
      device: z.string().nullable(),
    }),
  ),
});
export const auditPerson = endpoint({
  ...base,
  name: 'audit.person',
  method: 'POST',
  path: '/audit/people/{id}/',
  resource: 'user',
  level: 'admin',
  confirm: true,
  summary:
    'Who the number of a deleted person in the audit log was, for a reason that is written down; as long as the log tells of them',
  body: z.strictObject({ reason: text(TEXT_LENGTHS.audit.reason) }),
  response: z.object({ user: integer, name: z.string(), email: z.string(), deleted_at: instant }),
});
export const auditVerify = endpoint({
  ...base,
  name: 'audit.verify',
  method: 'GET',
  path: '/audit/verify/',
  level: 'admin',
  summary: 'Follow the chain of the audit log: whether anything was changed, removed or put in',
  response: z.object({
    entries: integer,
    head: z.object({ seq: integer, hash: z.string() }),
    from: z.object({ seq: integer, hash: z.string() }),
    erased: integer,
    waiting: integer,
    gaps: integer,
    kept: z.object({ seq: integer, at: instant }).nullable(),
    problems: z.array(
      z.object({
        code: z.enum(CHAIN_PROBLEMS),
        entry: integer.optional(),
        until: integer.optional(),
        at: instant.optional(),
        action: z.string().optional(),
        count: integer.optional(),
      }),
    ),
  }),
});
export const NOTIFICATION_STATES = ['queued', 'sent', 'failed', 'not_sent'] as const;
const notification = z.object({
  id: integer,
  created_at: instant,
  updated_at: instant,
  alerts: z.array(integer),
  alert: integer.nullable(),
  user: integer.nullable(),
  user_name: z.string(),
  recipient: z.string(),
  channel: z.enum(CHANNEL_KEYS),
  kind: z.enum([
    'alert',
    'digest',
    'test',
    'reset',
    'export',
    'email_link',
    'email_asked',
    'email_changed',
    'factors_removed',
    'codes_guessed',
    'key_ending',
    'key_left',
    'webhook_off',
    'week_ahead',
    'report',
    'orders_given',
  ]),
  state: z.enum(NOTIFICATION_STATES),
  attempts: integer,
  last_error: z.string().nullable(),
  next_attempt_at: instant.nullable(),
  sent_at: instant.nullable(),
  subject: z.string(),
});
export const notificationsList = endpoint({
  ...base,
  name: 'notifications.list',
  method: 'GET',
  path: '/notifications/',
  level: 'privileged',
  summary: 'The outbox: every message with its attempts',
  query: listQuery(['id', 'created_at', 'state', 'channel'], {
    ...byChange,
    state: z.string().max(50).optional(),
    channel: z.string().max(20).optional(),
    user: idList.optional(),
    alert: idList.optional(),
  }),
  response: page(notification),
});
export const notificationsRetry = endpoint({
  ...base,
  name: 'notifications.retry',
  confirm: 'daily',
  method: 'POST',
  path: '/notifications/{id}/retry/',
  level: 'privileged',
  resource: 'notification',
  status: 202,
  errors: [409],
  summary: 'Try a failed message again',
  body: z.strictObject({}).optional(),
  response: notification,
});
export const events = endpoint({
  ...base,
  name: 'console.events',
  method: 'GET',
  path: '/events/',
  level: 'member',
  answers: 'events',
  summary:
    'Server-sent events: changes of entities, new measures of chosen AEROs, job progress; Last-Event-ID resumes',
  query: z.strictObject({ aeros: idList.optional() }),
});
/** For each channel, whether the operator has configured it. */
const channelsEnabled = fieldsOf(CHANNEL_KEYS.map(enabledField), z.boolean());
export const meta = endpoint({
  ...base,
  name: 'console.meta',
  method: 'GET',
  path: '/meta/',
  level: 'visitor',
  summary:
    'What the console needs before signing in: title, version, commit (null where unknown), map sources',
  response: z.object({
    title: z.string(),
    version: z.string(),
    commit: z.string().nullable(),
    map_style_url: z.string().nullable(),
    map_overlay_url: z.string().nullable(),
    ...channelsEnabled,
    /** Single sign-on, if configured; `label` is the provider's displayed name. */
    sso: z.object({ label: z.string().nullable() }).nullable(),
    build: z.string(),
  }),
});
export const releaseNotes = endpoint({
  ...base,
  name: 'console.release_notes',
  method: 'GET',
  path: '/release-notes/',
  level: 'member',
  summary:
    'The change log in both languages (Markdown); below administrators without what operators alone use',
  query: z.strictObject({ language: oneOf(LANGUAGE_KEYS).optional() }),
  response: z.object({ language: z.string(), markdown: z.string() }),
});
