import type { Measure } from '../metrics.ts';
import { isMuted, type SamiLevel, samiRank } from '../sami.ts';
import type { NotJudged } from './aggregates.ts';
import { type Condition, periodSeconds } from './condition.ts';
import { type EpisodeEffect, type EpisodeState, step } from './episode.ts';
import { ConditionWindow } from './window.ts';

/** A datapoint as the fold reads it; `receivedAt` (ms, server time) where conditions have a start. */
export type Datapoint = Measure & { receivedAt?: number };

/** One condition on this AERO, with what is stored of it. */
export interface FoldCondition {
  readonly id: number;
  readonly condition: Condition;
  readonly episode: EpisodeState;
  /** Its last alert on this AERO is open (not archived). */
  readonly alertOpen: boolean;
  /** Datapoints received at or before this (ms) are in windows only: the condition began later. */
  readonly startedAt?: number;
  /**
   * The datapoint at `judgedUntil` got a value that this condition reads after it was judged: it is judged
   * once more. `countedAt` (ms) is the newest datapoint that the last alert counts; it is counted once.
   */
  readonly again?: { readonly countedAt: number | null };
}

export interface FoldInput {
  /** Ascending, distinct times: from `windowStart` on, so that the first windows are whole. */
  readonly points: readonly Datapoint[];
  /** Time of the AERO's oldest datapoint of all; by default the first of `points`. */
  readonly firstTime?: number | null;
  /** Datapoints later than this are judged; those at or before it are in windows only (ms). */
  readonly judgedUntil: number;
  readonly sami: SamiLevel;
  readonly conditions: readonly FoldCondition[];
}

/** What became of one alert. Without `opened` it is the condition's last alert, which goes on. */
export interface AlertChange {
  readonly conditionId: number;
  opened: { at: number; value: number } | null;
  lastAt: number | null;
  lastValue: number | null;
  /** Occurrences to add (a new alert starts from 0). */
  occurrences: number;
  /** undefined: unchanged; null: no longer cleared; ms: cleared at. */
  clearedAt: number | null | undefined;
  /** When the condition's actions ran (ms). */
  actedAt: number[];
}

export interface SamiChange {
  readonly at: number;
  readonly from: SamiLevel;
  readonly to: SamiLevel;
  readonly conditionId: number;
}

export interface FoldResult {
  /** By condition id. */
  readonly episodes: Map<number, EpisodeState>;
  /** In order of T, then of the conditions given. */
  readonly effects: (EpisodeEffect & { conditionId: number })[];
  /** The effects gathered by alert, in order of first effect: what is to be stored. */
  readonly alerts: AlertChange[];
  readonly samiChanges: SamiChange[];
  readonly sami: SamiLevel;
  readonly judgedUntil: number;
  /** (condition, datapoint) pairs looked at. */
  readonly judgements: number;
  /** By condition id: how many datapoints got a verdict, and why the last one without had none. */
  readonly verdicts: Map<number, { judged: number; notJudged: NotJudged | null }>;
}

/** Earliest time (ms, exclusive) whose datapoints matter when judging from `from` (ms) on. */
export function windowStart(conditions: readonly Condition[], from: number): number {
  return conditions.reduce(
    (start, condition) => Math.min(start, from - periodSeconds(condition) * 1000),
    from,
  );
}

/**
 * Judges every condition of one AERO over its datapoints in event time. Muting is decided by the SAMI
 * before T for all conditions alike, and of several SAMI actions at one T the worst wins, so the order
 * of conditions does not matter.
 */
export function fold(input: FoldInput): FoldResult {
  const { points, conditions } = input;
  const firstTime = input.firstTime ?? points[0]?.time ?? Number.POSITIVE_INFINITY;
  const running = conditions.map((given) => ({
    id: given.id,
    actions: given.condition.actions,
    startedAt: given.startedAt ?? Number.NEGATIVE_INFINITY,
    again: given.again,
    period: periodSeconds(given.condition) * 1000,
    window: new ConditionWindow(given.condition, points),
    episode: given.episode,
    alertOpen: given.alertOpen,
    change: null as AlertChange | null,
    judged: 0,
    notJudged: null as NotJudged | null,
  }));
  const effects: FoldResult['effects'] = [];
  const alerts: AlertChange[] = [];
  const samiChanges: SamiChange[] = [];
  let { sami, judgedUntil } = input;
  let judgements = 0;

  for (const point of points) {
    const T = point.time;
    const again = T === input.judgedUntil;
    if (again ? !running.some((one) => one.again) : T <= judgedUntil) continue;
    judgedUntil = T;
    const muted = isMuted(sami);
    let wish: { level: SamiLevel; id: number } | null = null;
    for (const one of running) {
      if (point.receivedAt !== undefined && point.receivedAt <= one.startedAt) continue;
      if (again && one.again === undefined) continue;
      judgements++;
      const verdict = one.window.judge(T, firstTime <= T - one.period);
      if (verdict.judged) one.judged++;
      else one.notJudged = verdict.reason;
      const result = step(one.episode, verdict, T, { muted, alertOpen: one.alertOpen });
      one.episode = result.episode;
      for (const effect of result.effects) {
        const counted = again && effect.type === 'touch' && one.again?.countedAt === T;
        if (!counted) effects.push({ ...effect, conditionId: one.id });
        one.change = gather(effect, one.id, one.change, alerts, counted);
        if (effect.type === 'open') one.alertOpen = true;
        if (effect.type !== 'act') continue;
        for (const action of one.actions)
          if (action.type === 'sami' && (wish === null || samiRank(action.level) > samiRank(wish.level)))
            wish = { level: action.level, id: one.id };
      }
    }
    if (wish !== null && wish.level !== sami) {
      samiChanges.push({ at: T, from: sami, to: wish.level, conditionId: wish.id });
      sami = wish.level;
    }
  }
  const episodes = new Map(running.map((one) => [one.id, one.episode]));
  const verdicts = new Map(running.map(({ id, judged, notJudged }) => [id, { judged, notJudged }]));
  return { episodes, effects, alerts, samiChanges, sami, judgedUntil, judgements, verdicts };
}

/** Adds an effect to the alert it belongs to, which may have counted it already; returns that alert's change. */
function gather(
  effect: EpisodeEffect,
  conditionId: number,
  current: AlertChange | null,
  alerts: AlertChange[],
  counted: boolean,
): AlertChange {
  let change = current;
  if (change === null || effect.type === 'open') {
    change = {
      conditionId,
      opened: null,
      lastAt: null,
      lastValue: null,
      occurrences: 0,
      clearedAt: undefined,
      actedAt: [],
    };
    alerts.push(change);
  }
  if (effect.type === 'act') change.actedAt.push(effect.at);
  else if (effect.type === 'clear') change.clearedAt = effect.at;
  else {
    change.lastAt = effect.at;
    change.lastValue = effect.value;
    if (!counted) change.occurrences++;
    if (effect.type === 'open') change.opened = { at: effect.at, value: effect.value };
    if (effect.type !== 'touch') change.clearedAt = null;
  }
  return change;
}
