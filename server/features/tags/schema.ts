import type { Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

export interface TagsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
  color: string;
  client_id: number;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface TagsTables {
  tags: TagsTable;
}
