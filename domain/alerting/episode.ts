import type { Verdict } from './window.ts';

/** No action runs again within an hour of event time while the same alert goes on (ms). */
export const ACTION_COOL_DOWN = 3_600_000;
/** An alert found later than this after its T is marked as detected late (ms). */
export const DETECTED_LATE_AFTER = 24 * 3_600_000;

/**
 * What is kept per (condition, AERO). Plain data: stored as it is. Times in ms since 1970, event time.
 */
export interface EpisodeState {
  readonly state: 'clear' | 'firing';
  /** When it became firing; null when clear. */
  readonly since: number | null;
  /** The firing belongs to an alert; false when it began while the AERO was muted. */
  readonly attached: boolean;
  /** When actions last ran; kept through clear, since the cool-down spans episodes. */
  readonly lastActionAt: number | null;
}

/** The start of every state: a new condition, a changed one, a supervisor enabled again. */
export const CLEAR_EPISODE: EpisodeState = {
  state: 'clear',
  since: null,
  attached: false,
  lastActionAt: null,
};

/** What must happen to the alert of this (condition, AERO). `at` in ms. */
export type EpisodeEffect =
  | { readonly type: 'open'; readonly at: number; readonly value: number }
  /** last_at, last_value, occurrences + 1. */
  | { readonly type: 'touch'; readonly at: number; readonly value: number }
  /** cleared_at = at; the alert stays open. */
  | { readonly type: 'clear'; readonly at: number }
  /** The same alert goes on: cleared_at null, last_at, last_value, occurrences + 1. */
  | { readonly type: 'reopen'; readonly at: number; readonly value: number }
  /** Run the condition's actions. */
  | { readonly type: 'act'; readonly at: number };

export interface EpisodeContext {
  /** The AERO's SAMI is unsatisfactory: nothing opens, no action runs. */
  readonly muted: boolean;
  /** The last alert of this (condition, AERO) exists and has not been archived. */
  readonly alertOpen: boolean;
}

export interface EpisodeStep {
  readonly episode: EpisodeState;
  readonly effects: EpisodeEffect[];
}

/** One step of the state machine of alerting.md, section Episodes. `at` is T in ms. */
export function step(
  episode: EpisodeState,
  verdict: Verdict,
  at: number,
  context: EpisodeContext,
): EpisodeStep {
  if (!verdict.judged) return { episode, effects: [] };
  if (episode.state === 'firing') return stepFiring(episode, verdict, at);
  return verdict.satisfied ? fire(episode, verdict.value, at, context) : { episode, effects: [] };
}

/** A firing one goes on, or clears. */
function stepFiring(
  episode: EpisodeState,
  { value, satisfied }: { value: number; satisfied: boolean },
  at: number,
): EpisodeStep {
  const effect: EpisodeEffect = satisfied ? { type: 'touch', at, value } : { type: 'clear', at };
  const effects = episode.attached ? [effect] : [];
  if (satisfied) return { episode, effects };
  return { episode: { ...episode, state: 'clear', since: null, attached: false }, effects };
}

/** A clear one fires: it opens an alert, or its last one goes on. */
function fire(episode: EpisodeState, value: number, at: number, context: EpisodeContext): EpisodeStep {
  const firing: EpisodeState = { ...episode, state: 'firing', since: at, attached: true };
  const acting = { ...firing, lastActionAt: at };
  if (context.alertOpen) {
    const reopen: EpisodeEffect = { type: 'reopen', at, value };
    const rested = episode.lastActionAt === null || at - episode.lastActionAt >= ACTION_COOL_DOWN;
    if (!rested || context.muted) return { episode: firing, effects: [reopen] };
    return { episode: acting, effects: [reopen, { type: 'act', at }] };
  }
  // Silent: still true when the SAMI is raised again, it stays without an alert until it has been clear.
  if (context.muted) return { episode: { ...firing, attached: false }, effects: [] };
  return {
    episode: acting,
    effects: [
      { type: 'open', at, value },
      { type: 'act', at },
    ],
  };
}

/** Whether an alert opened at T and found at `now` (both ms) is detected late: no SMS, marked in mails. */
export function isDetectedLate(at: number, now: number): boolean {
  return now - at > DETECTED_LATE_AFTER;
}
