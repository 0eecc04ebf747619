import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Json } from '../../platform/database/column.ts';

export interface BoxConfigurationsTable {
  box_id: number;
  version: number;
  desired: Json;
  user_id: number | null;
  at: GeneratedTime;
}
export interface ConfigurationChangesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  user_id: number | null;
  changes: Json;
  stopped: Generated<boolean>;
}
export interface ConfigurationChangeBoxesTable {
  change_id: number;
  box_id: number;
  version: number;
  wave: Generated<number>;
  desired: ColumnType<object | null, string | null | undefined, string | null>;
}
export interface CommandsTable {
  id: string;
  box_id: number;
  command: string;
  state: Generated<string>;
  detail: string | null;
  user_id: number | null;
  created_at: GeneratedTime;
  answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface TwinTables {
  box_configurations: BoxConfigurationsTable;
  configuration_changes: ConfigurationChangesTable;
  configuration_change_boxes: ConfigurationChangeBoxesTable;
  commands: CommandsTable;
}
