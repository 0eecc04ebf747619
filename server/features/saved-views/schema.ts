import type { Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

export interface SavedViewsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  user_id: number;
  /** The screen of the address: `visualization` or `boxes`. */
  screen: Generated<string>;
  name: string;
  query: string;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface SavedViewsTables {
  saved_views: SavedViewsTable;
}
