import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Json } from '../../platform/database/column.ts';

export interface JobsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  kind: string;
  /** The person or API key that requested it. */
  user_id: ColumnType<number | null, number | null | undefined, number | null>;
  key_id: ColumnType<number | null, number | null | undefined, number | null>;
  client_id: number | null;
  state: Generated<string>;
  progress: Generated<number>;
  total: number | null;
  detail: string | null;
  params: Json;
  file: string | null;
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  cancel_asked: Generated<boolean>;
  heartbeat_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface JobsTables {
  jobs: JobsTable;
}
