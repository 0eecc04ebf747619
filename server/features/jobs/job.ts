/** A job that cannot be done; the message is a code of `validation` or `errors`. */
export class JobFailed extends Error {}
/** A job that continues in another process, or was cancelled. */
export class JobStopped extends Error {}
