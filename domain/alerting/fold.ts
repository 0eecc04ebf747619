import { isMuted, type SamiLevel, samiRank } from '../sami.ts';
import type { Judgeable, NotJudged } from './aggregates.ts';
import { CONDITION_METRICS, type Condition, holdClearMs, periodSeconds } from './condition.ts';
import type { JudgedAt } from './condition-metrics.ts';
import { type EpisodeEffect, type EpisodeState, holdsAlone, step } from './episode.ts';
import { ConditionWindow, type Verdict } from './window.ts';

/**
 * What conditions are judged at: a datapoint, or another moment (`at`). `receivedAt` (ms, server time) is
 * needed where conditions have a start.
 */
export type Datapoint = Judgeable & { receivedAt?: number; readonly at?: JudgedAt };

/** One condition on this AERO, with its stored state. */
export interface FoldCondition {
  readonly id: number;
  readonly condition: Condition;
  readonly episode: EpisodeState;
  /** Its last alert on this AERO is open (not archived). */
  readonly alertOpen: boolean;
  /** Datapoints received at or before this (ms) only fill windows: the condition began later. */
  readonly startedAt?: number;
  /**
   * The datapoint at `judgedUntil` got a value that this condition reads after it was judged: it is judged
   * again.
   */
  readonly again?: boolean;
  /**
   * The newest datapoint that the last alert counted (ms): a datapoint counts once, however often it is
   * judged.
   */
  readonly countedAt?: number | null;
  /**
   * Conditions with the same number are joined by "and": the first of them has the episode and the alert, and
   * runs the actions of all.
   */
  readonly joined?: number | undefined;
}

export interface FoldInput {
  /** Ascending, distinct times from `windowStart` on, so that the first windows are complete. */
  readonly points: readonly Datapoint[];
  /** Time of the AERO's oldest datapoint of all; by default the first of `points`. */
  readonly firstTime?: number | null;
  /** Datapoints later than this are judged; those at or before it only fill windows (ms). */
  readonly judgedUntil: number;
  readonly sami: SamiLevel;
  /** Changes of the SAMI by others during this time, ascending (ms); a rehearsal passes the past ones. */
  readonly samiSet?: readonly { readonly at: number; readonly level: SamiLevel }[];
  readonly conditions: readonly FoldCondition[];
}

/** The changes of one alert. Without `opened` it is the condition's last alert, which continues. */
export interface AlertChange {
  readonly conditionId: number;
  opened: { at: number; value: number; also: readonly { conditionId: number; value: number }[] } | null;
  lastAt: number | null;
  lastValue: number | null;
  /** Occurrences to add (a new alert starts from 0). */
  occurrences: number;
  /** undefined: unchanged; null: no longer cleared; ms: cleared at. */
  clearedAt: number | null | undefined;
  /** When the condition's actions ran (ms). */
  actedAt: number[];
  /** When it was notified as flapping (ms). */
  flappedAt: number[];
  /** When the alert cleared and when it continued (ms), for a timeline. */
  turns: { at: number; type: 'clear' | 'reopen' | 'flap' | 'settle' }[];
  /** undefined: unchanged. */
  flapping: boolean | undefined;
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
  /** In order of T, then of the conditions. */
  readonly effects: (EpisodeEffect & { conditionId: number })[];
  /** The effects gathered by alert, in order of first effect: what is to be stored. */
  readonly alerts: AlertChange[];
  readonly samiChanges: SamiChange[];
  readonly sami: SamiLevel;
  readonly judgedUntil: number;
  /** Number of (condition, datapoint) pairs evaluated. */
  readonly judgements: number;
  /** By condition id: how many datapoints got a verdict, and why the last one without a verdict had none. */
  readonly verdicts: Map<number, { judged: number; notJudged: NotJudged | null }>;
}

/** Earliest time (ms, exclusive) of the datapoints needed to judge from `from` (ms) on. */
export function windowStart(conditions: readonly Condition[], from: number): number {
  return conditions.reduce(
    (start, condition) => Math.min(start, from - periodSeconds(condition) * 1000),
    from,
  );
}

type Running = ReturnType<typeof runningOf>;

