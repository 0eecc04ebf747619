import type { KeyScope } from '@aerowatch/domain/access';
import type { Morning } from '@aerowatch/domain/forecast/mornings';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Json, Time } from './column.ts';

export interface ClientsTable {
  require_second_factor: Generated<boolean>;
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
}
export interface GroupsTable {
  id: number;
  name: string;
}
export interface UsersTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  phone: string | null;
  language: Generated<string>;
  avatar: string | null;
  is_staff: Generated<boolean>;
  is_superuser: Generated<boolean>;
  client_id: number | null;
  is_active: Generated<boolean>;
  /** The password was printed somewhere: the first act is to change it. */
  must_change_password: Generated<boolean>;
  /** When it was; null for one that somebody chose. */
  password_printed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  unit_system: Generated<string>;
  theme: Generated<string>;
  time_zone: Generated<string>;
  notify_over: Generated<boolean>;
  repeat_after: Generated<number | null>;
  quiet_from: Generated<string | null>;
  quiet_to: Generated<string | null>;
  week_ahead: Generated<Morning | null>;
  week_ahead_told: Generated<string | null>;
  last_login: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface UserChannelsTable {
  user_id: number;
  channel: string;
  enabled: Generated<boolean>;
  /** Sealed. */
  address: string | null;
  /** What of the address may be seen. */
  shown: string | null;
  format: string | null;
}
export interface UserVisitsTable {
  user_id: number;
  last_at: Time;
  before_at: Time | null;
}
export interface UserGroupsTable {
  user_id: number;
  group_id: number;
}
export interface TokensTable {
  id: Generated<number>;
  hash: Buffer;
  /** Of the token before, once the session was renewed; answers until `former_until`, null until the new one was used. */
  former_hash: Generated<Buffer | null>;
  former_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  user_id: number;
  created_at: GeneratedTime;
  expires_at: Time;
  /** When this session was last confirmed with password or factor. */
  confirmed_at: Date | null;
  /** How it was opened: `password`, `second_factor`, `passkey`, `sso`. */
  method: Generated<string>;
  address: string | null;
  /** The browser as it calls itself. */
  device: string | null;
  last_used_at: Date | null;
  /** Sealed: what the provider is shown when somebody who came by single sign-on leaves. */
  sso_id_token: string | null;
}
export interface TotpFactorsTable {
  user_id: number;
  /** Sealed. */
  secret: string | null;
  confirmed_at: Date | null;
  /** The newest step of 30 s whose code was used. */
  last_step: Generated<number>;
  pending: string | null;
  pending_at: Date | null;
}
export interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: Generated<number>;
  transports: string[];
  created_at: GeneratedTime;
  last_used_at: Date | null;
}
export interface RecoveryCodesTable {
  id: Generated<number>;
  user_id: number;
  /** argon2id, with the salt of all codes of this person. */
  hash: Buffer;
  salt: Buffer;
  used_at: Date | null;
}
export interface ChallengesTable {
  id: Generated<number>;
  hash: Buffer;
  kind: string;
  user_id: number | null;
  address: string;
  data: Json<Record<string, unknown>>;
  tries: Generated<number>;
  expires_at: Time;
}
export interface SsoIdentitiesTable {
  issuer: string;
  sub: string;
  user_id: number;
  linked_at: GeneratedTime;
}
export interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  hash: Buffer;
  created_at: GeneratedTime;
  expires_at: Time;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface EmailChangesTable {
  user_id: number;
  email: string;
  hash: Buffer;
  created_at: GeneratedTime;
  expires_at: Time;
}
export interface ThrottleHitsTable {
  id: Generated<number>;
  scope: string;
  subject: string;
  at: GeneratedTime;
}
export interface ApiKeysTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
  client_id: number;
  prefix: string;
  hash: Buffer;
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expires_at: GeneratedTime;
  scopes: ColumnType<KeyScope[], KeyScope[] | undefined, KeyScope[]>;
  created_by: ColumnType<number | null, number | null | undefined, number | null>;
  /** Its maker left: it ends in 14 days unless somebody keeps it, until `kept_until` then (migration 0392). */
  maker_left_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  kept_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  /** When its owner was notified that it ends soon. */
  told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface NotesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  box_id: number;
  aero_id: number | null;
  at: Time;
  text: string;
  kind: Generated<string>;
  user_id: number | null;
}
export interface SavedViewsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  user_id: number;
  /** The screen of the address: `visualization` or `boxes`. */
  screen: Generated<string>;
  name: string;
  query: string;
}
