import { CONDITION_METRICS } from '@aerowatch/domain/alerting/condition';
import type { JudgedAt } from '@aerowatch/domain/alerting/condition-metrics';
import { CLEAR_EPISODE, type EpisodeState, isDetectedLate } from '@aerowatch/domain/alerting/episode';
import { type AlertChange, type Datapoint, type FoldResult, fold } from '@aerowatch/domain/alerting/fold';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import type { SamiLevel } from '@aerowatch/domain/sami';
import type { Points } from '../../measures/store-points.ts';
import { sameJudgement } from './same-judgement.ts';
import type { Due, Watch, WatchedAero, WatchedCondition } from './store-judging.ts';

/** The results of judging one AERO that must be stored. Times in ms, event time. */
export interface JudgementEffects {
  readonly aero: WatchedAero;
  /** What triggered the judging. */
  readonly at: JudgedAt;
  /** The newest datapoint that a condition was allowed to judge. */
  readonly judgedUntil: number;
  readonly judgements: number;
  readonly alerts: AlertOutcome[];
  readonly episodes: { watch: Watch; state: EpisodeState }[];
  readonly samiChanges: {
    at: number;
    from: SamiLevel;
    to: SamiLevel;
    condition: WatchedCondition;
    alert: AlertOutcome;
  }[];
}

export interface AlertOutcome {
  readonly aero: WatchedAero;
  readonly condition: WatchedCondition;
  readonly change: AlertChange;
  /** The alert that continues; undefined for a new one, whose id is known once it is stored. */
  id: number | undefined;
  readonly late: boolean;
  /** The occurrences of the alert at which actions ran: this number identifies a notification for good. */
  readonly acts: { at: number; occurrence: number }[];
  /** The same for an alert notified once because it flaps. */
  readonly flaps: { at: number; occurrence: number }[];
  /** The silence it was opened or notified in; set when it is stored. */
  silence?: { readonly id: number; readonly until: number } | undefined;
  /**
   * All times of silence that may contain the event, because one message may bring days of measures. Set when
   * it is stored.
   */
  quiet?: readonly { readonly from: number; readonly until: number }[] | undefined;
}

/** Datapoints after this (ms) are to be judged; the last judged one again if it got values since. */
export function judgedBefore(aero: WatchedAero, { from, filled }: Due): number {
  return filled === 0 ? Math.max(aero.judgedUntil, from - 1) : aero.judgedUntil - 1;
}

/**
 * Judges the due datapoints of one AERO; `now`, the server's clock, decides only whether an alert is detected
 * late. A datapoint that got a value after it was judged is judged again, by the conditions that read this
 * metric, if it is the newest judged one; an older one only counts in the windows of later ones.
 */
export function judgeAero(aero: WatchedAero, points: Points, due: Due, now: number): JudgementEffects {
  const judgedUntil = Math.max(aero.judgedUntil, judgedBefore(aero, due));
  return judgePoints(aero, points, {
    at: 'measure',
    judgedUntil,
    again: (watch) => reads(watch, due.filled),
    now,
  });
}

/**
 * Judges one AERO at moments other than measures: its diagnoses, or the clock. A moment judged before is
 * judged again, because its content has changed.
 */
export function judgeMoments(
  aero: WatchedAero,
  points: readonly Datapoint[],
  at: JudgedAt,
  now: number,
): JudgementEffects {
  const { judgedUntil } = aero;
  const repeated = points.some(({ time }) => time === judgedUntil);
  return judgePoints(
    aero,
    { points: [...points], firstTime: null },
    {
      at,
      judgedUntil,
      again: () => repeated,
      now,
    },
  );
}

interface How {
  readonly at: JudgedAt;
  readonly judgedUntil: number;
  readonly again: (watch: Watch) => boolean;
  readonly now: number;
}

