/** Times of something written offline, by the clock of the device, ms since 1970. */
export interface DeviceTimes {
  readonly at: number;
  readonly sentAt: number;
}

/**
 * When something was written, by the clock of the server (ms since 1970). The clock of a phone may be days
 * wrong, but its difference between writing and sending is right. Never in the future, and never before
 * `earliest`, since when the subject exists.
 */
export function writtenAt({ at, sentAt }: DeviceTimes, now: number, earliest: number): number {
  const ago = Math.max(0, sentAt - at);
  return Math.max(Math.min(earliest, now), now - ago);
}
