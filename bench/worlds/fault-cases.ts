/** The faults of the second world that a diagnosis is asked for, and the findings that name each. */
import type { FindingKey } from '@aerowatch/domain/faults/list';
import type { FAULT_KINDS } from './second/world.ts';

type FaultKind = (typeof FAULT_KINDS)[number];

const HELD: readonly FindingKey[] = [
  'residual',
  'health_ratio',
  'friction',
  'held_one_side',
  'icing',
  'stop_hot',
  'stop_cold',
];

export interface FaultCase {
  /** Findings that name it, at "watch" or worse. */
  readonly named: readonly FindingKey[];
  /** Findings that are true too, but do not name it. */
  readonly also?: readonly FindingKey[];
  /** Days for which it is followed. */
  readonly days: number;
  /** Whether it grows over weeks: always, in half of the cases, or never. */
  readonly slow?: 'always' | 'half';
  /** There from the first day. */
  readonly fromStart?: true;
}

/** Kinds that show in the measures of an AERO; a silent box and one with a wrong clock are not diagnosed. */
export const CASES: Readonly<Partial<Record<FaultKind, FaultCase>>> = {
  leak: { named: ['leak', 'pressure_trend', 'burst'], also: ['residual'], days: 120 },
  burst: {
    named: ['burst', 'leak', 'pressure_trend'],
    also: [...HELD, 'seized', 'break', 'drift'],
    days: 60,
    slow: 'half',
  },
  seized: { named: ['seized'], also: HELD, days: 60 },
  friction: { named: ['friction'], also: ['residual', 'seized', 'health_ratio'], days: 120, slow: 'always' },
  creep: { named: ['drift'], also: ['residual', 'stop_hot', 'stop_cold'], days: 100 },
  slip: { named: ['break', 'drift', 'residual'], also: ['stop_hot', 'stop_cold'], days: 60 },
  break: { named: ['break'], also: [...HELD, 'seized'], days: 30 },
  'near-stop': {
    named: ['stop_hot', 'stop_cold'],
    also: [...HELD, 'seized'],
    days: 200,
    fromStart: true,
  },
  spike: { named: ['spike'], days: 60 },
  'stuck-sensor': { named: ['stuck_sensor'], days: 60 },
  'stroke-drift': { named: ['stroke_sensor_drift'], also: ['residual'], days: 100 },
  'pressure-drift': { named: ['pressure_sensor_drift'], days: 100 },
  'stroke-offset': { named: ['stroke_sensor_step'], also: ['residual'], days: 60 },
  'pressure-offset': { named: ['pressure_sensor_step'], days: 60 },
  'temperature-sun-bias': { named: ['temperature_bias'], also: ['residual'], days: 100, slow: 'half' },
  'temperature-offset': {
    named: ['temperature_sensor_step', 'temperature_bias'],
    also: ['residual'],
    days: 60,
  },
  'wrong-length': { named: ['health_ratio'], days: 120, fromStart: true },
  'battery-ageing': { named: ['battery_resistance', 'battery_trend'], days: 180, slow: 'always' },
  soiling: { named: ['panel_trend'], also: ['battery_trend'], days: 150, slow: 'always' },
  shading: { named: ['shading', 'panel_trend'], also: ['battery_trend'], days: 120, slow: 'half' },
};
