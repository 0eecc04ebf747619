import type {
  FirmwareSignature,
  SignedPermit,
  WithdrawnList,
} from '@aerowatch/domain/firmware/firmware-manifest';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

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
  /** The vendor's; null: this server signs. */
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
  /** Failures of the wave that somebody has accepted. */
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

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface FirmwareTables {
  firmwares: FirmwaresTable;
  withdrawn_lists: WithdrawnListsTable;
  rollouts: RolloutsTable;
  rollout_boxes: RolloutBoxesTable;
}
