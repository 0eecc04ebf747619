import { COMPARATOR_KEYS } from '@aerowatch/domain/alerting/comparators';
import {
  ACTION_TYPES,
  CONDITION_METRIC_KEYS,
  MAX_CONDITIONS,
  type PeriodUnit,
  PERIOD_UNITS as UNITS,
} from '@aerowatch/domain/alerting/condition';
import { SEVERITIES } from '@aerowatch/domain/alerting/severity';
import { FINDING_KEYS } from '@aerowatch/domain/faults/list';
import { ACTION_CHANNELS } from '@aerowatch/domain/notifications/channels';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  coerced,
  flag,
  id,
  idList,
  instant,
  integer,
  listQuery,
  oneOf,
  page,
  real,
  stamps,
  text,
  time,
  whole,
} from '../fields.ts';
import { ESCALATION_MINUTES } from './duty.ts';

const PERIOD_UNITS = Object.keys(UNITS) as unknown as readonly [PeriodUnit, ...PeriodUnit[]];

/** What a supervisor watches: chosen AEROs, or all of a tag or of its client, including those added later. */
export const SUPERVISOR_SCOPES = ['aeros', 'tag', 'client'] as const;

const FINDINGS = ['any', ...FINDING_KEYS] as const;

const action = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.enum(ACTION_CHANNELS) }),
    z.strictObject({ type: z.literal('sami'), level: oneOf(SAMI_LEVELS) }),
  ],
  { error: `one_of|${ACTION_TYPES.join(', ')}` },
);
/** A condition in an answer. Invalid combinations are refused by `conditionProblems` of domain/alerting. */
export const condition = z.object({
  id: integer,
  metric: z.enum(CONDITION_METRIC_KEYS),
  comparator: z.enum(COMPARATOR_KEYS),
  value: z.number(),
  percent: z.number(),
  average: z.boolean(),
  period: z.object({ value: z.number(), unit: z.enum(PERIOD_UNITS) }),
  finding: z.enum(FINDINGS).nullable(),
  recovery: z.number().nullable(),
  hold_clear: z.object({ value: z.number(), unit: z.enum(PERIOD_UNITS) }).nullable(),
  severity: z.enum(SEVERITIES),
  actions: z.array(action),
});
export type ApiCondition = z.infer<typeof condition>;
const limit = real(-1e9, 1e9);
const period = z.strictObject({
  value: real(0, 2_678_400),
  unit: oneOf(PERIOD_UNITS),
});
export const conditionInput = z.strictObject({
  id: id.optional(),
  metric: oneOf(CONDITION_METRIC_KEYS),
  comparator: oneOf(COMPARATOR_KEYS),
  value: limit,
  percent: real(1, 100).nullable().optional(),
  average: z.boolean('not_boolean').nullable().optional(),
  /** May be left out for metrics without a period. */
  period: period.default({ value: 0, unit: 'seconds' }),
  finding: oneOf(FINDINGS).nullable().optional(),
  recovery: limit.nullable().optional(),
  hold_clear: period.nullable().optional(),
  severity: oneOf(SEVERITIES).nullable().optional(),
  actions: z.array(action).min(1, 'required').max(10, 'max_items|10'),
});
/**
 * The recipients: all users of the client, or roles, persons and the person in charge; all, if none of these
 * exist.
 */
