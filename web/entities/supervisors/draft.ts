import type { Tell } from '@aerowatch/contracts/api/supervisors';
import type { Comparator } from '@aerowatch/domain/alerting/comparators';
import {
  type ConditionInput,
  comparatorsOf,
  conditionOptions,
  conditionProblems,
  normalizeCondition,
  type Period,
} from '@aerowatch/domain/alerting/condition';
import type { Held } from '../../forms/typed/reading.ts';

type Typed = 'comparator' | 'value' | 'recovery' | 'percent' | 'period' | 'hold_clear';
/** As typed: may be empty, or unreadable. */
export interface PeriodDraft extends Omit<Period, 'value'> {
  value: Held<number>;
}
/** A condition being edited: comparator and value may still be missing; `key` identifies it on screen. */
export interface ConditionDraft extends Omit<ConditionInput, Typed> {
  id?: number;
  key: string;
  comparator: Comparator | null;
  value: Held<number>;
  recovery?: Held<number>;
  percent?: Held<number>;
  period: PeriodDraft;
  hold_clear?: PeriodDraft | null;
}
export interface SupervisorDraft {
  name: string;
  client: number | null;
  /** The scope; absent in drafts from before there was a choice. */
  scope?: 'aeros' | 'tag' | 'client';
  tag?: number | null;
  aeros: number[];
  enabled: boolean;
  joined: boolean;
  conditions: ConditionDraft[];
  /** Absent in drafts from before there was a choice. */
  tell?: Tell;
}

export const MAX_CONDITIONS = 10;
let made = 0;
const newKey = () => `${Date.now().toString(36)}-${made++}`;

const NO_PERIOD = { value: 0, unit: 'minutes' } as const;

/** Nothing is preselected, because an unintended rule would wake people up. */
export function newCondition(): ConditionDraft {
  return {
    key: newKey(),
    metric: 'temperature',
    comparator: null,
    value: null,
    percent: 100,
    average: false,
    period: NO_PERIOD,
    actions: [{ type: 'email' }],
  };
}
export function newDraft(client: number | null): SupervisorDraft {
  return { name: '', client, aeros: [], enabled: true, joined: false, conditions: [newCondition()] };
}
/** The editable part of a supervisor. */
export interface WrittenSupervisor {
  name: string;
  client: number;
  scope?: SupervisorDraft['scope'];
  tag?: number | null;
  aeros: number[];
  enabled: boolean;
  joined: boolean;
  conditions: (ConditionInput & { id: number })[];
  tell?: Tell;
}
export function draftOf(supervisor: WrittenSupervisor): SupervisorDraft {
  return {
    name: supervisor.name,
    client: supervisor.client,
    scope: supervisor.scope ?? 'aeros',
    tag: supervisor.tag ?? null,
    aeros: [...supervisor.aeros],
    enabled: supervisor.enabled,
    joined: supervisor.joined,
    tell: tellOf(supervisor),
    conditions: supervisor.conditions.map((condition) => ({ ...condition, key: String(condition.id) })),
  };
}

/** The recipients: all users of the client unless some are chosen. */
export const tellOf = ({ tell }: { tell?: Tell }): Tell =>
  tell ?? { all: true, groups: [], users: [], in_charge: false, on_duty: false, escalate_after: null };
/** Whether it has any recipient. */
export const tellsSomebody = (draft: { tell?: Tell }): boolean => {
  const { all, groups, users, in_charge, on_duty } = tellOf(draft);
  return all || in_charge || on_duty || groups.length + users.length > 0;
};
/** Whether it notifies a user by role or by name, or because it notifies all. */
export const tellsPerson = (
  draft: { tell?: Tell },
  user: { id: number; groups: readonly number[] },
): boolean => {
  const { all, groups, users } = tellOf(draft);
  return all || users.includes(user.id) || user.groups.some((group) => groups.includes(group));
};

/** With its present or default comparator, which determines the fields of the form. */
export const compared = (draft: ConditionDraft): ConditionDraft & { comparator: Comparator } => ({
  ...draft,
  comparator: draft.comparator ?? comparatorsOf(draft.metric)[0]!,
});

