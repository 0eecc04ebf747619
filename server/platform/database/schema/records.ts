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
/** Who a deleted person was whom entries name by their number. */
export interface FormerPeopleTable {
  user_id: number;
  sealed: string;
  deleted_at: GeneratedTime;
}
/** Last links of what retention took. */
export interface AuditHeadsTable {
  seq: number;
  hash: Buffer;
  entries: number;
  at: GeneratedTime;
}
/** Written by the owner of the database alone. */
export interface AuditSettingsTable {
  retention_days: number | null;
}
/** A view: entries with who they are about. */
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
export interface JobsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  kind: string;
  /** The person or API key that requested it. */
  user_id: ColumnType<number | null, number | null | undefined, number | null>;
  key_id: ColumnType<number | null, number | null | undefined, number | null>;
  client_id: number | null;
  state: Generated<string>;
  progress: Generated<number>;
  total: number | null;
  detail: string | null;
  params: Json;
  file: string | null;
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  cancel_asked: Generated<boolean>;
  heartbeat_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
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
export interface ProcessReportsTable {
  id: string;
  at: GeneratedTime;
  report: Json;
}
export interface SettingsTable {
  key: string;
  value: Json;
}