function judgePoints(
  aero: WatchedAero,
  { points, firstTime }: Points,
  { at, judgedUntil, again, now }: How,
): JudgementEffects {
  const result = fold({
    points,
    firstTime,
    judgedUntil,
    sami: aero.sami,
    conditions: aero.watches.map((watch) => ({
      id: watch.condition.id,
      condition: watch.condition.definition,
      episode: watch.episode ?? CLEAR_EPISODE,
      alertOpen: goesOn(watch),
      startedAt: watch.startedAt,
      joined: watch.condition.joined,
      again: again(watch),
      countedAt: watch.alert?.lastAt ?? null,
    })),
  });
  const watchOf = new Map(aero.watches.map((watch) => [watch.condition.id, watch]));
  const alerts = outcomes(aero, watchOf, result, now);
  const start = Math.min(...aero.watches.map((watch) => watch.startedAt));
  const newest = points.findLast(
    (point) => point.time > judgedUntil && (point.receivedAt ?? (at === 'measure' ? 0 : now)) > start,
  );
  return {
    aero,
    at,
    judgedUntil: newest?.time ?? aero.judgedUntil,
    judgements: result.judgements,
    alerts,
    episodes: [...result.episodes].flatMap(([id, state]) => {
      const watch = watchOf.get(id)!;
      return changed(watch.episode ?? CLEAR_EPISODE, state) ? [{ watch, state }] : [];
    }),
    samiChanges: result.samiChanges.map((change) => {
      const alert = alerts.find(
        (one) => one.condition.id === change.conditionId && one.change.actedAt.includes(change.at),
      )!;
      return { at: change.at, from: change.from, to: change.to, condition: alert.condition, alert };
    }),
  };
}

/** Whether the condition reads any of the metrics in `filled`. */
function reads(watch: Watch, filled: number): boolean {
  return CONDITION_METRICS[watch.condition.definition.metric].reads.some(
    (metric) => (filled & (1 << METRIC_KEYS.indexOf(metric))) !== 0,
  );
}

/** The last alert continues if it is open and the condition has not changed since it was opened. */
function goesOn(watch: Watch): boolean {
  return watch.alert?.open === true && sameJudgement(watch.alert.condition, watch.condition.definition);
}

function changed(before: EpisodeState, after: EpisodeState): boolean {
  return (
    before.state !== after.state ||
    before.since !== after.since ||
    before.attached !== after.attached ||
    before.lastActionAt !== after.lastActionAt ||
    (before.untrueSince ?? null) !== (after.untrueSince ?? null) ||
    (before.flapping ?? false) !== (after.flapping ?? false) ||
    before.changes?.at(-1) !== after.changes?.at(-1) ||
    before.holds !== after.holds ||
    before.value !== after.value
  );
}

function outcomes(
  aero: WatchedAero,
  watchOf: ReadonlyMap<number, Watch>,
  result: FoldResult,
  now: number,
): AlertOutcome[] {
  const actsOf = numberActs(watchOf, result);
  return result.alerts.map((change) => {
    const watch = watchOf.get(change.conditionId)!;
    const numbered = (at: number) => ({ at, occurrence: actsOf.get(`${change.conditionId}/${at}`) ?? 1 });
    return {
      aero,
      condition: watch.condition,
      change,
      id: change.opened ? undefined : watch.alert?.id,
      late: change.opened !== null && isDetectedLate(change.opened.at, now),
      acts: change.actedAt.map(numbered),
      flaps: change.flappedAt.map(numbered),
    };
  });
}

/** At which occurrence of its alert each act ran. */
function numberActs(watchOf: ReadonlyMap<number, Watch>, result: FoldResult): Map<string, number> {
  const counts = new Map([...watchOf].map(([id, watch]) => [id, watch.alert?.occurrences ?? 0]));
  const acts = new Map<string, number>();
  for (const effect of result.effects) {
    const count = counts.get(effect.conditionId) ?? 0;
    if (effect.type === 'open') counts.set(effect.conditionId, 1);
    else if (effect.type === 'touch' || effect.type === 'reopen') counts.set(effect.conditionId, count + 1);
    else if (effect.type === 'act' || effect.type === 'flap')
      acts.set(`${effect.conditionId}/${effect.at}`, count);
  }
  return acts;
}
