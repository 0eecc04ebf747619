/** A file that cannot be restored, or a place that it cannot be restored into; its message is one line. */
export class BackupError extends Error {}
