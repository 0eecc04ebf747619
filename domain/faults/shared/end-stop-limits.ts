import { limit } from '../row.ts';

/** Limits of both end stops. */
export const STOP_LIMITS = {
  /**
   * Standard errors by which a stop must lie inside the extremes of the place, and °C beyond those that are
   * bad.
   */
  inside: limit(1.2, 'errors', 'simulated'),
  bad: limit(4, '°C', 'judged'),
} as const;

/** Each of the two curves shows both stops. */
export const STOP_LEVELS = [
  { metric: 'stroke', code: 'lower_stop', detail: 'lower_stop' },
  { metric: 'stroke', code: 'upper_stop', detail: 'upper_stop' },
] as const;
