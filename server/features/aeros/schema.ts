import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Time } from '../../platform/database/column.ts';

export interface SamiHistoryTable {
  id: Generated<number>;
  aero_id: number;
  from_level: string;
  to_level: string;
  at: Time;
  created_at: GeneratedTime;
  user_id: number | null;
  supervisor_id: number | null;
  supervisor_name: string | null;
  alert_id: number | null;
  reason: Generated<string>;
}
export interface AerosTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  box_id: number;
  position: number;
  serial_number: Generated<string>;
  model_type: Generated<number>;
  line: Generated<string>;
  track_number: Generated<string>;
  conductor_type: string | null;
  mechanical_tension: number | null;
  regularized_length: number | null;
  expansion_coefficient: number | null;
  stroke_min: number | null;
  stroke_max: number | null;
  pressure_min: number | null;
  pressure_max: number | null;
  temperature_min: number | null;
  temperature_max: number | null;
  battery_min: number | null;
  stroke_min_offset: number | null;
  stroke_max_offset: number | null;
  sami: Generated<string>;
  sami_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface AerosTables {
  aeros: AerosTable;
  sami_history: SamiHistoryTable;
}
