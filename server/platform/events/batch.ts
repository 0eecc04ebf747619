/**
 * Collects items that arrive within a few ms into one call, and during a call for the next: order is kept. A
 * failed call is reported, and the next one runs all the same.
 */
export function batch<T>(
  ms: number,
  use: (items: readonly T[]) => unknown,
  failed: (error: unknown) => void,
): (items: readonly T[]) => void {
  let waiting: T[] = [];
  let isUnderWay = false;
  const begin = (): void => {
    isUnderWay = true;
    setTimeout(async () => {
      const all = waiting;
      waiting = [];
      try {
        await use(all);
      } catch (error) {
        failed(error);
      } finally {
        if (waiting.length > 0) begin();
        else isUnderWay = false;
      }
    }, ms).unref();
  };
  return (items) => {
    waiting.push(...items);
    if (!isUnderWay) begin();
  };
}
