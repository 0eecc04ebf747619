import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, GeneratedTime, Time } from './column.ts';

export interface WorkOrdersTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number;
  box_id: number;
  aero_id: number | null;
  title: Generated<string>;
  description: Generated<string>;
  kind: string;
  source: string;
  alert_id: number | null;
  severity: Generated<string>;
  state: Generated<string>;
  due_on: string | null;
  assignee_id: number | null;
  checklist: GeneratedJson<readonly StoredCheck[]>;
  acts: Generated<string[]>;
  verdict: string | null;
  mechanism: string | null;
  cause: string | null;
  closing_note: Generated<string>;
  external_reference: string | null;
  external_url: string | null;
  created_by: number | null;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_by: number | null;
}
/** A line of a checklist: of the table by its code, or of one's own by its text. */
export interface StoredCheck {
  readonly code: string | null;
  readonly text: string;
  readonly done: boolean;
  readonly note: string;
}
export interface WorkOrderCommentsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  work_order_id: number;
  user_id: number | null;
  text: string;
}
export interface WorkOrderPhotosTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  work_order_id: number;
  user_id: number | null;
  caption: Generated<string>;
  width: number;
  height: number;
  size: number;
  keeps_position: Generated<boolean>;
  picture: Buffer;
}
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
  /** Sealed. */
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
export interface ReportSubscriptionsTable {
  user_id: number;
  client_id: number;
  /** The last month whose report was sent, YYYY-MM. */
  sent_month: string | null;
}
