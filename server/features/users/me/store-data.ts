import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { UserViewer } from '../../../platform/viewer.ts';

/**
 * Rows of a table that refer to a person by a column, and what is disclosed of them: never secrets or hashes.
 */
interface Kept {
  readonly table: string;
  readonly by: string;
  /** Sorted by the first one. */
  readonly columns: readonly string[];
}
const kept = (table: string, by: string, ...columns: string[]): Kept => ({ table, by, columns });
const order = ['id', 'title', 'state', 'created_at'];

/** Data stored about a person in addition to the profile, by its name in the answer. */
export const PERSONAL_DATA: Readonly<Record<string, Kept>> = {
  sessions: {
    table: 'tokens',
    by: 'user_id',
    columns: ['created_at', 'expires_at', 'last_used_at', 'method', 'address', 'device'],
  },
  passkeys: kept('passkeys', 'user_id', 'created_at', 'name', 'last_used_at'),
  authenticator: kept('totp_factors', 'user_id', 'confirmed_at'),
  single_sign_on: kept('sso_identities', 'user_id', 'linked_at', 'issuer', 'sub'),
  directories: kept('scim_people', 'user_id', 'external_id', 'is_made'),
  directory_groups: kept('scim_members', 'user_id', 'group_id'),
  email_changes: kept('email_changes', 'user_id', 'created_at', 'email', 'expires_at'),
  channels: kept('user_channels', 'user_id', 'channel', 'enabled', 'shown', 'format'),
  push_browsers: kept('push_browsers', 'user_id', 'created_at', 'name', 'last_sent_at'),
  visits: kept('user_visits', 'user_id', 'last_at', 'before_at'),
  report_subscriptions: kept('report_subscriptions', 'user_id', 'client_id', 'sent_month'),
  acts: {
    table: 'audit_told',
    by: 'user_id',
    columns: [
      ...['id', 'at', 'action', 'entity', 'entity_id', 'entity_name'],
      ...['changes', 'address', 'device'],
    ],
  },
  messages: {
    table: 'messages',
    by: 'user_id',
    columns: ['created_at', 'channel', 'kind', 'recipient', 'subject', 'state', 'sent_at'],
  },
  notes: kept('notes', 'user_id', 'id', 'box_id', 'aero_id', 'at', 'kind', 'text'),
  saved_views: kept('saved_views', 'user_id', 'id', 'screen', 'name', 'query', 'created_at'),
  alerts_seen: kept('alerts', 'seen_by', 'id', 'seen_at', 'comment'),
  alerts_assigned: kept('alerts', 'assignee_id', 'id', 'opened_at'),
  alert_comments: kept('alert_comments', 'user_id', 'at', 'alert_id', 'text'),
  alert_acts: kept('alert_events', 'user_id', 'at', 'alert_id', 'type', 'detail'),
  sami_changes: kept('sami_history', 'user_id', 'at', 'aero_id', 'from_level', 'to_level', 'reason'),
  supervisors_chosen: kept('supervisor_people', 'user_id', 'supervisor_id'),
  silences: kept('silences', 'user_id', 'id', 'created_at', 'starts_at', 'ends_at', 'reason'),
  work_orders_created: kept('work_orders', 'created_by', ...order),
  work_orders_assigned: kept('work_orders', 'assignee_id', ...order),
  work_orders_accepted: kept('work_orders', 'accepted_by', ...order, 'accepted_at'),
  work_orders_dismissed: kept('work_orders', 'dismissed_by', ...order, 'dismissed_at', 'dismissed_reason'),
  work_orders_escalated: kept('work_orders', 'escalated_to', ...order),
  work_order_acts: kept('work_order_events', 'user_id', 'at', 'work_order_id', 'type', 'detail'),
  notices: kept('notices', 'user_id', 'at', 'work_order_id', 'type', 'comment', 'read_at'),
  notices_given: kept('notices', 'by_id', 'at', 'work_order_id', 'comment'),
  work_orders_closed: kept('work_orders', 'closed_by', ...order, 'closed_at', 'closing_note'),
  work_order_comments: kept('work_order_comments', 'user_id', 'created_at', 'work_order_id', 'text'),
  work_order_photos: kept('work_order_photos', 'user_id', 'created_at', 'work_order_id', 'caption'),
  configurations: kept('box_configurations', 'user_id', 'at', 'box_id', 'version'),
  configuration_changes: kept('configuration_changes', 'user_id', 'created_at', 'id'),
  commands: kept('commands', 'user_id', 'created_at', 'box_id', 'command', 'state'),
  updates_started: kept('rollouts', 'started_by', 'created_at', 'id', 'reason'),
  updates_approved: kept('rollouts', 'approved_by', 'approved_at', 'id'),
  hardware_replaced: kept('box_hardware', 'ended_by', 'box_id', 'serial_number', 'ended_at'),
  answers_on_work: kept('work_answers', 'user_id', 'at', 'aero_id', 'worked'),
  duty: kept('duty_people', 'user_id', 'roster_id', 'place'),
  duty_exceptions: kept('duty_exceptions', 'user_id', 'from_on', 'to_on', 'roster_id', 'reason'),
  duty_taken_over: kept('duty_exceptions', 'substitute_id', 'from_on', 'to_on', 'roster_id'),
  box_links: kept('box_links', 'user_id', 'created_at', 'box_id', 'name'),
  keys: kept('api_keys', 'created_by', 'created_at', 'name', 'expires_at'),
  directory_tokens: kept('scim_tokens', 'created_by', 'created_at', 'name'),
  webhooks: kept('webhooks', 'created_by', 'created_at', 'id', 'description'),
  jobs: kept('jobs', 'user_id', 'id', 'kind', 'state', 'created_at'),
};

/** Everything stored about a user besides the profile, for the user alone (GDPR article 15). */
export async function dataAbout(db: Db, { id }: UserViewer): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {};
  for (const [name, { table, by, columns }] of Object.entries(PERSONAL_DATA)) {
    const { rows } = await sql`select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table)} where ${sql.ref(by)} = ${id} order by 1`.execute(db);
    told[name] = rows;
  }
  return told;
}
