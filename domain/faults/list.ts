/** For each fault: the curve that shows it, what to do and how soon, what would change the verdict. */
import type { MetricKey } from '../metrics.ts';
import type { FindingKey } from './finding.ts';
import type { Act, Fault, Urgency, WouldChange } from './vocabulary.ts';

export interface FaultRow {
  readonly metrics: readonly MetricKey[];
  readonly act: Act;
  /** How soon to act at the verdict `watch`, and at `bad`. */
  readonly watch: Urgency;
  readonly bad: Urgency;
  readonly would_change: WouldChange;
  /** Findings that follow from it and are not reported beside it. */
  readonly explains: readonly FindingKey[];
}

const RAM: readonly MetricKey[] = ['stroke', 'temperature'];
const GAS: readonly MetricKey[] = ['pressure', 'stroke'];
const BATTERY: readonly MetricKey[] = ['battery_voltage'];
const STOPS: readonly FindingKey[] = ['stop_hot', 'stop_cold'];
const SLOW: readonly FindingKey[] = [
  'drift',
  'temperature_bias',
  'stroke_sensor_drift',
  'pressure_sensor_drift',
];
const OF_HELD: readonly FindingKey[] = [
  'residual',
  'health_ratio',
  'friction',
  'held_one_side',
  ...STOPS,
  ...SLOW,
];
const OF_GAS: readonly FindingKey[] = ['residual', 'pressure_trend', ...STOPS, ...SLOW];
const OF_SENSOR: readonly FindingKey[] = [
  'residual',
  'health_ratio',
  'leak',
  'pressure_trend',
  'friction',
  'seized',
  'held_one_side',
  ...STOPS,
  ...SLOW,
];

const row = (
  metrics: readonly MetricKey[],
  act: Act,
  [watch, bad]: readonly [Urgency, Urgency],
  would_change: WouldChange,
  explains: readonly FindingKey[] = [],
): FaultRow => ({ metrics, act, watch, bad, would_change, explains });

const AT_ONCE = ['days', 'now'] as const;
const SOON = ['weeks', 'days'] as const;
const LATER = ['next_visit', 'weeks'] as const;

/** In the order in which one is named first if several are found: causes before their consequences. */
export const FAULT_TABLE: Readonly<Record<Fault, FaultRow>> = {
  broken_wire: row(RAM, 'look_at_wire_now', ['now', 'now'], 'step_entered', [
    ...OF_HELD,
    ...OF_GAS,
    'leak',
    'burst',
    'seized',
    'break',
  ]),
  burst: row(GAS, 'stop_leak', ['now', 'now'], 'gas_back', [
    ...OF_HELD,
    ...OF_GAS,
    'leak',
    'break',
    'pressure_sensor_step',
  ]),
  stroke_sensor_stuck: row(RAM, 'replace_stroke_sensor', SOON, 'values_vary_again', OF_SENSOR),
  temperature_sensor_stuck: row(RAM, 'replace_temperature_sensor', SOON, 'values_vary_again', OF_SENSOR),
  pressure_sensor_stuck: row(GAS, 'replace_pressure_sensor', SOON, 'values_vary_again', [
    'leak',
    'pressure_trend',
  ]),
  swapped_aeros: row(GAS, 'exchange_cables', SOON, 'cables_exchanged', [
    ...OF_SENSOR,
    'stroke_sensor_step',
    'pressure_sensor_step',
    'break',
    'burst',
  ]),
  icing: row(RAM, 'clear_ice', AT_ONCE, 'thaw', [...OF_HELD, 'seized', 'break', 'stroke_sensor_step']),
  seized: row(RAM, 'free_ram', AT_ONCE, 'moves_again', OF_HELD),
  slipped_wire: row(RAM, 'look_at_anchor', AT_ONCE, 'step_entered', [
    'residual',
    'health_ratio',
    ...STOPS,
    ...SLOW,
  ]),
  held_one_side: row(RAM, 'look_at_guides', SOON, 'both_sides_again', [
    'residual',
    'health_ratio',
    'friction',
    ...SLOW,
  ]),
  stroke_sensor_step: row(GAS, 'calibrate_stroke_sensor', SOON, 'step_entered', ['break', ...OF_SENSOR]),
  temperature_sensor_step: row(RAM, 'replace_temperature_sensor', SOON, 'step_entered', OF_SENSOR),
  pressure_sensor_step: row(GAS, 'calibrate_pressure_sensor', SOON, 'step_entered', [
    'leak',
    'pressure_trend',
    ...SLOW,
  ]),
  leak: row(GAS, 'find_leak', SOON, 'gas_stays', OF_GAS),
  friction: row(RAM, 'look_at_guides', SOON, 'loop_narrows', ['residual', 'health_ratio', ...SLOW]),
  stroke_sensor_drift: row(GAS, 'calibrate_stroke_sensor', LATER, 'reading_steady', [
    'residual',
    ...STOPS,
    'drift',
  ]),
  pressure_sensor_drift: row(GAS, 'calibrate_pressure_sensor', LATER, 'reading_steady', [
    'leak',
    'pressure_trend',
  ]),
  creep: row(RAM, 'look_at_anchor', SOON, 'stands_still', ['residual', ...STOPS]),
  wrong_length: row(RAM, 'check_length', LATER, 'length_entered', ['residual', ...STOPS]),
  stop_hot: row(RAM, 'give_room', SOON, 'room_again'),
  stop_cold: row(RAM, 'give_room', SOON, 'room_again'),
  off_expected: row(RAM, 'go_and_look', SOON, 'stands_as_expected'),
  battery_low: row(BATTERY, 'charge_battery', AT_ONCE, 'battery_holds', [
    'battery_trend',
    'battery_resistance',
  ]),
  current_drain: row(['battery_voltage', 'charge_current'], 'find_drain', SOON, 'draws_less', [
    'battery_trend',
  ]),
  panel_shaded: row(['solar_voltage', 'charge_current'], 'clear_shade', LATER, 'light_back', [
    'panel_trend',
    'battery_trend',
  ]),
  panel_soiled: row(['solar_voltage', 'charge_current'], 'clean_panel', LATER, 'light_back', [
    'battery_trend',
  ]),
  battery_aged: row(['battery_voltage', 'charge_current'], 'replace_battery', LATER, 'charges_better', [
    'battery_trend',
  ]),
  battery_falling: row(BATTERY, 'check_charging', SOON, 'battery_holds'),
  sun_on_sensor: row(RAM, 'move_temperature_sensor', LATER, 'shade_on_sensor', ['residual']),
  loose_connection: row(GAS, 'check_connectors', LATER, 'no_outliers'),
  aero_silent: row(RAM, 'check_connectors', SOON, 'measures_again'),
  firmware_fell_back: row(BATTERY, 'repeat_update', SOON, 'newer_firmware'),
  unusual: row(RAM, 'look_at_curves', LATER, 'usual_again'),
};

/** Faults in the order of the table. */
export const FIRST_NAMED = Object.keys(FAULT_TABLE) as Fault[];
