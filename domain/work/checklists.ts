import type { Checklist } from '../faults/row.ts';
import { checklistKey, type WorkKind } from './kinds.ts';

/** One thing to inspect, measure, grease, top up or replace; its text stands in `i18n/<language>/work`. */
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

/** The lines of each list; kinds of work with the same list are about the same thing. */
const LISTS = {
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
} as const satisfies Record<Checklist, readonly Check[]>;

/** Whether an alert on this metric and an order of that kind are about the same work. */
export const sameCause = (kind: WorkKind, other: WorkKind): boolean =>
  checklistKey(kind) === checklistKey(other);

/** What to do on the pole for an order of a kind, the safety line first. */
export function checklistOf(kind: WorkKind): readonly Check[] {
  return [
    'isolation',
    'identify',
    'photo_before',
    ...LISTS[checklistKey(kind)],
    'photo_after',
    'follow_measures',
  ];
}
