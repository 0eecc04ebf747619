import type { Clock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Db } from '../../platform/database/db.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { Load } from '../../platform/turns.ts';
import type { KeyViewer, UserViewer } from '../../platform/viewer.ts';
import type { JobRow } from './store.ts';

/** What a job handler gets. */
export interface JobContext {
  readonly parts: {
    readonly db: Db;
    readonly files: FileStore;
    readonly clock: Clock;
    readonly load: Load;
    readonly vault: Vault;
  };
  readonly job: JobRow;
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
/** Runs jobs of a kind; modules register theirs in `Module.jobHandlers`. */
export type JobHandler = (context: JobContext) => Promise<JobResult>;

/** A job that cannot be done; the message is a code of `validation` or `errors`. */
export class JobFailed extends Error {}
/** A job that continues elsewhere, or was cancelled. */
export class JobStopped extends Error {}
