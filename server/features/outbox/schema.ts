import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, GeneratedTime } from '../../platform/database/column.ts';

export interface MessagesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number | null;
  user_id: number | null;
  channel: string;
  kind: string;
  recipient: string;
  subject: Generated<string>;
  payload: GeneratedJson;
  state: Generated<string>;
  attempts: Generated<number>;
  last_error: string | null;
  next_attempt_at: GeneratedTime;
  first_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  provider_id: string | null;
}
export interface UserChannelsTable {
  user_id: number;
  channel: string;
  enabled: Generated<boolean>;
  /** Encrypted. */
  address: string | null;
  /** The visible part of the address. */
  shown: string | null;
  format: string | null;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface OutboxTables {
  user_channels: UserChannelsTable;
  messages: MessagesTable;
}
