/**
 * Decides what the console proposes in addition to existing proposals. It is pure, so that repeating it has
 * no further effect.
 */
import type { ConditionMetricKey } from '../alerting/condition.ts';
import type { Severity } from '../alerting/severity.ts';
import { DAY } from '../durations.ts';
import { REPAIR_DAYS } from '../faults/repair.ts';
import { type Cause, isAbout, isOfBox } from './causes-of-matters.ts';
import type { WorkKind } from './kinds.ts';
import { isOpenWork, type MatterState, type Proof, type WorkVerdict } from './orders.ts';
import { dayOf, earlierDay, levelOf } from './urgency.ts';

/** A matter of the box as it is stored; times in ms. */
export interface Matter {
  readonly id: number;
  readonly aero: number | null;
  readonly kind: WorkKind;
  readonly state: MatterState;
  readonly proof: Proof | null;
  readonly severity: Severity;
  readonly grade: number | null;
  readonly dueBy: string | null;
  readonly dueOn: string | null;
  readonly acceptedAt: number | null;
  readonly closedAt: number | null;
  readonly goneAt: number | null;
  readonly verdict: WorkVerdict | null;
  /** The matter that people merged it into. */
  readonly joinedInto: number | null;
  readonly dismissedUntil: string | null;
  readonly dismissedLevel: number | null;
}

/**
 * What is to be written. `return`: a dismissed matter is proposed again, because it got worse or its day
 * came.
 */
export type Effect =
  | { readonly type: 'propose'; readonly cause: Cause }
  | {
      readonly type: 'follow';
      readonly id: number;
      readonly cause: Cause;
      readonly dueOn: string | null;
      readonly proposed: boolean;
    }
  | {
      readonly type: 'return';
      readonly id: number;
      readonly cause: Cause;
      readonly why: 'worse' | 'day';
    }
  | { readonly type: 'gone'; readonly id: number; readonly proposed: boolean };

/** Whether a matter represents its cause, so that no other one is proposed. */
const stands = ({ state, proof, goneAt }: Matter): boolean =>
  goneAt === null &&
  (state === 'proposed' ||
    state === 'dismissed' ||
    isOpenWork(state) ||
    (state === 'done' && (proof === 'verifying' || proof === 'word')));

/** Whether a matter has this cause: of this AERO, or of its box whichever way it was created. */
const isOf = (matter: Matter, { aero, kind }: Cause): boolean =>
  matter.kind === kind && (isOfBox(kind) || matter.aero === aero);

/** The effects of a box's facts on its matters; `now` in ms. */
export function reconcile(causes: readonly Cause[], matters: readonly Matter[], now: number): Effect[] {
  const standing = matters.filter(stands);
  const effects: Effect[] = [];
  const caused = new Set<Matter>();
  for (const cause of causes) {
    const own = matterFor(cause, standing);
    if (own !== undefined) {
      caused.add(own);
      const effect = followed(own, cause, now);
      if (effect !== null) effects.push(effect);
    } else if (!matters.some((ended) => isOf(ended, cause) && isAnswered(ended, cause, matters, now)))
      effects.push({ type: 'propose', cause });
  }
  for (const matter of standing)
    if (!caused.has(matter) && (matter.state === 'proposed' || matter.state === 'dismissed'))
      effects.push({ type: 'gone', id: matter.id, proposed: matter.state === 'proposed' });
  return effects;
}

/** The matter that represents a cause; undefined for none. */
export function matterFor(cause: Cause, matters: readonly Matter[]): Matter | undefined {
  const standing = matters.filter(stands);
  return standing.find((matter) => isOf(matter, cause)) ?? taking(cause, standing);
}

/** An accepted matter of the same AERO about the same thing takes over what an alert alone would propose. */
const taking = (cause: Cause, standing: readonly Matter[]): Matter | undefined =>
  cause.source !== 'alert'
    ? undefined
    : standing.find(
        ({ state, kind, aero }) =>
          state !== 'proposed' &&
          state !== 'dismissed' &&
          (aero === null || aero === cause.aero) &&
          isAbout(kind, { kind: cause.kind, metric: cause.kind as ConditionMetricKey }),
      );

function followed(matter: Matter, cause: Cause, now: number): Effect | null {
  const { id, state, dismissedUntil, dismissedLevel } = matter;
  if (state === 'dismissed') {
    if (levelOf(cause.grade, cause.severity) > (dismissedLevel ?? 0))
      return { type: 'return', id, cause, why: 'worse' };
    if (dismissedUntil !== null && dismissedUntil <= dayOf(now))
      return { type: 'return', id, cause, why: 'day' };
    return null;
  }
  // A finished matter is not described again: it is being verified. A matter about something else stays
  // unchanged.
  if (state === 'done' || matter.kind !== cause.kind) return null;
  // The due day stays as first set, unless the new one is earlier.
  const dueBy = earlierDay(matter.dueBy, cause.dueBy);
  return {
    type: 'follow',
    id,
    cause: { ...cause, dueBy },
    dueOn: state === 'proposed' ? dueBy : matter.dueOn,
    proposed: state === 'proposed',
  };
}

/**
 * Whether somebody has already dealt with a cause, in a matter that ended or in the one that it was merged
 * into.
 */
function isAnswered(ended: Matter, cause: Cause, matters: readonly Matter[], now: number): boolean {
  const into = matters.find(({ id }) => id === ended.joinedInto);
  if (into === undefined) return silences(ended, cause, now);
  return stands(into) || silences({ ...into, grade: ended.grade, severity: ended.severity }, cause, now);
}

/**
 * Whether an ended matter settles a cause that existed before: somebody cancelled it, or found nothing, or
 * did the work within a fortnight. A cause that got worse since is proposed all the same.
 */
function silences(ended: Matter, cause: Cause, now: number): boolean {
  const { acceptedAt, closedAt, state, verdict } = ended;
  if (acceptedAt === null || closedAt === null || cause.since > closedAt) return false;
  const known = ended.grade === null && cause.grade !== null ? Number.POSITIVE_INFINITY : 0;
  if (levelOf(cause.grade, cause.severity) > Math.max(known, levelOf(ended.grade, ended.severity)))
    return false;
  return state === 'cancelled' || verdict === 'not_found' || now < closedAt + REPAIR_DAYS * DAY;
}
