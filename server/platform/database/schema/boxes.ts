import type { FirmwareSignature, SignedPermit, WithdrawnList } from '@aerowatch/domain/firmware-manifest';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, GeneratedTime, Json } from './column.ts';

export interface FirmwaresTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  version: string;
  description: Generated<string>;
  client_id: number | null;
  size: number;
  sha256: string;
  signature: string;
  minimum_hardware: string | null;
  not_before: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  /** The vendor's; none: this server signs. */
  signatures: ColumnType<FirmwareSignature[], string | undefined, string>;
  file: string;
  installation: string | null;
  withdrawn_at: ColumnType<Date | null, never, Date>;
  withdrawn_reason: Generated<string>;
}
export interface WithdrawnListsTable {
  id: Generated<number>;
  date: Date;
  list: ColumnType<WithdrawnList, string, never>;
  signatures: ColumnType<FirmwareSignature[], string, never>;
}
export interface BoxesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  serial_number: string;
  name: Generated<string>;
  latitude: number | null;
  longitude: number | null;
  client_id: number | null;
  installation_date: string | null;
  comment: Generated<string>;
  line: Generated<string>;
  altitude: number | null;
  temperature_coldest: number | null;
  temperature_hottest: number | null;
  kilometer_point: number | null;
  pole: Generated<string>;
  iccid: Generated<string>;
  secret_hash: Buffer | null;
  /** The password before, while it still counts. */
  previous_secret_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  previous_secret_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_send: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_contact: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  /** Last message with a measure of that AERO; null: never, or not connected. */
  aero1_send: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  aero2_send: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  desired: Json;
  desired_version: Generated<number>;
  desired_at: GeneratedTime;
  desired_fields_at: GeneratedJson;
  reported: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  reported_version: number | null;
  reported_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  refused: GeneratedJson;
  hardware_version: string | null;
  /** The version before it went back to an older one by itself. */
  firmware_fell_back: string | null;
  firmware_fell_back_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  refresh_id: string | null;
  refresh_state: string | null;
  refresh_asked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  refresh_detail: string | null;
  /** Minutes between uploads: as reported, else as desired. Generated. */
  upload_time: ColumnType<number, never, never>;
  /** As reported. Generated. */
  firmware_version: ColumnType<string | null, never, never>;
  /** What a search looks in, in lower case. Generated. */
  search_text: ColumnType<string, never, never>;
  twin_pending_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  twin_refused: Generated<boolean>;
}
export interface BoxConfigurationsTable {
  box_id: number;
  version: number;
  desired: Json;
  user_id: number | null;
  at: GeneratedTime;
}
export interface BoxLedgersTable {
  box_id: number;
  messages: Generated<number>;
  received: Generated<number>;
  stored: Generated<number>;
  merged: Generated<number>;
  duplicates: Generated<number>;
  set_aside: Generated<number>;
  conflicts: Generated<number>;
  nulled: Generated<number>;
  not_kept: Generated<number>;
  /** Stored from files, not sent by the box. */
  imported: Generated<number>;
}
export interface BoxDayCountsTable {
  day: string;
  box_id: number;
  count: number;
}
export interface TagsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
  color: string;
  client_id: number;
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
export interface BoxTagsTable {
  box_id: number;
  tag_id: number;
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
export interface RolloutsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  firmware_id: number;
  client_id: number | null;
  state: Generated<string>;
  detail: string | null;
  started_by: number | null;
  wave: Generated<number>;
  waves: Generated<number>;
  manual: Generated<boolean>;
  at_once: Generated<number>;
  stop_percent: Generated<number>;
  /** Failures of the wave that were seen and gone on in spite of. */
  accepted_failures: Generated<number>;
  allow_downgrade: Generated<boolean>;
  reason: Generated<string>;
  permit: ColumnType<SignedPermit | null, string | null | undefined, string | null>;
  approved_by: ColumnType<number | null, number | null | undefined, number | null>;
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface RolloutBoxesTable {
  rollout_id: number;
  box_id: number;
  wave: number;
  state: Generated<string>;
  progress: Generated<number>;
  detail: string | null;
  token_hash: Buffer | null;
  token_sealed: string | null;
  token_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  offered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  updated_at: GeneratedTime;
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
