/** A bucket of tokens: `burst` at once, `perSecond` in the long run. */
export interface Bucket {
  /**
   * Takes one token, or `count`; returns the ms to wait until it is available (0: taken now). Waiting callers
   * take theirs in advance.
   */
  take(now: number, count?: number): number;
  /** Takes one only if it is available now. */
  tryTake(now: number): boolean;
  /** Whether one is available now. */
  has(now: number): boolean;
}

export function makeBucket(perSecond: number, burst: number): Bucket {
  let tokens = burst;
  let last = 0;
  const refill = (now: number) => {
    tokens = Math.min(burst, tokens + (Math.max(0, now - last) / 1000) * perSecond);
    last = Math.max(last, now);
  };
  return {
    take(now, count = 1) {
      refill(now);
      tokens -= count;
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
    },
    tryTake(now) {
      refill(now);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    has(now) {
      refill(now);
      return tokens >= 1;
    },
  };
}

/** A bucket per name; those that have been full for a while are removed. */
export function bucketPer(
  perSecond: number,
  burst: number,
): { of(name: string, now: number): Bucket; readonly size: number } {
  const buckets = new Map<string, { bucket: Bucket; used: number }>();
  const fullAfter = (burst / perSecond) * 1000;
  return {
    of(name, now) {
      const found = buckets.get(name);
      if (found !== undefined) {
        found.used = now;
        return found.bucket;
      }
      // Oldest first, a few at a time, so that no sweep blocks the event loop.
      for (const [key, entry] of buckets) {
        if (now - entry.used < fullAfter) break;
        buckets.delete(key);
      }
      const bucket = makeBucket(perSecond, burst);
      buckets.set(name, { bucket, used: now });
      return bucket;
    },
    get size() {
      return buckets.size;
    },
  };
}