function runningOf(watched: FoldCondition, points: FoldInput['points']) {
  return {
    id: watched.id,
    actions: watched.condition.actions,
    at: CONDITION_METRICS[watched.condition.metric].at,
    startedAt: watched.startedAt ?? Number.NEGATIVE_INFINITY,
    again: watched.again === true,
    countedAt: watched.countedAt ?? null,
    period: periodSeconds(watched.condition) * 1000,
    holdClear: holdClearMs(watched.condition),
    window: new ConditionWindow(watched.condition, points),
    episode: watched.episode,
    alertOpen: watched.alertOpen,
    change: null as AlertChange | null,
    judged: 0,
    notJudged: null as NotJudged | null,
  };
}

/** Groups conditions by episode: each by itself, or all that are joined. */
function groupsOf(conditions: readonly FoldCondition[], running: readonly Running[]): Running[][] {
  const groups = new Map<string, Running[]>();
  conditions.forEach(({ joined }, i) => {
    const key = joined === undefined ? `alone ${i}` : `joined ${joined}`;
    const group = groups.get(key);
    if (group) group.push(running[i]!);
    else groups.set(key, [running[i]!]);
  });
  return [...groups.values()];
}

/** A point as all conditions of an AERO see it. */
interface Moment {
  readonly point: Datapoint;
  /** Whether the point is judged again, by the conditions it got a value for. */
  readonly again: boolean;
  readonly muted: boolean;
  readonly firstTime: number;
}

/** Whether a condition is judged at this point. */
function isJudged(one: Running, { point, again }: Moment): boolean {
  if (one.at !== (point.at ?? 'measure')) return false;
  if (point.receivedAt !== undefined && point.receivedAt <= one.startedAt) return false;
  return !again || one.again;
}

function verdictOf(one: Running, { point, firstTime }: Moment): Verdict {
  const verdict = one.window.judge(point.time, firstTime <= point.time - one.period);
  if (verdict.judged) one.judged++;
  else one.notJudged = verdict.reason;
  return verdict;
}

/** The verdict of joined conditions: all of them must be true, each by its last verdict. */
function jointVerdict(group: readonly Running[], judged: readonly Running[], moment: Moment): Verdict {
  for (const one of judged)
    one.episode = holdsAlone(one.episode, verdictOf(one, moment), moment.point.time, one.holdClear);
  const satisfied = group.every(({ episode }) => episode.holds === true);
  return { judged: true, value: group[0]!.episode.value ?? 0, satisfied };
}

/**
 * Judges every condition of one AERO over its datapoints in event time. The SAMI before T decides muting for
 * all conditions alike, and of several SAMI actions at one T the worst wins, so the order of conditions does
 * not matter.
 */
export function fold(input: FoldInput): FoldResult {
  const { points, conditions } = input;
  const firstTime = input.firstTime ?? points[0]?.time ?? Number.POSITIVE_INFINITY;
  const running = conditions.map((watched) => runningOf(watched, points));
  const groups = groupsOf(conditions, running);
  const outcome: Outcome = {
    effects: [],
    alerts: [],
    samiChanges: [],
    sami: input.sami,
    judgedUntil: input.judgedUntil,
    judgements: 0,
  };
  const set = [...(input.samiSet ?? [])];
  for (const point of points) {
    while (set[0] !== undefined && set[0].at < point.time) outcome.sami = set.shift()!.level;
    const again = point.time === input.judgedUntil;
    const isDue = again ? running.some((one) => one.again) : point.time > input.judgedUntil;
    if (isDue) judgePoint({ point, again, muted: isMuted(outcome.sami), firstTime }, groups, outcome);
  }
  const episodes = new Map(running.map((one) => [one.id, one.episode]));
  const verdicts = new Map(running.map(({ id, judged, notJudged }) => [id, { judged, notJudged }]));
  return { ...outcome, episodes, verdicts };
}

/** The results of the points judged so far. */
type Outcome = { -readonly [key in keyof Omit<FoldResult, 'episodes' | 'verdicts'>]: FoldResult[key] };

