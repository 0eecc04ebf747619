/**
 * The state of an alert in one word, the same wherever it is shown. `firing`: its condition is true and
 * nobody has seen it; `cleared`: the condition is false again; `seen`: archived while the condition was true,
 * and not followed since.
 */
export const ALERT_STATES = ['firing', 'cleared', 'seen'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** @param alert its times of clearing and archiving, null while there is none */
export function alertStateOf(alert: {
  readonly cleared_at: string | null;
  readonly seen_at: string | null;
}): AlertState {
  if (alert.cleared_at !== null) return 'cleared';
  return alert.seen_at === null ? 'firing' : 'seen';
}
