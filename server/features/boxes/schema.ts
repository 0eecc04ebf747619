import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, GeneratedTime, Json } from '../../platform/database/column.ts';

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
  /** The previous password, while it is still valid. */
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
  /** The version it ran before it reverted to an older one. */
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
  /** The text that a search looks in, in lower case. Generated. */
  search_text: ColumnType<string, never, never>;
  twin_pending_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  twin_refused: Generated<boolean>;
  /** Earlier measures of the present hardware are set aside; null: it is the first. */
  hardware_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
/** Former hardware of a box. */
export interface BoxHardwareTable {
  id: Generated<number>;
  box_id: number;
  serial_number: string;
  since: Date | null;
  until: Date;
  ended_at: GeneratedTime;
  ended_by: number | null;
  undone: Generated<boolean>;
  secret_hash: Buffer | null;
  reported: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  reported_version: number | null;
  reported_at: Date | null;
  hardware_version: string | null;
  refused_count: Generated<number>;
  refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
/** What a manufacturer printed on its boxes. */
export interface BoxClaimsTable {
  serial_number: string;
  code_hash: Buffer;
  created_at: GeneratedTime;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
/** Boxes that came by themselves. */
export interface WaitingBoxesTable {
  box_id: number;
  since: Date;
  address: string;
}
export interface BoxTagsTable {
  box_id: number;
  tag_id: number;
}

/** Text by which boxes are found; updated by triggers. */
export interface BoxWordsTable {
  box_id: number;
  words: string;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface BoxesTables {
  box_words: BoxWordsTable;
  boxes: BoxesTable;
  box_tags: BoxTagsTable;
  box_hardware: BoxHardwareTable;
  box_claims: BoxClaimsTable;
  waiting_boxes: WaitingBoxesTable;
}
