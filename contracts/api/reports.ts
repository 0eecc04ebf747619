import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { MONTH } from '@aerowatch/domain/report/month';
import { isTimeZone } from '@aerowatch/domain/series/time-zone';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idText, integer, oneOf } from '../fields.ts';
import { UNIT_SYSTEMS } from './users.ts';

const base = { tag: 'Reports', level: 'member' } as const;

export const reportsMonthly = endpoint({
  ...base,
  apiKey: 'read',
  name: 'reports.monthly',
  recorded: 'export',
  method: 'GET',
  path: '/reports/monthly/',
  answers: 'stream',
  summary:
    'The monthly report of a client as PDF (A4, tagged, PDF/A-2a): what a manager reads, a page for each AERO that needs something, a table of all. Without a month that of last month; language, units and time zone are the caller’s unless given',
  query: z.strictObject({
    client: idText.optional(),
    month: z.string().regex(MONTH, 'month').optional(),
    language: oneOf(LANGUAGE_KEYS).optional(),
    unit_system: oneOf(UNIT_SYSTEMS).optional(),
    time_zone: z.string().max(64).refine(isTimeZone, 'time_zone').optional(),
  }),
});

const subscriptions = z.object({ clients: z.array(integer) });
export const reportsSubscriptions = endpoint({
  ...base,
  name: 'reports.subscriptions',
  method: 'GET',
  path: '/reports/subscriptions/',
  summary: 'Clients whose monthly report you get by e-mail on the first working day of each month',
  response: subscriptions,
});
export const reportsSubscribe = endpoint({
  ...base,
  level: 'observer',
  name: 'reports.subscribe',
  confirm: 'own',
  method: 'PUT',
  path: '/reports/subscriptions/',
  summary: 'Choose the clients whose monthly report you get by e-mail; an empty list: none',
  body: z.strictObject({ clients: z.array(id).max(1000, 'max_items|1000') }),
  response: subscriptions,
});
