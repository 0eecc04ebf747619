import { limit } from '../../row.ts';

/** Limits for a stuck sensor of any kind. */
export const STUCK_LIMITS = {
  /** Hours from which a lasting run of one value is watched, and bad. */
  hours: limit([12, 24], 'h', 'field'),
  /** Fewest samples of the run. */
  samples: limit(8, 'samples', 'simulated'),
} as const;
