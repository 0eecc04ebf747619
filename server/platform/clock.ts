/** The time, as an argument, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  date(): Date;
}

export const systemClock: Clock = { now: () => Date.now(), date: () => new Date() };

export interface ManualClock extends Clock {
  set(ms: number): void;
  advance(ms: number): void;
}

export function manualClock(startMs: number): ManualClock {
  let ms = startMs;
  return {
    now: () => ms,
    date: () => new Date(ms),
    set: (value) => {
      ms = value;
    },
    advance: (by) => {
      ms += by;
    },
  };
}
