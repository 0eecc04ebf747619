import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, GeneratedTime, Json, Time } from './column.ts';

export interface AuditTable {
  id: Generated<number>;
  at: GeneratedTime;
  user_id: number | null;
  client_id: number | null;
  action: string;
  entity: string;
  entity_id: number | null;
  entity_name: Generated<string>;
  changes: GeneratedJson;
  /** Salted hashes of the personal data, by part. */
  personal: GeneratedJson<Record<string, string>>;
}
export interface AuditPersonalTable {
  audit_id: number;
  part: string;
  person: number | null;
  salt: Buffer;
  content: string;
}
/** Entries that are not chained yet. */
export interface AuditWaitingTable {
  audit_id: number;
}
export interface AuditChainTable {
  seq: number;
  audit_id: number;
  hash: Buffer;
  at: GeneratedTime;
}
/** Last links of entries deleted by retention. */
export interface AuditHeadsTable {
  seq: number;
  hash: Buffer;
  entries: number;
  at: GeneratedTime;
}
/** Written only by the owner of the database. */
export interface AuditSettingsTable {
  retention_days: number | null;
}
/** A view: entries with the people they concern. */
export interface AuditToldView {
  id: number;
  at: Time;
  user_id: number | null;
  user_name: string;
  client_id: number | null;
  action: string;
  entity: string;
  entity_id: number | null;
  entity_name: string;
  changes: Json;
  address: string | null;
  device: string | null;
}
export interface ChangeEventsTable {
  id: Generated<number>;
  at: GeneratedTime;
  client_id: number | null;
  user_id: number | null;
  entity: string;
  type: string;
  entity_id: number;
}
export interface IdempotencyKeysTable {
  user_key: string;
  key: string;
  method_path: string;
  body_hash: Buffer;
  status: number | null;
  response: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  created_at: GeneratedTime;
}
/** Ids made by clients for what they write offline. */
export interface TakenIdsTable {
  user_id: number;
  id: string;
  /** The row that came of it. */
  result: number | null;
  at: GeneratedTime;
}
/** Serial numbers that the broker refused. */
export interface RefusedBoxesTable {
  serial_number: string;
  address: string;
  count: number;
  first_at: GeneratedTime;
  last_at: GeneratedTime;
}
export interface SettingsTable {
  key: string;
  value: Json;
}

/** Tables of the platform. Those of the features are added by server/schema.ts, so that each statement is checked against all of them. */
export interface Database {
  audit: AuditTable;
  audit_personal: AuditPersonalTable;
  audit_waiting: AuditWaitingTable;
  audit_chain: AuditChainTable;
  audit_heads: AuditHeadsTable;
  audit_settings: AuditSettingsTable;
  audit_told: AuditToldView;
  change_events: ChangeEventsTable;
  idempotency_keys: IdempotencyKeysTable;
  taken_ids: TakenIdsTable;
  settings: SettingsTable;
  refused_boxes: RefusedBoxesTable;
}
