import type { SamiLevel } from '../sami.ts';
import type { NotJudged } from './aggregates.ts';
import type { Condition } from './condition.ts';
import { CLEAR_EPISODE } from './episode.ts';
import { type Datapoint, fold } from './fold.ts';

/** One AERO's past. */
export interface RehearsalAero {
  readonly aero: number;
  /** Ascending, distinct times, from `windowStart(conditions, from)` on. */
  readonly points: readonly Datapoint[];
  /** Time of its oldest datapoint of all; by default the first of `points`. */
  readonly firstTime?: number | null;
  readonly sami?: SamiLevel;
  /** Changes of its SAMI by others in that time: while it was muted, nothing would have been opened. */
  readonly samiSet?: readonly { readonly at: number; readonly level: SamiLevel }[];
}

/** An alert that would have been opened. Times in ms, event time. */
export interface RehearsedAlert {
  readonly aero: number;
  /** Index of the condition. */
  readonly condition: number;
  readonly openedAt: number;
  readonly value: number;
  readonly lastAt: number;
  readonly lastValue: number;
  readonly occurrences: number;
  readonly clearedAt: number | null;
  /** When e-mails, SMS or SAMI changes would have gone out. */
  readonly actedAt: readonly number[];
  /** Whether it changed state so often that people were notified once and no more. */
  readonly flapping: boolean;
  /** Each stretch during which the condition held; `to` null while it still holds. */
  readonly stretches: readonly { from: number; to: number | null }[];
}

export interface Rehearsal {
  readonly alerts: RehearsedAlert[];
  readonly samiChanges: { aero: number; at: number; from: SamiLevel; to: SamiLevel; condition: number }[];
  readonly judgements: number;
  /**
   * By condition: number of datapoints that got a verdict, and why the last one without a verdict had none.
   */
  readonly verdicts: { judged: number; notJudged: NotJudged | null }[];
}

/**
 * What the conditions would have done on one AERO over from < time ≤ to (ms), starting from clear, judged by
 * the same functions as live. Nobody marks an alert as seen meanwhile, so a recurring alert continues as the
 * same alert. `joined`: the conditions count only when all are true.
 */
export function rehearse(
  conditions: readonly Condition[],
  { aero, points, firstTime, sami = 'satisfactory', samiSet = [] }: RehearsalAero,
  from: number,
  to: number,
  joined = false,
): Rehearsal {
  const result = fold({
    points: points.filter((point) => point.time <= to),
    firstTime: firstTime ?? points[0]?.time ?? null,
    judgedUntil: from,
    sami,
    samiSet,
    conditions: conditions.map((condition, id) => ({
      id,
      condition,
      episode: CLEAR_EPISODE,
      alertOpen: false,
      ...(joined ? { joined: 0 } : {}),
    })),
  });
  const stretches = new Map<number, { from: number; to: number | null }[]>();
  for (const effect of result.effects) {
    const list = stretches.get(effect.conditionId) ?? [];
    stretches.set(effect.conditionId, list);
    if (effect.type === 'open' || effect.type === 'reopen') list.push({ from: effect.at, to: null });
    else if (effect.type === 'clear') list.at(-1)!.to = effect.at;
  }
  const alerts = result.alerts.flatMap((alert): RehearsedAlert[] =>
    alert.opened === null
      ? []
      : [
          {
            aero,
            condition: alert.conditionId,
            openedAt: alert.opened.at,
            value: alert.opened.value,
            lastAt: alert.lastAt!,
            lastValue: alert.lastValue!,
            occurrences: alert.occurrences,
            clearedAt: alert.clearedAt ?? null,
            actedAt: [...alert.actedAt, ...alert.flappedAt].sort((a, b) => a - b),
            flapping: alert.turns.some(({ type }) => type === 'flap'),
            stretches: stretches.get(alert.conditionId) ?? [],
          },
        ],
  );
  alerts.sort((a, b) => a.openedAt - b.openedAt || a.condition - b.condition);
  return {
    alerts,
    samiChanges: result.samiChanges.map(({ conditionId, ...change }) => ({
      ...change,
      aero,
      condition: conditionId,
    })),
    judgements: result.judgements,
    verdicts: conditions.map((_, id) => result.verdicts.get(id)!),
  };
}
