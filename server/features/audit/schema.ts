import type { GeneratedTime } from '../../platform/database/column.ts';

/** Who a deleted person was whom entries name by their number. */
export interface FormerPeopleTable {
  user_id: number;
  sealed: string;
  deleted_at: GeneratedTime;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface AuditTables {
  former_people: FormerPeopleTable;
}
