import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { integer, oneOf } from '../fields.ts';
import { ALERT_GROUPINGS, alertFilters } from './alerts.ts';

const ids = z.array(integer);

export const alertsColumns = endpoint({
  tag: 'Alerts',
  name: 'alerts.columns',
  method: 'GET',
  path: '/alerts/columns/',
  level: 'member',
  apiKey: 'read',
  summary: 'All open alerts that match, without limit, newest first, as columns of ids',
  query: z.strictObject({ ...alertFilters, by: oneOf(ALERT_GROUPINGS).optional() }),
  response: z.object({
    id: ids,
    aero: ids,
    box: ids,
    /** The alert that represents its group, or, not grouped, itself. */
    lead: ids,
  }),
});