/** Judges every group of conditions at one point and sets the worst SAMI that their actions request. */
function judgePoint(moment: Moment, groups: readonly Running[][], outcome: Outcome): void {
  const { time } = moment.point;
  outcome.judgedUntil = time;
  let wish: Wish | null = null;
  for (const group of groups) if (judgeGroup(group, moment, outcome)) wish = worse(wish, group);
  if (wish === null || wish.level === outcome.sami) return;
  outcome.samiChanges.push({ at: time, from: outcome.sami, to: wish.level, conditionId: wish.id });
  outcome.sami = wish.level;
}

/** Judges the conditions of one episode at one point; returns whether their actions run. */
function judgeGroup(group: readonly Running[], moment: Moment, outcome: Outcome): boolean {
  const due = group.filter((one) => isJudged(one, moment));
  if (due.length === 0) return false;
  outcome.judgements += due.length;
  const lead = group[0]!;
  const joined = group.length > 1;
  const verdict = joined ? jointVerdict(group, due, moment) : verdictOf(lead, moment);
  const result = step(lead.episode, verdict, moment.point.time, {
    muted: moment.muted,
    alertOpen: lead.alertOpen,
    holdClear: joined ? 0 : lead.holdClear,
  });
  lead.episode = result.episode;
  for (const effect of result.effects) applyEffect(effect, group, moment, outcome);
  return result.effects.some(({ type }) => type === 'act');
}

/** Adds an effect to the list of effects and to the alert of its group; an occurrence is counted once. */
function applyEffect(
  effect: EpisodeEffect,
  group: readonly Running[],
  { point, again }: Moment,
  outcome: Outcome,
): void {
  const lead = group[0]!;
  const counted = again && effect.type === 'touch' && lead.countedAt === point.time;
  if (!counted) outcome.effects.push({ ...effect, conditionId: lead.id });
  lead.change = addToAlert(effect, group, lead.change, outcome.alerts, counted);
  if (effect.type === 'open') lead.alertOpen = true;
}

type Wish = { level: SamiLevel; id: number };

/** The worst SAMI requested, attributed to the condition that has the alert. */
function worse(wish: Wish | null, group: readonly Running[]): Wish | null {
  let worst = wish;
  for (const action of group.flatMap(({ actions }) => actions))
    if (action.type === 'sami' && (worst === null || samiRank(action.level) > samiRank(worst.level)))
      worst = { level: action.level, id: group[0]!.id };
  return worst;
}

/**
 * Adds an effect to the alert it belongs to, which may have counted it already; returns the change of that
 * alert.
 */
function addToAlert(
  effect: EpisodeEffect,
  [lead, ...others]: readonly Running[],
  current: AlertChange | null,
  alerts: AlertChange[],
  counted: boolean,
): AlertChange {
  let change = current;
  if (change === null || effect.type === 'open') {
    change = {
      conditionId: lead!.id,
      opened: null,
      lastAt: null,
      lastValue: null,
      occurrences: 0,
      clearedAt: undefined,
      actedAt: [],
      flappedAt: [],
      turns: [],
      flapping: undefined,
    };
    alerts.push(change);
  }
  if (effect.type === 'act') change.actedAt.push(effect.at);
  else if (effect.type === 'flap' || effect.type === 'settle') flap(change, effect);
  else if (effect.type === 'clear') {
    change.clearedAt = effect.at;
    change.turns.push({ at: effect.at, type: effect.type });
  } else {
    change.lastAt = effect.at;
    change.lastValue = effect.value;
    if (!counted) change.occurrences++;
    if (effect.type === 'open') {
      const also = others.map(({ id, episode }) => ({ conditionId: id, value: episode.value ?? 0 }));
      change.opened = { at: effect.at, value: effect.value, also };
    }
    if (effect.type === 'reopen') change.turns.push({ at: effect.at, type: effect.type });
    if (effect.type !== 'touch') change.clearedAt = null;
  }
  return change;
}

function flap(change: AlertChange, effect: Extract<EpisodeEffect, { type: 'flap' | 'settle' }>): void {
  change.flapping = effect.type === 'flap';
  change.turns.push({ at: effect.at, type: effect.type });
  if (effect.type === 'flap' && effect.told) change.flappedAt.push(effect.at);
}
