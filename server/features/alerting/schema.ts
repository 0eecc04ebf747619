import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Json, Time } from '../../platform/database/column.ts';

export interface SupervisorsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
  client_id: number;
  enabled: Generated<boolean>;
  joined: Generated<boolean>;
  whole_client: Generated<boolean>;
  ready_made: Generated<boolean>;
  tag_id: Generated<number | null>;
  tell_all: Generated<boolean>;
  tell_groups: Generated<number[]>;
  tell_in_charge: Generated<boolean>;
  tell_on_duty: Generated<boolean>;
  /** Minutes, in place of those of the roster. */
  escalate_after: Generated<number | null>;
}
/** Persons who are recipients of a supervisor. */
export interface SupervisorPeopleTable {
  supervisor_id: number;
  user_id: number;
}
/** Boxes to be checked for supervisors that follow a client or a tag. */
export interface SupervisorScopeDueTable {
  id: Generated<number>;
  box_id: number | null;
  supervisor_id: number | null;
}
export interface SupervisorAerosTable {
  supervisor_id: number;
  aero_id: number;
  started_at: GeneratedTime;
}
export interface ConditionsTable {
  id: Generated<number>;
  supervisor_id: number;
  position: number;
  definition: Json;
  started_at: GeneratedTime;
}
export interface AeroDueTable {
  id: Generated<number>;
  aero_id: number;
  from_time: Time;
  created_at: GeneratedTime;
  /** Metrics, as bits, added now to a datapoint stored before. */
  filled: Generated<number>;
}
export interface AeroJudgingTable {
  aero_id: number;
  judged_until: Time;
}
export interface AlertsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  supervisor_id: number | null;
  supervisor_name: string;
  condition_id: number;
  condition: Json;
  aero_id: number;
  box_id: number;
  client_id: number;
  opened_at: Time;
  value: number;
  last_value: number;
  last_at: Time;
  occurrences: Generated<number>;
  cleared_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  late: Generated<boolean>;
  severity: Generated<string>;
  assignee_id: Generated<number | null>;
  mechanism: Generated<string | null>;
  cause: Generated<string | null>;
  flapping: Generated<boolean>;
  silenced: Generated<boolean>;
  silenced_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  silence_id: Generated<number | null>;
  also: Generated<Json>;
  finding: Generated<Json | null>;
  seen_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  seen_by: number | null;
  comment: Generated<string>;
  /** The matter that it belongs to. */
  work_order_id: Generated<number | null>;
}
export interface EpisodesTable {
  condition_id: number;
  aero_id: number;
  state: Json;
  alert_id: number | null;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface AlertingTables {
  supervisors: SupervisorsTable;
  supervisor_scope_due: SupervisorScopeDueTable;
  supervisor_aeros: SupervisorAerosTable;
  supervisor_people: SupervisorPeopleTable;
  conditions: ConditionsTable;
  aero_due: AeroDueTable;
  aero_judging: AeroJudgingTable;
  alerts: AlertsTable;
  episodes: EpisodesTable;
}
