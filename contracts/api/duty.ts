import { isTimeZone } from '@aerowatch/domain/series/time-zone';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { WORK_SEVERITIES } from '@aerowatch/domain/work/orders';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  calendarDay,
  day,
  id,
  idList,
  integer,
  listQuery,
  missingOr,
  oneOf,
  optionalText,
  page,
  stamps,
  whole,
} from '../fields.ts';

/** Minutes after which a matter that nobody accepted goes to the next person: a quarter of an hour to a week. */
export const ESCALATION_MINUTES = whole(15, 10_080);

export const dutyRoster = z.object({
  id: integer,
  ...stamps,
  client: integer,
  starts_on: calendarDay,
  weeks: integer,
  hour: integer,
  time_zone: z.string(),
  people: z.array(integer),
  exceptions: z.array(
    z.object({
      from: calendarDay,
      to: calendarDay,
      user: integer.nullable(),
      substitute: integer,
      reason: z.string(),
    }),
  ),
  escalate_after: integer.nullable(),
  escalate_from: z.enum(WORK_SEVERITIES),
  /** Who is on duty now; null before the first day, and where nobody is left. */
  on_duty: integer.nullable(),
});
export type DutyRosterAnswer = z.infer<typeof dutyRoster>;

const exception = z
  .strictObject({
    from: day,
    to: day,
    user: id.nullable().default(null),
    substitute: id,
    reason: optionalText(TEXT_LENGTHS.duty.reason).default(''),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'after_from' });
const fields = {
  starts_on: day,
  weeks: whole(1, 12),
  hour: whole(0, 23),
  time_zone: z.string({ error: missingOr('not_text') }).refine(isTimeZone, 'time_zone'),
  people: z.array(id).min(1, 'required').max(50, 'max_items|50'),
  exceptions: z.array(exception).max(200, 'max_items|200'),
  escalate_after: ESCALATION_MINUTES.nullable(),
  escalate_from: oneOf(WORK_SEVERITIES),
};
const base = { tag: 'Duty rosters' } as const;

export const dutyRostersList = endpoint({
  ...base,
  name: 'duty_rosters.list',
  method: 'GET',
  path: '/duty-rosters/',
  level: 'member',
  summary: 'Duty rosters, one a client',
  query: listQuery(['id', 'client', 'created_at', 'updated_at'], { ...byChange, client: idList.optional() }),
  response: page(dutyRoster),
});
export const dutyRostersCreate = endpoint({
  ...base,
  name: 'duty_rosters.create',
  confirm: 'daily',
  method: 'POST',
  path: '/duty-rosters/',
  level: 'privileged',
  status: 201,
  summary:
    'Write the duty roster of a client, in place of the one before; client may be left out by those who have one',
  body: z.strictObject({
    ...fields,
    client: id.optional(),
    weeks: fields.weeks.default(1),
    hour: fields.hour.default(8),
    exceptions: fields.exceptions.default([]),
    escalate_after: fields.escalate_after.default(null),
    escalate_from: fields.escalate_from.default('medium'),
  }),
  response: dutyRoster,
});
export const dutyRostersGet = endpoint({
  ...base,
  name: 'duty_rosters.get',
  method: 'GET',
  path: '/duty-rosters/{id}/',
  level: 'member',
  resource: 'duty_roster',
  summary: 'One duty roster',
  response: dutyRoster,
});
export const dutyRostersPatch = endpoint({
  ...base,
  name: 'duty_rosters.patch',
  confirm: 'daily',
  method: 'PATCH',
  path: '/duty-rosters/{id}/',
  level: 'privileged',
  resource: 'duty_roster',
  errors: [412],
  summary: 'Change a duty roster; a list replaces the one before',
  body: z.strictObject(fields).partial(),
  response: dutyRoster,
});
export const dutyRostersDelete = endpoint({
  ...base,
  name: 'duty_rosters.delete',
  confirm: 'daily',
  method: 'DELETE',
  path: '/duty-rosters/{id}/',
  level: 'privileged',
  resource: 'duty_roster',
  errors: [412],
  summary:
    'Delete a duty roster; rules that tell the person on duty then tell all where they name nobody else',
});