const tell = z.object({
  all: z.boolean(),
  groups: z.array(integer),
  users: z.array(integer),
  in_charge: z.boolean(),
  on_duty: z.boolean(),
  /** Minutes until a matter that nobody accepted goes to the next on duty; null: as the roster says. */
  escalate_after: integer.nullable(),
});
export type Tell = z.infer<typeof tell>;
const tellInput = z.strictObject({
  all: z.boolean('not_boolean'),
  groups: z.array(id).max(20, 'max_items|20').default([]),
  users: z.array(id).max(200, 'max_items|200').default([]),
  in_charge: z.boolean('not_boolean').default(false),
  on_duty: z.boolean('not_boolean').default(false),
  escalate_after: ESCALATION_MINUTES.nullable().default(null),
});
export const supervisor = z.object({
  id: integer,
  ...stamps,
  name: z.string(),
  client: integer,
  scope: z.enum(SUPERVISOR_SCOPES),
  /** The tag whose boxes' AEROs it watches, with the scope `tag`. */
  tag: integer.nullable(),
  aeros: z.array(integer),
  enabled: z.boolean(),
  /** Joined by "and": a single alert, while all conditions are true. */
  joined: z.boolean(),
  conditions: z.array(condition),
  tell,
});
export type Supervisor = z.infer<typeof supervisor>;
/** A supervisor in a list: `most_aeros` puts the counts beside the ids, or in their place. */
export const listedSupervisor = supervisor.extend({
  /** Null where it watches more AEROs than `most_aeros`. */
  aeros: supervisor.shape.aeros.nullable(),
  /** How many AEROs it watches, with `most_aeros`. */
  aero_count: integer.optional(),
  /** How many of them are unsatisfactory, with `most_aeros`. */
  unsatisfactory_count: integer.optional(),
});
export type ListedSupervisor = z.infer<typeof listedSupervisor>;
const fields = {
  name: text(TEXT_LENGTHS.supervisor.name),
  scope: oneOf(SUPERVISOR_SCOPES),
  tag: id.nullable(),
  /** Required with the scope `aeros`; with other scopes the server finds them. */
  aeros: z.array(id).max(20_000, 'max_items|20000'),
  enabled: z.boolean('not_boolean'),
  joined: z.boolean('not_boolean'),
  conditions: z.array(conditionInput).min(1, 'required').max(MAX_CONDITIONS, `max_items|${MAX_CONDITIONS}`),
  tell: tellInput,
};
export const supervisorInput = z.strictObject({
  ...fields,
  client: id.optional(),
  scope: fields.scope.default('aeros'),
  tag: fields.tag.default(null),
  aeros: fields.aeros.default([]),
  enabled: fields.enabled.default(true),
  joined: fields.joined.default(false),
  tell: fields.tell.default({
    all: true,
    groups: [],
    users: [],
    in_charge: false,
    on_duty: false,
    escalate_after: null,
  }),
});
const base = { tag: 'Supervisors' } as const;

export const supervisorsList = endpoint({
  ...base,
  name: 'supervisors.list',
  method: 'GET',
  path: '/supervisors/',
  level: 'member',
  summary: 'Supervisors',
  query: listQuery(['id', 'name', 'client', 'enabled', 'created_at', 'updated_at'], {
    ...byChange,
    client: idList.optional(),
    enabled: flag.optional(),
    aero: idList.optional(),
    name: z.string().optional(),
    /** With it, ids only of supervisors that watch at most this many AEROs, and counts of all. */
    most_aeros: coerced(whole(0, 20_000)).optional(),
  }),
  response: page(listedSupervisor),
});
export const supervisorsCreate = endpoint({
  ...base,
  name: 'supervisors.create',
  confirm: 'daily',
  method: 'POST',
  path: '/supervisors/',
  level: 'privileged',
  status: 201,
  summary: 'Create a supervisor',
  body: supervisorInput,
  response: supervisor,
});
export const supervisorsGet = endpoint({
  ...base,
  name: 'supervisors.get',
  method: 'GET',
  path: '/supervisors/{id}/',
  level: 'member',
  resource: 'supervisor',
  summary: 'One supervisor',
  response: supervisor,
});
export const supervisorsPatch = endpoint({
  ...base,
  name: 'supervisors.patch',
  confirm: 'daily',
  method: 'PATCH',
  path: '/supervisors/{id}/',
  level: 'member',
  resource: 'supervisor',
  errors: [412],
  summary: 'Change a supervisor; a changed condition or AERO starts from clear',
  body: z
    .strictObject({
      ...fields,
      id: z.unknown(),
      client: z.unknown(),
      created_at: z.unknown(),
      updated_at: z.unknown(),
    })
    .partial(),
  response: supervisor,
});
export const supervisorsDelete = endpoint({
  ...base,
  name: 'supervisors.delete',
  confirm: 'daily',
  method: 'DELETE',
  path: '/supervisors/{id}/',
  level: 'privileged',
  resource: 'supervisor',
  errors: [412],
  summary: 'Delete a supervisor; its alerts stay',
});
export const wouldBeAlert = z.object({
  condition: integer,
  aero: integer,
  box: integer,
  opened_at: instant,
  value: z.number(),
  last_value: z.number(),
  last_at: instant,
  cleared_at: instant.nullable(),
  occurrences: integer,
  actions: integer,
  flapping: z.boolean(),
});
export const supervisorsRehearse = endpoint({
  ...base,
  name: 'supervisors.rehearse',
  confirm: 'reads',
  method: 'POST',
  path: '/supervisors/rehearse/',
  level: 'member',
  errors: [413],
  summary: 'What a supervisor would have opened over past data (`condition` is the index in the request)',
  body: z.strictObject({ supervisor: supervisorInput.partial({ name: true }), from: time, to: time }),
  response: z.object({
    from: instant,
    to: instant,
    count: integer,
    alerts: z.array(wouldBeAlert),
    truncated: z.boolean(),
    by_condition: z.array(
      z.object({ condition: integer, count: integer, aeros: integer, not_judged_aeros: integer }),
    ),
  }),
});
