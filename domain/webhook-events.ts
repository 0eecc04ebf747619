/** What other systems are told of by webhooks, and the collection whose item is sent as `data`. */
export const WEBHOOK_EVENTS = {
  'alert.opened': 'alerts',
  'alert.cleared': 'alerts',
  'alert.archived': 'alerts',
  'finding.changed': 'diagnostics',
  'box.silent': 'boxes',
  'box.back': 'boxes',
  'work_order.created': 'work_orders',
  'work_order.changed': 'work_orders',
  'work_order.closed': 'work_orders',
  'rollout.finished': 'rollouts',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
