/** Events sent by webhooks, and the collection whose item is sent as `data`. */
export const WEBHOOK_EVENTS = {
  'alert.opened': 'alerts',
  'alert.cleared': 'alerts',
  'alert.archived': 'alerts',
  'finding.changed': 'diagnostics',
  'box.silent': 'boxes',
  'box.back': 'boxes',
  'box.fell_back': 'boxes',
  'work_order.proposed': 'work_orders',
  'work_order.created': 'work_orders',
  'work_order.changed': 'work_orders',
  'work_order.closed': 'work_orders',
  'rollout.finished': 'rollouts',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_KEYS = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];

/** Hours for which one delivery is tried; an endpoint that accepted nothing for as long is disabled. */
export const WEBHOOK_HOURS = 72;
/** Consecutive failures from which an endpoint counts as down: it then gets only one delivery as a probe. */
export const WEBHOOK_PATIENCE = 3;
/** Days for which events are kept, so that they can be sent again. */
export const WEBHOOK_KEPT_DAYS = 30;
const FIRST_PAUSE = 5;
const MAX_PAUSE = 6 * 3600;

/**
 * Seconds until the next attempt after `attempts` failures: 5 s, growing threefold, at most six hours.
 * `random` (0 to 1) subtracts up to a fifth, so that many retries do not coincide.
 */
export function webhookPause(attempts: number, random: number): number {
  const full = Math.min(FIRST_PAUSE * 3 ** Math.min(attempts - 1, 12), MAX_PAUSE);
  return full * (1 - random / 5);
}
