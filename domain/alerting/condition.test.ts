import { describe, expect, it } from 'vitest';
import { type ConditionInput, conditionOptions, conditionProblems, periodSeconds } from './condition.ts';
import { buildCondition, minutes } from './testing.ts';

const hours = (value: number) => ({ value, unit: 'hours' as const });

describe('conditionProblems', () => {
  it.each([
    ['plain', {}],
    ['a window', { period: minutes(20) }],
    ['percent', { period: minutes(20), percent: 66 }],
    ['percent 100 with P = 0', { percent: 100 }],
    ['percent null', { percent: null, average: null }],
    ['average', { period: minutes(20), average: true }],
    ['average with percent 100', { period: minutes(20), average: true, percent: 100 }],
    ['varies', { comparator: 'varies', value: 10, period: minutes(20) }],
    ['varies with percent 100', { comparator: 'varies', value: 10, period: minutes(20), percent: 100 }],
    ['slope', { metric: 'displacement_temperature', comparator: 'lt', value: 6, period: hours(48) }],
    ['slope eq', { metric: 'displacement_time', comparator: 'eq', value: 0, period: hours(1) }],
    ['slope varies', { metric: 'displacement_time', comparator: 'varies', value: 5, period: hours(1) }],
    ['31 days', { period: hours(744) }],
    ['negative value', { value: -40 }],
    [
      'all actions',
      { actions: [{ type: 'email' }, { type: 'sms' }, { type: 'sami', level: 'unsatisfactory' }] },
    ],
  ] as [string, Partial<ConditionInput>][])('accepts %s', (_, changes) => {
    expect(
      conditionProblems({ ...buildCondition(), percent: undefined, average: undefined, ...changes }),
    ).toEqual([]);
  });

  it.each([
    ['varies, P = 0', { comparator: 'varies' }, 'period', 'period_required'],
    ['slope, P = 0', { metric: 'displacement_temperature' }, 'period', 'period_required'],
    ['slope in time, P = 0', { metric: 'displacement_time' }, 'period', 'period_required'],
    ['average, P = 0', { average: true }, 'average', 'period_for_average'],
    ['percent, P = 0', { percent: 50 }, 'percent', 'period_for_percent'],
    [
      'varies with percent',
      { comparator: 'varies', percent: 50, period: minutes(20) },
      'percent',
      'not_used',
    ],
    [
      'varies with average',
      { comparator: 'varies', average: true, period: minutes(20) },
      'average',
      'not_used',
    ],
    [
      'slope with percent',
      { metric: 'displacement_time', percent: 50, period: minutes(20) },
      'percent',
      'not_used',
    ],
    [
      'slope with average',
      { metric: 'displacement_temperature', average: true, period: minutes(20) },
      'average',
      'not_used',
    ],
    ['average with percent', { average: true, percent: 50, period: minutes(20) }, 'percent', 'not_used'],
    ['percent 0', { percent: 0, period: minutes(20) }, 'percent', 'between'],
    ['percent 101', { percent: 101, period: minutes(20) }, 'percent', 'between'],
    ['percent NaN', { percent: Number.NaN, period: minutes(20) }, 'percent', 'not_numeric'],
    ['over 31 days', { period: { value: 31 * 86_400 + 1, unit: 'seconds' } }, 'period', 'period_too_long'],
    ['negative period', { period: minutes(-1) }, 'period', 'min'],
    ['endless period', { period: minutes(Number.POSITIVE_INFINITY) }, 'period', 'min'],
    ['value NaN', { value: Number.NaN }, 'value', 'not_numeric'],
    ['value infinite', { value: Number.POSITIVE_INFINITY }, 'value', 'not_numeric'],
    ['varies by less than nothing', { comparator: 'varies', value: -1, period: minutes(20) }, 'value', 'min'],
    ['no action', { actions: [] }, 'actions', 'required'],
    ['an action twice', { actions: [{ type: 'email' }, { type: 'email' }] }, 'actions', 'duplicate'],
    [
      'an unknown level',
      { actions: [{ type: 'sami', level: 'worst' as 'unsatisfactory' }] },
      'actions',
      'one_of',
    ],
    ['an unknown metric', { metric: 'solar_voltage' as 'stroke' }, 'metric', 'one_of'],
    ['an unknown comparator', { comparator: 'like' as 'eq' }, 'comparator', 'one_of'],
  ] as [string, Partial<ConditionInput>, string, string][])('refuses %s', (_, changes, field, code) => {
    const problems = conditionProblems({ ...buildCondition(), ...changes });
    expect(problems.map((problem) => [problem.field, problem.message.split('|')[0]])).toEqual([
      [field, code],
    ]);
  });

  it('names every wrong field at once', () => {
    const problems = conditionProblems({
      ...buildCondition(),
      value: Number.NaN,
      percent: 0,
      period: minutes(-1),
      actions: [],
    });
    expect(problems.map((problem) => problem.field)).toEqual(['value', 'period', 'percent', 'actions']);
  });
});

it('periods in seconds', () => {
  expect(periodSeconds({ period: { value: 90, unit: 'seconds' } })).toBe(90);
  expect(periodSeconds({ period: minutes(20) })).toBe(1200);
  expect(periodSeconds({ period: hours(0.5) })).toBe(1800);
});

it('a form shows percent and average only where they are used', () => {
  expect(conditionOptions('temperature', 'gt')).toMatchObject({
    percent: true,
    average: true,
    periodRequired: false,
  });
  expect(conditionOptions('temperature', 'varies')).toMatchObject({
    percent: false,
    average: false,
    periodRequired: true,
  });
  expect(conditionOptions('displacement_time', 'gt')).toMatchObject({
    percent: false,
    average: false,
    periodRequired: true,
  });
});
