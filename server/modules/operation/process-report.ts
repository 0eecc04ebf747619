/** What one process sees of its machine; times in ms since 1970, room in bytes. */
export interface ProcessReport {
  readonly host: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly started_at: number;
  readonly disks: readonly { name: string; free: number; size: number; floor: number }[];
  readonly full: boolean;
  /** How far the clock of the database is ahead of the process, s. */
  readonly database_ahead: number | null;
  /** The same of the boxes it hears, in the middle, and how many they are. */
  readonly boxes_ahead: number | null;
  readonly boxes_heard: number;
  readonly certificate_expires_at: number | null;
}
