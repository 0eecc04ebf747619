import type { Fault } from '../faults/vocabulary.ts';
import { isFault, type WorkKind } from './orders.ts';

/** One thing to look at, measure, grease, top up or replace; its words stand in `i18n/<language>/work`. */
export const CHECKS = [
  /** First of every list: work on the overhead line needs its isolation. */
  'isolation',
  'identify',
  'photo_before',
  'measure_stroke',
  'read_gauge',
  'measure_temperature',
  'compare_console',
  'look_at_ram',
  'look_at_guides',
  'free_ram',
  'grease_guides',
  'remove_ice',
  'find_leak',
  'tighten_fittings',
  'top_up_gas',
  'look_at_wire',
  'look_at_anchor',
  'look_at_clamps',
  'set_stroke',
  'check_length',
  'look_at_sensor',
  'calibrate_sensor',
  'replace_sensor',
  'shade_sensor',
  'check_connectors',
  'exchange_cables',
  'measure_battery',
  'replace_battery',
  'measure_charging',
  'find_drain',
  'clean_panel',
  'look_at_shade',
  'look_at_box',
  'check_reception',
  'photo_after',
  'follow_measures',
] as const;
export type Check = (typeof CHECKS)[number];

/** Families of work: what belongs to one is looked at together. */
const FAMILIES = {
  ram: ['look_at_ram', 'look_at_guides', 'measure_stroke', 'free_ram', 'grease_guides', 'compare_console'],
  ice: ['look_at_ram', 'remove_ice', 'look_at_guides', 'measure_stroke'],
  gas: ['read_gauge', 'measure_temperature', 'find_leak', 'tighten_fittings', 'top_up_gas', 'measure_stroke'],
  wire: ['look_at_wire', 'look_at_anchor', 'look_at_clamps', 'measure_stroke', 'set_stroke'],
  stroke: ['measure_stroke', 'measure_temperature', 'check_length', 'look_at_anchor', 'set_stroke'],
  stroke_sensor: [
    'look_at_sensor',
    'measure_stroke',
    'check_connectors',
    'calibrate_sensor',
    'replace_sensor',
  ],
  pressure_sensor: ['look_at_sensor', 'read_gauge', 'check_connectors', 'calibrate_sensor', 'replace_sensor'],
  temperature_sensor: [
    'look_at_sensor',
    'measure_temperature',
    'shade_sensor',
    'check_connectors',
    'replace_sensor',
  ],
  wiring: ['check_connectors', 'look_at_box', 'exchange_cables', 'compare_console'],
  battery: ['measure_battery', 'measure_charging', 'find_drain', 'check_connectors', 'replace_battery'],
  panel: ['clean_panel', 'look_at_shade', 'measure_charging', 'check_connectors'],
  radio: ['look_at_box', 'measure_battery', 'check_reception', 'check_connectors'],
  general: ['look_at_ram', 'measure_stroke', 'read_gauge', 'look_at_wire', 'look_at_box', 'compare_console'],
} as const satisfies Record<string, readonly Check[]>;
type Family = keyof typeof FAMILIES;

const OF_FAULT: Readonly<Record<Fault, Family>> = {
  seized: 'ram',
  held_one_side: 'ram',
  friction: 'ram',
  burst: 'gas',
  leak: 'gas',
  broken_wire: 'wire',
  slipped_wire: 'wire',
  creep: 'wire',
  icing: 'ice',
  stop_hot: 'stroke',
  stop_cold: 'stroke',
  wrong_length: 'stroke',
  off_expected: 'stroke',
  stroke_sensor_stuck: 'stroke_sensor',
  pressure_sensor_stuck: 'pressure_sensor',
  temperature_sensor_stuck: 'temperature_sensor',
  stroke_sensor_drift: 'stroke_sensor',
  pressure_sensor_drift: 'pressure_sensor',
  stroke_sensor_step: 'stroke_sensor',
  pressure_sensor_step: 'pressure_sensor',
  temperature_sensor_step: 'temperature_sensor',
  sun_on_sensor: 'temperature_sensor',
  loose_connection: 'wiring',
  swapped_aeros: 'wiring',
  battery_low: 'battery',
  battery_falling: 'battery',
  battery_aged: 'battery',
  current_drain: 'battery',
  panel_soiled: 'panel',
  panel_shaded: 'panel',
  aero_silent: 'wiring',
  firmware_fell_back: 'radio',
  unusual: 'general',
};
/** Of what alerts compare; any other gets the general list. */
const OF_METRIC: Readonly<Record<string, Family>> = {
  pressure: 'gas',
  stroke: 'stroke',
  residual: 'stroke',
  stop_margin: 'stroke',
  forecast: 'stroke',
  displacement_temperature: 'ram',
  displacement_time: 'wire',
  temperature: 'temperature_sensor',
  battery_voltage: 'battery',
  silence: 'radio',
};

function familyOf(kind: WorkKind): Family {
  return isFault(kind) ? OF_FAULT[kind] : (OF_METRIC[kind] ?? 'general');
}

/** What an alert on this metric and an order of that kind have in common: they are about the same work. */
export const sameCause = (kind: WorkKind, other: WorkKind): boolean => familyOf(kind) === familyOf(other);

/** What to do on the pole for an order of a kind, the safety line first. */
export function checklistOf(kind: WorkKind): readonly Check[] {
  return [
    'isolation',
    'identify',
    'photo_before',
    ...FAMILIES[familyOf(kind)],
    'photo_after',
    'follow_measures',
  ];
}
