import type { Morning } from '@aerowatch/domain/forecast/mornings';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Time } from '../../platform/database/column.ts';

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
  /** The password was displayed somewhere: it must be changed first. */
  must_change_password: Generated<boolean>;
  /** When it was displayed; null for one that the user chose. */
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
export interface UserGroupsTable {
  user_id: number;
  group_id: number;
}
export interface EmailChangesTable {
  user_id: number;
  email: string;
  hash: Buffer;
  created_at: GeneratedTime;
  expires_at: Time;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface UsersTables {
  groups: GroupsTable;
  users: UsersTable;
  user_groups: UserGroupsTable;
  email_changes: EmailChangesTable;
}
