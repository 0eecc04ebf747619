/**
 * What a work order is about: a fault of the diagnoses, the metric of an alert, or a kind of work of its own.
 */
import { CONDITION_METRIC_KEYS, type ConditionMetricKey } from '../alerting/condition.ts';
import { FAULT_ROWS, FAULTS, type Fault } from '../faults/list.ts';
import type { Checklist } from '../faults/row.ts';

/** A kind of work that neither a fault nor an alert names. */
interface WorkKindRow {
  readonly checklist: Checklist;
}

/** Kinds of work that people choose when they create an order by hand; each has its text in i18n/<language>/work. */
export const CHOSEN_KIND_ROWS = {
  inspection: { checklist: 'general' },
} as const satisfies Record<string, WorkKindRow>;
export type ChosenKind = keyof typeof CHOSEN_KIND_ROWS;
export const CHOSEN_KINDS = Object.keys(CHOSEN_KIND_ROWS) as [ChosenKind, ...ChosenKind[]];
/** The kind of an order without a named fault: an inspection without a reason of its own. */
export const GENERAL_KIND: ChosenKind = 'inspection';

export type WorkKind = Fault | ConditionMetricKey | ChosenKind;
export const WORK_KINDS = [
  ...FAULTS,
  ...CONDITION_METRIC_KEYS.filter((key) => !(FAULTS as readonly string[]).includes(key)),
  ...CHOSEN_KINDS,
] as readonly WorkKind[] as readonly [WorkKind, ...WorkKind[]];
export const isWorkKind = (value: unknown): value is WorkKind =>
  (WORK_KINDS as readonly unknown[]).includes(value);
export const isFault = (value: string): value is Fault => (FAULTS as readonly string[]).includes(value);
export const isChosenKind = (value: string): value is ChosenKind => Object.hasOwn(CHOSEN_KIND_ROWS, value);

/** Checklists by the metric of an alert; any other gets the general list. */
const OF_METRIC: Readonly<Partial<Record<ConditionMetricKey, Checklist>>> = {
  pressure: 'gas',
  stroke: 'stroke',
  stroke_percent: 'stroke',
  residual: 'stroke',
  stop_margin: 'stroke',
  forecast: 'stroke',
  displacement_temperature: 'ram',
  displacement_time: 'wire',
  temperature: 'temperature_sensor',
  battery_voltage: 'battery',
  silence: 'radio',
};

/** The checklist for a kind of work. */
export function checklistKey(kind: WorkKind): Checklist {
  if (isFault(kind)) return FAULT_ROWS[kind].checklist;
  return isChosenKind(kind) ? CHOSEN_KIND_ROWS[kind].checklist : (OF_METRIC[kind] ?? 'general');
}
