import type { Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

export interface NotificationsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  user_id: number;
  channel: string;
  alert_id: number;
  occurrence: Generated<number>;
  kind: Generated<string>;
  message_id: number | null;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface NotificationsTables {
  notifications: NotificationsTable;
}
