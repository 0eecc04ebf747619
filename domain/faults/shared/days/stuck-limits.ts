import { limit } from '../../row.ts';

/** Limits of a stuck sensor, whichever it is. */
export const STUCK_LIMITS = {
  /** Hours from which a run of one value that still lasts is watched, and bad. */
  hours: limit([12, 24], 'h', 'field'),
  /** Fewest samples of it. */
  samples: limit(8, 'samples', 'simulated'),
} as const;
