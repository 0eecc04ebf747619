import type { ProcessRole } from '@aerowatch/contracts/api/operation';
/** What one process reports of its machine; times in ms since 1970, space in bytes. */
export interface ProcessReport {
  readonly host: string;
  readonly roles: readonly ProcessRole[];
  readonly version: string;
  readonly started_at: number;
  readonly disks: readonly { name: string; free: number; size: number; floor: number }[];
  readonly full: boolean;
  /** How far the clock of the database is ahead of the process, s. */
  readonly database_ahead: number | null;
  /** The median offset of the boxes it hears, and their number. */
  readonly boxes_ahead: number | null;
  readonly boxes_heard: number;
  readonly certificate_expires_at: number | null;
  /** Connections refused within the last hour by the limit of open files; absent in older versions. */
  readonly connections_refused?: number;
  /**
   * Memory of this process, and free memory of the machine (or the container), bytes; absent in older
   * versions.
   */
  readonly memory?: { readonly used: number; readonly free: number; readonly size: number };
  /** Seconds of the last ten minutes in which a request waited for a connection to the database. */
  readonly pool_waiting?: number;
  /** Worker loops whose last runs all failed; absent in older versions. */
  readonly loops_failing?: readonly { name: string; times: number }[];
}
