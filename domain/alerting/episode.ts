import type { Verdict } from './window.ts';

/** Minimum event time between two runs of an action while the same alert continues: one hour (ms). */
export const ACTION_COOL_DOWN = 3_600_000;
/**
 * More changes of state than this within a day count as flapping, which ends after a day without change (ms).
 */
export const MAX_CHANGES = 6;
export const FLAPPING_WITHIN = 24 * 3_600_000;
/** An alert found later than this after its T is marked as detected late (ms). */
export const DETECTED_LATE_AFTER = 24 * 3_600_000;

/** What is stored per (condition, AERO), as plain data. Times in ms since 1970, event time. */
export interface EpisodeState {
  readonly state: 'clear' | 'firing';
  /** When it became firing; null when clear. */
  readonly since: number | null;
  /** Whether the firing belongs to an alert; false when it began while the AERO was muted. */
  readonly attached: boolean;
  /** When actions last ran; kept after clearing, since the cool-down spans episodes. */
  readonly lastActionAt: number | null;
  /** Since when the condition has been false while the hold time keeps it firing. */
  readonly untrueSince?: number | null;
  /** When the alert fired or cleared within the last day, newest last. */
  readonly changes?: readonly number[];
  readonly flapping?: boolean;
  /** For joined conditions: whether this one is true by itself, and the value last compared. */
  readonly holds?: boolean;
  readonly value?: number;
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
  | { readonly type: 'act'; readonly at: number }
  /**
   * The alert changes state too often: it is marked, `told` in one message, and silent until a day without
   * change has passed.
   */
  | { readonly type: 'flap'; readonly at: number; readonly told: boolean }
  /** A day without change is over. */
  | { readonly type: 'settle'; readonly at: number };

export interface EpisodeContext {
  /** The AERO's SAMI is unsatisfactory: nothing opens, no action runs. */
  readonly muted: boolean;
  /** The last alert of this (condition, AERO) exists and has not been archived. */
  readonly alertOpen: boolean;
  /** How long the condition must be false before firing ends, ms. */
  readonly holdClear?: number;
}

export interface EpisodeStep {
  readonly episode: EpisodeState;
  readonly effects: EpisodeEffect[];
}

/** One step of the state machine of docs/alerting.md, "Episodes". `at` is T in ms. */
export function step(
  before: EpisodeState,
  verdict: Verdict,
  at: number,
  context: EpisodeContext,
): EpisodeStep {
  if (!verdict.judged) return { episode: before, effects: [] };
  const rested = before.flapping === true && at - (before.changes?.at(-1) ?? at) >= FLAPPING_WITHIN;
  const episode = rested ? { ...before, flapping: false, changes: [] } : before;
  const { episode: after, effects } = moved(episode, verdict, at, context);
  if (!rested) return { episode: after, effects };
  return { episode: after, effects: [{ type: 'settle', at }, ...effects] };
}

type Judged = Extract<Verdict, { judged: true }>;

function moved(episode: EpisodeState, verdict: Judged, at: number, context: EpisodeContext): EpisodeStep {
  if (episode.state === 'firing') return stepFiring(episode, verdict, at, context);
  return verdict.satisfied ? fire(episode, verdict.value, at, context) : { episode, effects: [] };
}

/** The step of a firing episode: it continues, waits for its end, or clears. */
function stepFiring(
  episode: EpisodeState,
  { value, satisfied, keeps }: Judged,
  at: number,
  { holdClear = 0, muted }: EpisodeContext,
): EpisodeStep {
  if (satisfied || keeps === true) {
    const going = episode.untrueSince ? { ...episode, untrueSince: null } : episode;
    return { episode: going, effects: satisfied && episode.attached ? [{ type: 'touch', at, value }] : [] };
  }
  const untrueSince = episode.untrueSince ?? at;
  if (at - untrueSince < holdClear) return { episode: { ...episode, untrueSince }, effects: [] };
  const { untrueSince: _, ...rest } = episode;
  const clear: EpisodeState = { ...rest, state: 'clear', since: null, attached: false };
  if (!episode.attached) return { episode: clear, effects: [] };
  const noted = noteChange(clear, at, muted);
  return { episode: noted.episode, effects: [{ type: 'clear', at }, ...noted.effects] };
}

/** The step from clear to firing: opens an alert, or continues the last one. */
function fire(episode: EpisodeState, value: number, at: number, context: EpisodeContext): EpisodeStep {
  const firing: EpisodeState = { ...episode, state: 'firing', since: at, attached: true };
  // Silent: if the condition is still true when the SAMI is raised again, no alert opens until it has been
  // false once.
  if (context.muted && !context.alertOpen) return { episode: { ...firing, attached: false }, effects: [] };
  const first: EpisodeEffect = { type: context.alertOpen ? 'reopen' : 'open', at, value };
  const noted = noteChange(firing, at, context.muted);
  const { lastActionAt } = episode;
  const rested = lastActionAt === null || at - lastActionAt >= ACTION_COOL_DOWN;
  if (noted.episode.flapping) {
    // A new alert that flaps is marked, without a message of its own.
    const marked: EpisodeEffect[] =
      noted.effects.length === 0 && !context.alertOpen ? [{ type: 'flap', at, told: false }] : noted.effects;
    return { episode: noted.episode, effects: [first, ...marked] };
  }
  if (context.alertOpen && (!rested || context.muted)) return { episode: noted.episode, effects: [first] };
  return { episode: { ...noted.episode, lastActionAt: at }, effects: [first, { type: 'act', at }] };
}

/** Counts a change of an alert's state, and marks the alert as flapping when there are too many. */
function noteChange(episode: EpisodeState, at: number, muted: boolean): EpisodeStep {
  const recent = (episode.changes ?? []).filter((time) => time > at - FLAPPING_WITHIN);
  const changes = [...recent, at].slice(-MAX_CHANGES - 1);
  if (episode.flapping === true || changes.length <= MAX_CHANGES)
    return { episode: { ...episode, changes }, effects: [] };
  return {
    episode: { ...episode, changes, flapping: true, ...(muted ? {} : { lastActionAt: at }) },
    effects: [{ type: 'flap', at, told: !muted }],
  };
}

/** Whether one of several joined conditions is true by itself now. */
export function holdsAlone(
  episode: EpisodeState,
  verdict: Verdict,
  at: number,
  holdClear: number,
): EpisodeState {
  if (!verdict.judged) return episode;
  const value = verdict.value;
  if (verdict.satisfied || (episode.holds === true && verdict.keeps === true))
    return { ...episode, value, holds: true, untrueSince: null };
  const untrueSince = episode.holds === true ? (episode.untrueSince ?? at) : null;
  if (untrueSince !== null && at - untrueSince < holdClear) return { ...episode, value, untrueSince };
  return { ...episode, value, holds: false, untrueSince: null };
}

/** Whether an alert opened at T and found at `now` (both ms) is detected late: no SMS, marked in mails. */
export function isDetectedLate(at: number, now: number): boolean {
  return now - at > DETECTED_LATE_AFTER;
}
