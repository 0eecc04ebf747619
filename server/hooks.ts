import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import type { Language } from '@aerowatch/domain/languages';
import type { Month } from '@aerowatch/domain/report/month';
import type { UnitSystem } from '@aerowatch/domain/units';
import type { Selectable } from 'kysely';
import type { Clock } from './platform/clock.ts';
import type { Vault } from './platform/crypto/vault.ts';
import type { Db, Trx } from './platform/database/db.ts';
import type { Database } from './platform/database/schema.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Load } from './platform/load/turns.ts';
import type { KeyViewer, UserViewer, Viewer } from './platform/viewer.ts';

/** Calls between features without imports: filled by compose from all modules, before anything runs. */
export interface Hooks {
  /** By topic below `boxes/{serial}/`. */
  readonly uplinks: ReadonlyMap<string, UplinkHandler>;
  /** By kind of job. */
  readonly jobHandlers: ReadonlyMap<string, JobHandler>;
  readonly reported: readonly ReportedListener[];
  /** Called in the transaction that changes desired configurations. */
  readonly firmwareWished: readonly FirmwareWishListener[];
  /** Called in the transaction that creates a client. */
  readonly clientMade: readonly ClientListener[];
  /** Undefined without the module that writes reports. */
  readonly reportFile: ReportWriter | undefined;
}

/** The box that sent a message, as proven by its credentials. */
export interface UplinkBox {
  readonly id: number;
  readonly clientId: number | null;
  readonly serial: string;
}
/**
 * Handles a message other than measures, decoded but not checked. Writes only through `trx`, because the
 * PUBACK follows its commit. Throws `Unreadable` when the message is to be set aside.
 */
export type UplinkHandler = (trx: Trx, box: UplinkBox, message: unknown) => Promise<void>;

/** The input of a job handler. */
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
  /** Reports progress, as a share from 0 to 1 and the number of rows; throws when it must stop. */
  progress(share: number, total?: number | null): Promise<void>;
}
export interface JobResult {
  /** Name in the file store. */
  readonly file?: string;
  readonly result?: Record<string, unknown>;
}
/** Runs jobs of a kind; features register theirs in `Module.jobHandlers`. */
export type JobHandler = (context: JobContext) => Promise<JobResult>;

/** A box after a report newer than the previous one; secrets in clear. */
export interface BoxReport {
  readonly boxId: number;
  readonly clientId: number | null;
  readonly configuration: BoxConfiguration;
  readonly at: Date;
  /**
   * The newer version that the box ran before it reported an older one; null if it did not, or that was
   * already known.
   */
  readonly fellBack: string | null;
}
/** Called for reports in their transaction; a module provides it as `Module.onReported`. */
export type ReportedListener = (trx: Trx, reported: BoxReport) => Promise<void>;
/**
 * Starts the installation of a version named in a desired configuration; a module provides it as
 * `Module.onFirmwareWished`.
 */
export type FirmwareWishListener = (
  trx: Trx,
  viewer: Viewer,
  version: string,
  boxes: readonly number[],
) => Promise<void>;
export type ClientListener = (trx: Trx, client: number) => Promise<void>;
/**
 * Writes the monthly report of a client as it stands now, as PDF, in the reader's language, units and zone; a
 * module provides it as `Module.reportFile`.
 */
export type ReportWriter = (
  reading: { readonly language: Language; readonly unitSystem: UnitSystem; readonly timeZone: string },
  client: number,
  month: Month,
) => Promise<{ readonly filename: string; readonly content: Buffer }>;
