import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

export interface DutyRostersTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number;
  starts_on: string;
  weeks: number;
  hour: number;
  time_zone: string;
  escalate_after: Generated<number | null>;
  escalate_from: Generated<string>;
  escalates_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
export interface DutyPeopleTable {
  roster_id: number;
  place: number;
  user_id: number;
}
export interface DutyExceptionsTable {
  roster_id: number;
  place: number;
  from_on: string;
  to_on: string;
  /** Null: whoever would be on duty. */
  user_id: number | null;
  substitute_id: number;
  reason: Generated<string>;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface DutyTables {
  duty_rosters: DutyRostersTable;
  duty_people: DutyPeopleTable;
  duty_exceptions: DutyExceptionsTable;
}
