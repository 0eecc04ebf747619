/** The fleet's clock: real time, or from the past at a multiple of it until it has caught up. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Real ms left until a time of this clock, at its present speed. */
  left(time: number): number;
  /** Waits until a time of this clock; ends early, without error, when the signal stops it. */
  until(time: number, signal: AbortSignal): Promise<void>;
}

export function fleetClock(speed: number, start: number = Date.now()): Clock {
  const began = Date.now();
  const now = () => Math.min(Date.now(), start + (Date.now() - began) * speed);
  const left = (time: number) => (time - now()) / speed;
  return {
    now,
    left,
    async until(time, signal) {
      // Once it has caught up, the clock runs at real speed, so the remaining time is computed again.
      while (!signal.aborted && left(time) > 0)
        await pause(Math.max(1, Math.min(left(time), 60_000)), signal);
    },
  };
}

/** Waits some real ms; ends early, without error, when the signal stops it. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    // A past time needs no wait; Node warns about negative timeouts.
    const timer = setTimeout(done, Math.max(0, ms));
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
