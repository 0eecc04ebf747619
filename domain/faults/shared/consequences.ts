/** Findings that follow together from one kind of fault; rows name them in what they explain. */
export const STOPS = ['stop_hot', 'stop_cold'] as const;
export const SLOW = ['drift', 'temperature_bias', 'stroke_sensor_drift', 'pressure_sensor_drift'] as const;
/** Consequences of a ram that does not move. */
export const OF_HELD = ['residual', 'health_ratio', 'friction', 'held_one_side', ...STOPS, ...SLOW] as const;
/** Consequences of lost gas. */
export const OF_GAS = ['residual', 'pressure_trend', ...STOPS, ...SLOW] as const;
/** Consequences of a sensor that reads wrong. */
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
