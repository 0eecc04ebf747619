import type { GeneratedTime } from '../../platform/database/column.ts';

/** The identities of deleted people whom entries mention by number. */
export interface FormerPeopleTable {
  user_id: number;
  sealed: string;
  deleted_at: GeneratedTime;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface AuditTables {
  former_people: FormerPeopleTable;
}
