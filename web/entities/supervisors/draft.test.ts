import { expect, test } from 'vitest';
import { changedFields } from '../../lib/changed.ts';
import {
  conditionOf,
  draftProblems,
  newCondition,
  tidied,
  type WrittenSupervisor,
  writtenOf,
} from './draft.ts';

const isSameDefinition = (one: WrittenSupervisor, other: WrittenSupervisor) =>
  changedFields(writtenOf(one), writtenOf(other)).length === 0;

const supervisor: WrittenSupervisor = {
  name: 'Heat',
  client: 1,
  scope: 'tag',
  tag: 3,
  aeros: [1, 2],
  enabled: true,
  joined: false,
  conditions: [
    {
      id: 5,
      metric: 'temperature',
      comparator: 'gt',
      value: 40,
      period: { value: 20, unit: 'minutes' },
      actions: [{ type: 'email' }],
    },
  ],
};

test('AEROs that come to a tag or client are nobody’s edit', () => {
  expect(isSameDefinition(supervisor, { ...supervisor, aeros: [1, 2, 3] })).toBe(true);
  const whole = { ...supervisor, scope: 'client', tag: null } as const;
  expect(isSameDefinition(whole, { ...whole, aeros: [] })).toBe(true);
});

test('AEROs chosen one by one, a name, a tag, a switch and a condition are', () => {
  const chosen = { ...supervisor, scope: 'aeros', tag: null } as const;
  expect(isSameDefinition(chosen, { ...chosen, aeros: [1] })).toBe(false);
  const [condition] = supervisor.conditions;
  const edits: Partial<WrittenSupervisor>[] = [
    { name: 'Cold' },
    { tag: 4 },
    { enabled: false },
    { conditions: [{ ...condition!, value: 41 }] },
    { conditions: [{ ...condition!, actions: [{ type: 'sms' }] }] },
  ];
  for (const edit of edits) expect(isSameDefinition(supervisor, { ...supervisor, ...edit })).toBe(false);
});

test('a new condition decides nothing: comparator and value are asked for', () => {
  const fresh = newCondition();
  expect(draftProblems(fresh)).toEqual({ comparator: 'required', value: 'required' });
  expect(conditionOf({ ...fresh, value: 4 })).toBeNull();
  const chosen = { ...fresh, comparator: 'lt', value: 4 } as const;
  expect(draftProblems(chosen)).toEqual({});
  expect(conditionOf(chosen)).toMatchObject({ comparator: 'lt', value: 4, period: { value: 0 } });
});
test('where a metric takes one comparator alone, nothing is to be chosen', () => {
  expect(tidied({ ...newCondition(), metric: 'silence' }).comparator).not.toBeNull();
  expect(tidied({ ...newCondition(), metric: 'pressure' }).comparator).toBeNull();
});
test('a share and a mean are chosen before the period is typed, which is then asked for', () => {
  const chosen = { ...newCondition(), comparator: 'lt', value: 4 } as const;
  expect(draftProblems({ ...chosen, percent: 60 })).toEqual({ percent: 'period_for_percent' });
  expect(draftProblems({ ...chosen, average: true })).toEqual({ average: 'period_for_average' });
  const period = { value: 2, unit: 'hours' } as const;
  expect(conditionOf({ ...chosen, percent: 60, period })).toMatchObject({ percent: 60, period });
  expect(conditionOf({ ...chosen, average: true, period })).toMatchObject({ average: true, period });
});
