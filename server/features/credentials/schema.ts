import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Time } from '../../platform/database/column.ts';

export interface TokensTable {
  id: Generated<number>;
  hash: Buffer;
  /** Hash of the token before renewal; valid until `former_until`, or until the new one is used (null). */
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
  /** Encrypted: the token shown to the provider when a single sign-on user signs out. */
  sso_id_token: string | null;
  /** The provider's own session, which it names when that ends. */
  sso_sid: string | null;
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
export interface ThrottleHitsTable {
  id: Generated<number>;
  scope: string;
  subject: string;
  at: GeneratedTime;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface CredentialsTables {
  tokens: TokensTable;
  sso_identities: SsoIdentitiesTable;
  password_resets: PasswordResetsTable;
  throttle_hits: ThrottleHitsTable;
}
