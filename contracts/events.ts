/** Collections whose changes reach the browser, by the customer's names. */
export const EVENT_ENTITIES = [
  'aeros',
  'boxes',
  'clients',
  'firmwares',
  'measures',
  'users',
  'alerts',
  'groups',
  'supervisors',
  'keys',
  'tags',
  'rollouts',
  'jobs',
  'notes',
  'notifications',
  'work_orders',
  'diagnostics',
  'webhooks',
  'silences',
  'matters',
  'notices',
  'duty_rosters',
] as const;
export type EventEntity = (typeof EVENT_ENTITIES)[number];

/**
 * One change, as server-sent event data. `data` is the resource as the caller may see it; null when deleted.
 * For `measures`, `id` is the AERO and `data` its new measures in time order.
 */
export interface ChangeEvent {
  entity: EventEntity;
  type: 'added' | 'updated' | 'deleted';
  id: number;
  data: unknown;
}
