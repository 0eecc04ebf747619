import { type ConditionInput, MAX_CONDITIONS } from '@aerowatch/domain/alerting/condition';
import type { Chance } from './chance.ts';

const minutes = (value: number) => ({ value, unit: 'minutes' }) as const;
const email = [{ type: 'email' }] as const;
const base = {
  metric: 'temperature',
  comparator: 'gt',
  value: 20,
  period: minutes(0),
  actions: [...email],
} as const;

/** The conditions of a case's supervisor, by the value of the axis `rules`. */
export function rulesOf(kind: string, chance: Chance): ConditionInput[] {
  const made = MAKERS[kind]?.(chance) ?? [];
  return made.map((overrides) => ({ ...base, ...overrides }) as ConditionInput);
}

type ConditionParts = Partial<ConditionInput>;
const MAKERS: Readonly<Record<string, (chance: Chance) => ConditionParts[]>> = {
  instant: (chance) => [
    { comparator: chance.pick(['gt', 'gte', 'lt', 'lte', 'eq']), value: chance.pick([12, 16, 20]) },
    { metric: 'stroke', comparator: 'gte', value: 520 },
  ],
  window: (chance) => [
    { value: 15, percent: chance.pick([1, 50, 66, 100]), period: minutes(chance.pick([20, 60, 600])) },
    { metric: 'pressure', value: 4, percent: 50, period: { value: 9, unit: 'hours' } },
  ],
  average: (chance) => [
    {
      metric: chance.pick(['temperature', 'stroke']),
      value: 18.3,
      average: true,
      period: minutes(chance.pick([30, 500])),
    },
  ],
  varies: (chance) => [
    { comparator: 'varies', value: chance.pick([3, 8]), period: minutes(chance.pick([30, 300])) },
    { metric: 'battery_voltage', comparator: 'varies', value: 2, period: { value: 2, unit: 'hours' } },
  ],
  slope: (chance) => [
    {
      metric: 'displacement_temperature',
      comparator: 'gt',
      value: 1.377,
      period: minutes(chance.pick([120, 1000])),
    },
    {
      metric: 'displacement_time',
      comparator: chance.pick(['gt', 'varies', 'lt']),
      value: 2.377,
      period: minutes(90),
    },
  ],
  sami: (chance) => [
    { value: 16, actions: [{ type: 'sami', level: chance.pick(['improvement_needed', 'unsatisfactory']) }] },
    { metric: 'stroke', comparator: 'gt', value: 515, actions: [...email] },
  ],
  recovery: (chance) => [
    {
      comparator: chance.pick(['gt', 'gte']),
      value: 20,
      recovery: chance.pick([20, 14, 4]),
      hold_clear: chance.pick([null, minutes(15), minutes(60)]),
      severity: chance.pick(['low', 'medium', 'high']),
    },
    {
      metric: 'stroke',
      comparator: 'lt',
      value: 516,
      recovery: 520,
      percent: 50,
      period: minutes(chance.pick([20, 60])),
    },
    {
      metric: 'pressure',
      value: 4,
      recovery: chance.pick([2, null]),
      average: true,
      period: minutes(40),
      hold_clear: minutes(30),
    },
    { comparator: 'varies', value: 8, recovery: 3, period: minutes(30) },
  ],
  joined: (chance) => [
    { value: chance.pick([4, 16]), severity: chance.pick(['low', 'high']) },
    {
      metric: chance.pick(['stroke', 'pressure']),
      comparator: 'gte',
      value: 4,
      recovery: chance.pick([null, 2]),
      hold_clear: chance.pick([null, minutes(30)]),
      period: minutes(chance.pick([0, 40])),
    },
    {
      comparator: 'lt',
      value: chance.pick([25, 40]),
      actions: [{ type: 'sami', level: 'improvement_needed' }],
    },
  ],
  // For the measures of `generate-flapping`: the first flaps once and then no longer changes, the others flap
  // again.
  flapping: (chance) => [
    { value: 26, severity: chance.pick(['low', 'high']) },
    {
      value: 16,
      recovery: chance.pick([null, 16, 8]),
      hold_clear: chance.pick([null, minutes(10), minutes(60)]),
    },
    {
      comparator: 'gte',
      value: 12,
      actions: [{ type: 'sami', level: chance.pick(['improvement_needed', 'unsatisfactory']) }],
    },
  ],
  bounds: (chance) => [
    { value: 16, percent: 1, period: { value: 744, unit: 'hours' } },
    { value: 16, percent: 100, period: { value: 1, unit: 'seconds' } },
    ...Array.from({ length: MAX_CONDITIONS - 2 }, (): ConditionParts => ({ value: chance.below(40) })),
  ],
};
