import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { MetricKey } from '@aerowatch/domain/metrics';

export interface CurveThreshold {
  metric: MetricKey;
  value: number;
  label: string;
  color: string;
  /** Labelled at the edge if the axis does not reach it. */
  always?: boolean;
}
const COLOR = '#c92a2a';

/** Limits set on an AERO, as lines of its curves. */
export function thresholdsOfAero(
  aero: Aero,
  label: (metric: MetricKey, side: 'min' | 'max') => string,
): CurveThreshold[] {
  const limits: [MetricKey, 'min' | 'max', number | null][] = [
    ['stroke', 'min', aero.stroke_min],
    ['stroke', 'max', aero.stroke_max],
    ['pressure', 'min', aero.pressure_min],
    ['pressure', 'max', aero.pressure_max],
    ['temperature', 'min', aero.temperature_min],
    ['temperature', 'max', aero.temperature_max],
    ['battery_voltage', 'min', aero.battery_min],
  ];
  return limits.flatMap(([metric, side, value]) =>
    value === null ? [] : [{ metric, value, label: label(metric, side), color: COLOR }],
  );
}
