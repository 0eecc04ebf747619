/**
 * Collects what comes within a few ms into one call, and while one is at work for the next: what was read earlier is
 * told earlier. `use` does not fail.
 */
export function batched<T>(ms: number, use: (items: readonly T[]) => unknown): (items: readonly T[]) => void {
  let waiting: T[] = [];
  let isUnderWay = false;
  const begin = (): void => {
    isUnderWay = true;
    setTimeout(async () => {
      const all = waiting;
      waiting = [];
      await use(all);
      if (waiting.length > 0) begin();
      else isUnderWay = false;
    }, ms).unref();
  };
  return (items) => {
    waiting.push(...items);
    if (!isUnderWay) begin();
  };
}
