import type { BoxConfiguration } from '@aerowatch/domain/box-configuration';
import type { Selectable } from 'kysely';
import type { Clock } from './platform/clock.ts';
import type { Vault } from './platform/crypto/vault.ts';
import type { Db, Trx } from './platform/database/db.ts';
import type { Database } from './platform/database/schema.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Load } from './platform/load/turns.ts';
import type { KeyViewer, UserViewer, Viewer } from './platform/viewer.ts';

/** Where one feature calls another without importing it: filled by compose from all modules, before anything runs. */
export interface Hooks {
  /** By topic below `boxes/{serial}/`. */
  readonly uplinks: ReadonlyMap<string, UplinkHandler>;
  /** By kind of job. */
  readonly jobHandlers: ReadonlyMap<string, JobHandler>;
  readonly reported: readonly ReportedListener[];
  /** In the transaction that changes desired configurations. */
  readonly firmwareWished: readonly FirmwareWishListener[];
  /** In the transaction that makes a client. */
  readonly clientMade: readonly ClientListener[];
}

/** The box a message came from, as its credentials proved. */
export interface UplinkBox {
  readonly id: number;
  readonly clientId: number | null;
  readonly serial: string;
}
/**
 * Takes a message other than measures, decoded but not checked. Writes through `trx` only: the PUBACK
 * follows its commit. Throws `Unreadable` when the message is to be set aside.
 */
export type UplinkHandler = (trx: Trx, box: UplinkBox, message: unknown) => Promise<void>;

/** What a job handler gets. */
export interface JobContext {
  readonly parts: {
    readonly db: Db;
    readonly files: FileStore;
    readonly clock: Clock;
    readonly load: Load;
    readonly vault: Vault;
  };
  readonly job: Selectable<Database['jobs']>;
  /** The user it works for, with their current rights. */
  readonly viewer: UserViewer | KeyViewer;
  /** Reports progress, 0 to 1, of how many rows; throws when it has to stop. */
  progress(share: number, total?: number | null): Promise<void>;
}
export interface JobResult {
  /** Name in the file store. */
  readonly file?: string;
  readonly result?: Record<string, unknown>;
}
/** Runs jobs of a kind; features register theirs in `Module.jobHandlers`. */
export type JobHandler = (context: JobContext) => Promise<JobResult>;

/** What a box is known to be, after a report that was newer than the one before; secrets in clear. */
export interface BoxReport {
  readonly boxId: number;
  readonly clientId: number | null;
  readonly configuration: BoxConfiguration;
  readonly at: Date;
  /** The newer version that the box ran before this report of an older one; null: nothing of the kind, or known before. */
  readonly fellBack: string | null;
}
/** Follows reports in their transaction; a module gives it by `Module.onReported`. */
export type ReportedListener = (trx: Trx, reported: BoxReport) => Promise<void>;
/** Starts what a version takes that a desired configuration names; a module gives it by `Module.onFirmwareWished`. */
export type FirmwareWishListener = (
  trx: Trx,
  viewer: Viewer,
  version: string,
  boxes: readonly number[],
) => Promise<void>;
export type ClientListener = (trx: Trx, client: number) => Promise<void>;
