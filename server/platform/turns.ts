import { TooManyRequests } from './errors.ts';

/** Turns at heavy work: one of a person at a time, a few in all, in the order they came. */
export interface Turns {
  /** Resolves when it is this one's turn, with the function that ends it; 429 when too many of the same wait. */
  take(who: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly who: string;
  readonly begin: () => void;
}

export function makeTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const busy = new Set<string>();
  const queue: Waiting[] = [];
  const next = () => {
    while (busy.size < atOnce) {
      const at = queue.findIndex(({ who }) => !busy.has(who));
      const [one] = at < 0 ? [] : queue.splice(at, 1);
      if (one === undefined) return;
      busy.add(one.who);
      one.begin();
    }
  };
  return {
    take(who, signal) {
      if (queue.filter((one) => one.who === who).length >= mostWaiting)
        return Promise.reject(new TooManyRequests(30, 'too_many_exports'));
      return new Promise((resolve, reject) => {
        const leave = () => {
          const at = queue.indexOf(mine);
          if (at >= 0) queue.splice(at, 1);
          reject(signal?.reason as Error);
        };
        const mine: Waiting = {
          who,
          begin: () => {
            signal?.removeEventListener('abort', leave);
            resolve(() => {
              busy.delete(who);
              next();
            });
          },
        };
        if (signal?.aborted === true) return leave();
        signal?.addEventListener('abort', leave);
        queue.push(mine);
        next();
      });
    },
  };
}

/** How busy this process is with people who wait for a screen, so that long work gives way to them. */
export interface Load {
  /** An answer is being made, until the function it gives is called. */
  begin(): () => void;
  /**
   * Resolves when nobody waits any more, or after `LONGEST_MS`: long work goes on all the same. While people are
   * there it rests for twice as long as it worked since its last rest (`spent`, ms), so that the next one finds the
   * database and the processor free, the more so the busier the machine is. Answers whether it rested: what would be
   * too short for that is kept for the next time.
   */
  giveWay(spent?: number): Promise<boolean>;
}

const LONGEST_MS = 250;
/** Somebody whose last request is this long ago counts as gone, ms. */
const THERE_MS = 1000;
const SHORTEST_REST_MS = 25;

export function makeLoad(): Load {
  let under = 0;
  let lastAsked = Number.NEGATIVE_INFINITY;
  let idle: (() => void)[] = [];
  return {
    begin() {
      under += 1;
      lastAsked = performance.now();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        under -= 1;
        if (under > 0) return;
        const waiting = idle;
        idle = [];
        for (const go of waiting) go();
      };
    },
    async giveWay(spent = 0) {
      // What came meanwhile is taken from the sockets first.
      await new Promise((resolve) => setImmediate(resolve));
      if (under > 0)
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, LONGEST_MS);
          idle.push(() => {
            clearTimeout(late);
            resolve();
          });
        });
      const isAlone = performance.now() - lastAsked >= THERE_MS;
      if (isAlone || 2 * spent < SHORTEST_REST_MS) return isAlone;
      await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_MS, 2 * spent)));
      return true;
    },
  };
}