/** Removes fields that the metric and comparator do not use, so that nothing stale is sent. */
export function tidied(draft: ConditionDraft): ConditionDraft {
  const { metric } = draft;
  const comparator = takenBy(metric, draft.comparator);
  const options = conditionOptions(metric, compared({ ...draft, comparator }).comparator);
  const condition = { ...draft, comparator, period: options.period ? draft.period : NO_PERIOD };
  const graded = options.finding && condition.value !== 1 && condition.value !== 2;
  return {
    ...condition,
    value: graded ? 1 : condition.value,
    finding: options.finding ? (condition.finding ?? 'any') : null,
    recovery: options.recovery ? condition.recovery : null,
    hold_clear: options.hold_clear ? condition.hold_clear : null,
    percent: options.percent && !condition.average ? condition.percent : 100,
    average: options.average ? condition.average : false,
  };
}

/** A comparator that the metric allows; if it allows only one, there is no choice. */
function takenBy(metric: ConditionDraft['metric'], comparator: Comparator | null): Comparator | null {
  const taken = comparatorsOf(metric);
  if (taken.length === 1) return taken[0]!;
  return comparator !== null && taken.includes(comparator) ? comparator : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const read = (value: Held<number> | undefined): number | null => (typeof value === 'number' ? value : null);
/** Unreadable values by field; the field itself shows the reason. */
function unread({ value, recovery, percent, period, hold_clear }: ConditionDraft): Record<string, string> {
  const typed = { value, recovery, percent, period: period.value, hold_clear: hold_clear?.value };
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([, one]) => isText(one))
      .map(([field]) => [field, 'not_numeric']),
  );
}

/** The condition as sent; null while it has no comparator or value, or something is unreadable. */
export function conditionOf(draft: ConditionDraft): (ConditionInput & { id?: number }) | null {
  const { key: _key, comparator, value, recovery, percent, period, hold_clear, ...rest } = tidied(draft);
  if (typeof value !== 'number' || comparator === null || Object.keys(unread(draft)).length > 0) return null;
  const hold = read(hold_clear?.value) ?? 0;
  return {
    ...normalizeCondition({
      ...rest,
      comparator,
      value,
      recovery: read(recovery),
      percent: read(percent),
      period: { ...period, value: read(period.value) ?? 0 },
      hold_clear: hold === 0 || !hold_clear ? null : { ...hold_clear, value: hold },
    }),
    ...(draft.id === undefined ? {} : { id: draft.id }),
  };
}

/** Problems by field, as codes of `validation`. */
export function draftProblems(draft: ConditionDraft): Record<string, string> {
  const condition = conditionOf(draft);
  if (condition === null)
    return {
      ...(takenBy(draft.metric, draft.comparator) === null ? { comparator: 'required' } : {}),
      ...(draft.value === null ? { value: 'required' } : {}),
      ...unread(draft),
    };
  return Object.fromEntries(conditionProblems(condition).map(({ field, message }) => [field, message]));
}

/** Body of the request; only complete drafts get here. */
export function bodyOf(draft: SupervisorDraft) {
  return {
    name: draft.name.trim(),
    ...(draft.client === null ? {} : { client: draft.client }),
    ...watchedOf(draft),
    enabled: draft.enabled,
    joined: draft.joined && draft.conditions.length > 1,
    conditions: draft.conditions.map((condition) => conditionOf(condition)!),
    tell: tellOf(draft),
  };
}

/**
 * The editable part of a stored supervisor, to detect another user's edit: its version also changes when
 * AEROs join its tag or client, which is nobody's edit.
 */
export const writtenOf = (supervisor: WrittenSupervisor) => bodyOf(draftOf(supervisor));

/** The scope as sent: AEROs only if they were chosen one by one. */
function watchedOf({ scope = 'aeros', tag = null, aeros }: SupervisorDraft) {
  return { scope, tag: scope === 'tag' ? tag : null, ...(scope === 'aeros' ? { aeros } : {}) };
}

/** Whether a scope was chosen. */
export const watchesSomething = ({ scope = 'aeros', tag = null, aeros }: SupervisorDraft): boolean =>
  scope === 'client' || (scope === 'tag' ? tag !== null : aeros.length > 0);

/** Whether it has conditions, all of them complete. */
export const hasWholeConditions = ({ conditions }: SupervisorDraft): boolean =>
  conditions.length > 0 &&
  conditions.every((condition) => Object.keys(draftProblems(condition)).length === 0);
