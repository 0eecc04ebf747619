/** Collects what comes within a few ms into one call. */
export function batched<T>(ms: number, use: (items: T[]) => void): (items: readonly T[]) => void {
  let waiting: T[] = [];
  return (items) => {
    if (waiting.length === 0)
      setTimeout(() => {
        const all = waiting;
        waiting = [];
        use(all);
      }, ms).unref();
    waiting.push(...items);
  };
}
