/** The faults that diagnoses are tried on: three severities each, and which findings name them. */
import type { FindingKey } from '@aerowatch/domain/diagnostics/finding';
import { CLIMATES, type ClimateName } from '@aerowatch/simulator/climate';
import type { AeroDescriptor } from '@aerowatch/simulator/descriptor';
import type { FaultName } from '@aerowatch/simulator/faults';
import { seasonOf } from '@aerowatch/simulator/weather-events';
import type { Case } from './cases.ts';
import { reachesStop } from './truth.ts';

export const SEVERITIES = ['mild', 'medium', 'severe'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Kind {
  readonly name: string;
  readonly fault: FaultName | 'wrong-length';
  readonly modes?: readonly string[];
  /** Rates of the three severities; one of either sign where `either`. */
  readonly rates: readonly [number, number, number];
  readonly unit: string;
  readonly either?: boolean;
  /** Of a core fault every severity from here on must be named. */
  readonly core?: Severity;
  /** Findings that name it rightly, at "watch" or worse. */
  readonly named: readonly FindingKey[];
  /** Findings that are true beside it but do not name it. Those on stops and friction are asked of the truth. */
  readonly also?: readonly FindingKey[];
  /** Present from the first day on: a state of the installation, no event. */
  readonly fromStart?: boolean;
  /** Days it is followed. */
  readonly days?: number;
  /** Climates in which it can be, and the part of the year in which it begins (days). */
  readonly climates?: readonly ClimateName[];
  readonly season?: readonly [number, number];
  /** Needs a box with two AEROs. */
  readonly two?: boolean;
  /** The rate of a case, where it follows from the installation. */
  rateOf?(
    rate: number,
    aero: AeroDescriptor,
    climate: ClimateName,
    day: number,
    mode: string | undefined,
  ): number;
  /** Whether the truth says so of a case that was drawn. */
  isSo?(one: Case): boolean;
}

const HELD: readonly FindingKey[] = ['residual', 'health_ratio', 'friction', 'stop_hot', 'stop_cold'];
const stuck = (mode: string): Kind => ({
  name: `stuck ${mode} sensor`,
  fault: 'stuck-sensor',
  modes: [mode],
  rates: [1, 1, 1],
  unit: 'one value repeated',
  core: 'mild',
  named: ['stuck_sensor'],
});
const spikes = (mode: string): Kind => ({
  name: `spikes of ${mode}`,
  fault: 'spike',
  modes: [mode],
  rates: [0.004, 0.01, 0.03],
  unit: 'of the samples',
  named: ['spike'],
});

/** °C from the season at which a thing stands in the way of the ram, as mm from 15 °C. */
function heldAt(
  degrees: number,
  aero: AeroDescriptor,
  climate: ClimateName,
  day: number,
  mode: string | undefined,
): number {
  const { mean, half } = CLIMATES[climate];
  const season = mean + half * seasonOf(day + 30);
  const slope = aero.tensioner.expansion * aero.tensioner.length * 1000;
  return mode === 'cold' ? -slope * (season - degrees - 15) : slope * (season + degrees - 15);
}

export const KINDS: readonly Kind[] = [
  {
    name: 'leak',
    fault: 'leak',
    rates: [0.0003, 0.001, 0.004],
    unit: 'of the gas a day',
    core: 'mild',
    named: ['leak', 'pressure_trend', 'burst'],
    also: ['residual'],
    days: 120,
  },
  {
    name: 'burst',
    fault: 'burst',
    rates: [0.6, 0.3, 0.15],
    unit: 'of the gas left after an hour',
    core: 'mild',
    named: ['burst', 'leak', 'pressure_trend'],
    also: [...HELD, 'seized', 'break'],
  },
  {
    name: 'seized ram',
    fault: 'seized',
    rates: [0, 0, 0],
    unit: 'held for good',
    core: 'mild',
    named: ['seized'],
    also: HELD,
  },
  {
    name: 'growing friction',
    fault: 'friction',
    rates: [0.06, 0.09, 0.14],
    unit: 'of the tension within 60 days',
    named: ['friction'],
    also: ['residual', 'seized', 'health_ratio'],
    days: 120,
  },
  {
    name: 'creeping wire',
    fault: 'creep',
    modes: ['slow'],
    rates: [0.3, 0.7, 1.6],
    unit: 'mm a day',
    either: true,
    named: ['drift'],
    also: ['residual'],
    days: 100,
  },
  {
    name: 'slipped wire',
    fault: 'creep',
    modes: ['step'],
    rates: [40, 80, 120],
    unit: 'mm at once',
    either: true,
    core: 'medium',
    named: ['break', 'residual', 'drift'],
  },
  {
    name: 'broken wire',
    fault: 'break',
    rates: [1, 1, 1],
    unit: 'the wire lets go',
    core: 'mild',
    named: ['break'],
    also: [...HELD, 'seized'],
  },
  {
    name: 'middle near a stop',
    fault: 'near-stop',
    rates: [0.25, 0.32, 0.4],
    unit: 'of the stroke off from the first day',
    either: true,
    core: 'mild',
    named: ['stop_hot', 'stop_cold'],
    also: ['residual', 'seized', 'health_ratio', 'friction', 'held_one_side'] as FindingKey[],
    fromStart: true,
    days: 200,
    isSo: (one) => reachesStop(one, 'hot', one.from, 0) || reachesStop(one, 'cold', one.from, 0),
  },
  stuck('stroke'),
  stuck('pressure'),
  stuck('temperature'),
  spikes('stroke'),
  spikes('pressure'),
  {
    name: 'sentinels for values',
    fault: 'sentinel',
    rates: [0.004, 0.01, 0.03],
    unit: 'of the samples',
    named: ['spike'],
  },
  {
    name: 'drifting stroke sensor',
    fault: 'drift',
    modes: ['stroke'],
    rates: [0.3, 0.6, 1.2],
    unit: 'mm a day',
    either: true,
    named: ['stroke_sensor_drift'],
    also: ['residual'],
    days: 100,
  },
  {
    name: 'drifting pressure sensor',
    fault: 'drift',
    modes: ['pressure'],
    rates: [0.03, 0.06, 0.12],
    unit: 'bar a day',
    either: true,
    named: ['pressure_sensor_drift'],
    days: 100,
  },
  {
    name: 'step of the stroke sensor',
    fault: 'offset',
    modes: ['stroke'],
    rates: [20, 40, 80],
    unit: 'mm',
    either: true,
    named: ['stroke_sensor_step'] as FindingKey[],
    also: ['residual'],
  },
  {
    name: 'step of the pressure sensor',
    fault: 'offset',
    modes: ['pressure'],
    rates: [1, 3, 8],
    unit: 'bar',
    either: true,
    named: ['pressure_sensor_step'] as FindingKey[],
  },
  {
    name: 'sun on the temperature sensor',
    fault: 'sun-bias',
    rates: [5, 9, 14],
    unit: '°C at 1,000 W/m² on its side',
    named: ['temperature_bias'],
    also: ['residual'],
    season: [60, 240],
  },
  {
    name: 'ageing battery',
    fault: 'battery-ageing',
    rates: [160, 100, 50],
    unit: 'days to half the capacity and three times the resistance',
    named: ['battery_resistance', 'battery_trend'],
    days: 170,
  },
  {
    name: 'current drain',
    fault: 'drain',
    rates: [8, 14, 20],
    unit: 'mA',
    named: ['current_drain', 'battery_trend'] as FindingKey[],
  },
  {
    name: 'soiled panel',
    fault: 'soiling',
    rates: [160, 90, 45],
    unit: 'days to 35 % of the light',
    named: ['panel_trend'],
    also: ['battery_trend'],
    days: 150,
  },
  {
    name: 'shaded panel',
    fault: 'shading',
    modes: ['east', 'west', 'south'],
    rates: [25, 45, 70],
    unit: '° of azimuth hidden from the beam',
    named: ['shading', 'panel_trend'],
    also: ['battery_trend'],
    season: [30, 260],
  },
  {
    name: 'exchanged AEROs',
    fault: 'swapped',
    rates: [1, 1, 1],
    unit: 'cables of two AEROs exchanged',
    named: ['swapped'] as FindingKey[],
    two: true,
  },
  {
    name: 'held to one side',
    fault: 'one-side',
    modes: ['hot', 'cold'],
    rates: [5, 2, -2],
    unit: '°C from the season',
    named: ['held_one_side', 'seized'] as FindingKey[],
    also: HELD,
    rateOf: heldAt,
  },
  {
    name: 'icing',
    fault: 'icing',
    rates: [0.3, 0.6, 1],
    unit: 'of the days of frost',
    named: ['icing', 'seized'] as FindingKey[],
    also: HELD,
    climates: ['alps-1200', 'scandinavia'],
    season: [310, 370],
  },
  {
    name: 'wrong length',
    fault: 'wrong-length',
    rates: [1.3, 1.5, 2],
    unit: 'times too long or too short',
    either: true,
    core: 'mild',
    named: ['health_ratio'],
    fromStart: true,
    days: 120,
  },
];
