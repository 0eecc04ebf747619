/** Findings that follow together from a fault of one kind, as rows list what they explain. */
export const STOPS = ['stop_hot', 'stop_cold'] as const;
export const SLOW = ['drift', 'temperature_bias', 'stroke_sensor_drift', 'pressure_sensor_drift'] as const;
/** Of a ram that does not move. */
export const OF_HELD = ['residual', 'health_ratio', 'friction', 'held_one_side', ...STOPS, ...SLOW] as const;
/** Of gas that left. */
export const OF_GAS = ['residual', 'pressure_trend', ...STOPS, ...SLOW] as const;
/** Of a sensor that does not say what is. */
export const OF_SENSOR = [
  'residual',
  'health_ratio',
  'leak',
  'pressure_trend',
  'friction',
  'seized',
  'held_one_side',
  ...STOPS,
  ...SLOW,
] as const;
