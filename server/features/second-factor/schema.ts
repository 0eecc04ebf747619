import type { Generated } from 'kysely';
import type { GeneratedTime, Json, Time } from '../../platform/database/column.ts';

export interface TotpFactorsTable {
  user_id: number;
  /** Encrypted. */
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

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface SecondFactorTables {
  totp_factors: TotpFactorsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  challenges: ChallengesTable;
}
