import {
  type ConditionInput,
  conditionOptions,
  conditionProblems,
  normalizeCondition,
  periodSeconds,
} from '@aerowatch/domain/alerting/condition';

/** A condition being written: a value may still be missing; `key` tells it apart on screen. */
export interface ConditionDraft extends Omit<ConditionInput, 'value'> {
  id?: number;
  key: string;
  value: number | null;
}
export interface SupervisorDraft {
  name: string;
  client: number | null;
  aeros: number[];
  enabled: boolean;
  conditions: ConditionDraft[];
}

export const MOST_CONDITIONS = 10;
let made = 0;
const newKey = () => `${Date.now().toString(36)}-${made++}`;

export function newCondition(): ConditionDraft {
  return {
    key: newKey(),
    metric: 'temperature',
    comparator: 'gt',
    value: null,
    percent: 100,
    average: false,
    period: { value: 20, unit: 'minutes' },
    actions: [{ type: 'email' }],
  };
}
export function newDraft(client: number | null): SupervisorDraft {
  return { name: '', client, aeros: [], enabled: true, conditions: [newCondition()] };
}
export function draftOf(supervisor: {
  name: string;
  client: number;
  aeros: number[];
  enabled: boolean;
  conditions: (ConditionInput & { id: number })[];
}): SupervisorDraft {
  return {
    name: supervisor.name,
    client: supervisor.client,
    aeros: [...supervisor.aeros],
    enabled: supervisor.enabled,
    conditions: supervisor.conditions.map((condition) => ({ ...condition, key: String(condition.id) })),
  };
}

/** Leaves out what the metric and comparator do not use, so that nothing stale is sent. */
export function tidied(condition: ConditionDraft): ConditionDraft {
  const options = conditionOptions(condition.metric, condition.comparator);
  const momentary = periodSeconds(condition) === 0;
  return {
    ...condition,
    percent: options.percent && !condition.average && !momentary ? condition.percent : 100,
    average: options.average && !momentary ? condition.average : false,
  };
}

/** The condition as it is sent; null while it has no value. */
export function conditionOf(draft: ConditionDraft): (ConditionInput & { id?: number }) | null {
  if (draft.value === null) return null;
  const { key: _key, ...rest } = tidied(draft);
  return {
    ...normalizeCondition({ ...rest, value: draft.value }),
    ...(draft.id === undefined ? {} : { id: draft.id }),
  };
}

/** Problems by field, as codes of `validation`. */
export function draftProblems(draft: ConditionDraft): Record<string, string> {
  const condition = conditionOf(draft);
  if (condition === null) return { value: 'required' };
  return Object.fromEntries(conditionProblems(condition).map(({ field, message }) => [field, message]));
}

/** Body of the request; only complete drafts get here. */
export function bodyOf(draft: SupervisorDraft) {
  return {
    name: draft.name.trim(),
    ...(draft.client === null ? {} : { client: draft.client }),
    aeros: draft.aeros,
    enabled: draft.enabled,
    conditions: draft.conditions.map((condition) => conditionOf(condition)!),
  };
}
