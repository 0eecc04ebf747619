import type { Time } from '../../platform/database/column.ts';

export interface UserVisitsTable {
  user_id: number;
  last_at: Time;
  before_at: Time | null;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface MorningTables {
  user_visits: UserVisitsTable;
}
