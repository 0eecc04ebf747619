/**
 * One run at a time. What is asked for during a run is promised by the one after it: a run does what it found
 * when it began.
 */
export function inTurns(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    if (running !== null) {
      next ??= running.then(() => {
        next = null;
        return run();
      });
      return next;
    }
    running = work()
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    return running;
  };
  return run;
}
