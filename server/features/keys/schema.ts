import type { KeyScope } from '@aerowatch/domain/access';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

export interface ApiKeysTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
  client_id: number;
  prefix: string;
  hash: Buffer;
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expires_at: GeneratedTime;
  scopes: ColumnType<KeyScope[], KeyScope[] | undefined, KeyScope[]>;
  created_by: ColumnType<number | null, number | null | undefined, number | null>;
  /**
   * When its creator left: it then ends in 14 days unless somebody keeps it, which makes it last until
   * `kept_until` (migration 0392).
   */
  maker_left_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  kept_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  /** When its owner was notified that it ends soon. */
  told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface KeysTables {
  api_keys: ApiKeysTable;
}
