import type { Generated } from 'kysely';
import type { GeneratedTime, Time } from '../../platform/database/column.ts';

export interface WebhooksTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number;
  url: string;
  description: Generated<string>;
  events: string[];
  language: string;
  enabled: Generated<boolean>;
  /** Encrypted. */
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
  created_by: number | null;
  failures: Generated<number>;
  failing_since: Date | null;
  paused_until: Date | null;
  last_success_at: Date | null;
  last_error: string | null;
  disabled_at: Date | null;
}
export interface WebhookEventsTable {
  id: Generated<number>;
  event_id: Generated<string>;
  at: GeneratedTime;
  client_id: number;
  type: string;
  resource_id: number;
}
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  event_id: number;
  resource: string;
  state: Generated<string>;
  body: string | null;
  attempts: Generated<number>;
  unreachable: Generated<boolean>;
  next_attempt_at: GeneratedTime;
  first_attempt_at: Date | null;
  delivered_at: Date | null;
  last_status: number | null;
  last_error: string | null;
}
export interface WebhookAttemptsTable {
  id: Generated<number>;
  delivery_id: number;
  at: GeneratedTime;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer: Generated<string>;
}
export interface BoxSilencesTable {
  box_id: number;
  client_id: number | null;
  since: Time;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface WebhooksTables {
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  box_silences: BoxSilencesTable;
}
