/** The finding that names each cause that others list as possible: for counting where both were named. */
import type { Candidate, FindingKey } from '@aerowatch/domain/faults/finding';
import type { CauseCode } from '@aerowatch/domain/faults/vocabulary';

const KEY_OF: Partial<Record<CauseCode, FindingKey>> = {
  seized: 'seized',
  held_one_side: 'held_one_side',
  friction: 'friction',
  icing: 'icing',
  leak: 'leak',
  slipped_wire: 'break',
  broken_wire: 'break',
  creep: 'drift',
  stroke_sensor_drift: 'stroke_sensor_drift',
  stroke_sensor_step: 'stroke_sensor_step',
  pressure_sensor_drift: 'pressure_sensor_drift',
  pressure_sensor_step: 'pressure_sensor_step',
  battery_aged: 'battery_resistance',
  current_drain: 'current_drain',
  panel_soiled: 'panel_trend',
  panel_shaded: 'shading',
  sun_on_sensor: 'temperature_bias',
  swapped_aeros: 'swapped',
};

/** Whether one of the causes that a finding says beside its own is a fault that some findings name. */
export const saysBeside = (candidates: readonly Candidate[], named: readonly FindingKey[]): boolean =>
  candidates.some(({ cause }) => named.some((key) => key === KEY_OF[cause]));
