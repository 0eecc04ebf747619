import type { Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

export interface ScimTokensTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  name: string;
  client_id: number | null;
  prefix: string;
  hash: Buffer;
  last_used_at: Date | null;
  created_by: number | null;
}
export interface ScimPeopleTable {
  user_id: number;
  external_id: string | null;
  is_made: boolean;
}
export interface ScimGroupsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number | null;
  name: string;
  external_id: string | null;
  role_id: number | null;
}
export interface ScimMembersTable {
  group_id: number;
  user_id: number;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface ScimTables {
  scim_tokens: ScimTokensTable;
  scim_people: ScimPeopleTable;
  scim_groups: ScimGroupsTable;
  scim_members: ScimMembersTable;
}
