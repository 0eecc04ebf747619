/** A file that cannot be restored, or a place it cannot be restored into: said in one line. */
export class BackupError extends Error {}
