/** The faults that diagnoses are tried on: how each is drawn, and which findings name it. */
import type { FindingKey } from '@aerowatch/domain/diagnostics/finding';
import type { FaultName } from '@aerowatch/simulator/faults';
import type { Draws } from '@aerowatch/simulator/prng';
import type { Case } from './cases.ts';
import { reachesStop } from './truth.ts';

export interface Kind {
  readonly name: string;
  readonly fault: FaultName;
  readonly mode?: string;
  /** Severity in words, for the table. */
  readonly range: string;
  draw(draws: Draws): number;
  /** Findings that name it rightly, at "watch" or worse. */
  readonly named: readonly FindingKey[];
  /** Findings that are true beside it but do not name it. Those on the stops are asked of the truth instead. */
  readonly also?: readonly FindingKey[];
  /** Present from the first day on: a state of the installation, no event. */
  readonly fromStart?: boolean;
  /** Whether the truth says so of a case that was drawn. */
  isSo?(one: Case): boolean;
}

const even = (low: number, high: number) => (draws: Draws) => draws.uniform(low, high);
/** Even on a logarithmic scale. */
const scaled = (low: number, high: number) => (draws: Draws) =>
  Math.exp(draws.uniform(Math.log(low), Math.log(high)));
const either =
  (draw: (draws: Draws) => number) =>
  (draws: Draws): number =>
    draw(draws) * (draws.chance(0.5) ? 1 : -1);
const fixed = (value: number) => () => value;

const stuck = (mode: string): Kind => ({
  name: `stuck ${mode} sensor`,
  fault: 'stuck-sensor',
  mode,
  range: 'one value repeated',
  draw: fixed(1),
  named: ['stuck_sensor'],
});
const spikes = (mode: string): Kind => ({
  name: `spikes of ${mode}`,
  fault: 'spike',
  mode,
  range: '0.05–1 % of the samples',
  draw: scaled(0.0005, 0.01),
  named: ['spike'],
});

export const KINDS: readonly Kind[] = [
  {
    name: 'leak',
    fault: 'leak',
    range: '0.02–0.5 % of the gas a day',
    draw: scaled(0.0002, 0.005),
    named: ['leak', 'pressure_trend'],
    also: ['residual'],
  },
  {
    name: 'burst',
    fault: 'burst',
    range: '10–60 % of the gas left after an hour',
    draw: even(0.1, 0.6),
    named: ['leak', 'pressure_trend', 'break'],
    // The ram is pulled to its inner end and held there.
    also: ['residual', 'seized', 'health_ratio'],
  },
  {
    name: 'seized ram',
    fault: 'seized',
    range: 'held for good',
    draw: fixed(0),
    named: ['seized'],
    also: ['residual', 'health_ratio', 'friction'],
  },
  {
    name: 'growing friction',
    fault: 'friction',
    range: 'to 6–15 % of the tension within 60 days',
    draw: even(0.06, 0.15),
    named: ['friction'],
    also: ['residual', 'seized', 'health_ratio'],
  },
  {
    name: 'creeping wire',
    fault: 'creep',
    mode: 'slow',
    range: '0.2–2 mm a day, either way',
    draw: either(scaled(0.2, 2)),
    named: ['drift'],
    also: ['residual'],
  },
  {
    name: 'slipped wire',
    fault: 'creep',
    mode: 'step',
    range: '50–120 mm at once, either way',
    draw: either(even(50, 120)),
    named: ['residual', 'drift', 'break'],
  },
  {
    name: 'broken wire',
    fault: 'break',
    range: 'the wire lets go',
    draw: fixed(1),
    named: ['break'],
    also: ['residual', 'seized', 'health_ratio'],
  },
  {
    name: 'middle near a stop',
    fault: 'near-stop',
    range: 'off by 25–40 % of the stroke, from the first day',
    draw: either(even(0.25, 0.4)),
    named: ['stop_hot', 'stop_cold'],
    // In heat or cold the ram lies at its end.
    also: ['residual', 'seized', 'health_ratio', 'friction'],
    fromStart: true,
    isSo: (one) => reachesStop(one, 'hot', one.from) || reachesStop(one, 'cold', one.from),
  },
  stuck('stroke'),
  stuck('pressure'),
  stuck('temperature'),
  spikes('stroke'),
  spikes('pressure'),
  {
    name: 'sentinels for values',
    fault: 'sentinel',
    range: '0.05–1 % of the samples',
    draw: scaled(0.0005, 0.01),
    named: ['spike'],
  },
  {
    name: 'drifting stroke sensor',
    fault: 'drift',
    mode: 'stroke',
    range: '0.2–1 mm a day, either way',
    draw: either(even(0.2, 1)),
    named: ['stroke_sensor_drift'],
    also: ['residual'],
  },
  {
    name: 'drifting pressure sensor',
    fault: 'drift',
    mode: 'pressure',
    range: '0.02–0.1 bar a day, either way',
    draw: either(even(0.02, 0.1)),
    named: ['pressure_sensor_drift'],
    // The indicated pressure does fall; a leak would be wrong.
    also: ['pressure_trend'],
  },
  {
    name: 'sun on the temperature sensor',
    fault: 'sun-bias',
    range: '5–10 °C at 1,000 W/m²',
    draw: even(5, 10),
    named: ['temperature_bias'],
    also: ['residual'],
  },
  {
    name: 'ageing battery',
    fault: 'battery-ageing',
    range: 'half the capacity, three times the resistance within 40–200 days',
    draw: even(40, 200),
    named: ['battery_resistance', 'battery_trend'],
  },
  {
    name: 'soiled panel',
    fault: 'soiling',
    range: 'to 35 % of the light within 60–180 days',
    draw: even(60, 180),
    named: ['panel_trend'],
    also: ['battery_trend'],
  },
  {
    name: 'shaded panel',
    fault: 'shading',
    range: '30–80° of the sun’s way',
    draw: even(30, 80),
    named: ['shading', 'panel_trend'],
    also: ['battery_trend'],
  },
];
