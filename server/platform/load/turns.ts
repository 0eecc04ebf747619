import { setImmediate as others } from 'node:timers/promises';
import { TooManyRequests } from '../errors.ts';

/** A queue for heavy work: one per user at a time, a few in all, in order of arrival. */
export interface Turns {
  /**
   * Resolves when it is this caller's turn, with the function that ends it; 429 when too many of the same
   * caller wait, or it waits for too long.
   */
  take(who: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly who: string;
  readonly begin: () => void;
}

export interface TurnsOptions {
  readonly atOnce: number;
  /** Per user. */
  readonly mostWaiting: number;
  /** Maximum wait, ms; unlimited by default. */
  readonly longestMs?: number;
  /** Message for a caller that may not wait, or waited too long. */
  readonly refusal?: string;
}

export function makeTurns(options: TurnsOptions): Turns {
  const { atOnce, mostWaiting, longestMs, refusal = 'too_many_exports' } = options;
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
        return Promise.reject(new TooManyRequests(30, refusal));
      return new Promise((resolve, reject) => {
        let late: NodeJS.Timeout | undefined;
        const refuse = (error: unknown) => {
          const at = queue.indexOf(mine);
          if (at >= 0) queue.splice(at, 1);
          clearTimeout(late);
          signal?.removeEventListener('abort', leave);
          reject(error);
        };
        const leave = () => refuse(signal?.reason);
        const mine: Waiting = {
          who,
          begin: () => {
            signal?.removeEventListener('abort', leave);
            clearTimeout(late);
            resolve(() => {
              busy.delete(who);
              next();
            });
          },
        };
        if (signal?.aborted === true) return leave();
        signal?.addEventListener('abort', leave);
        if (longestMs !== undefined)
          late = setTimeout(() => refuse(new TooManyRequests(30, refusal)), longestMs);
        queue.push(mine);
        next();
      });
    },
  };
}

/** How busy this process is with users who wait for a screen, so that long work gives way to them. */
export interface Load {
  /** Marks the start of an answer; the returned function marks its end. */
  begin(): () => void;
  /**
   * Resolves when nobody waits any more, or after `LONGEST_MS`, because long work must also progress. While
   * users are present it rests for twice as long as it worked since its last rest (`spent`, ms), so that the
   * next request finds the database and the processor free, the more so the busier the machine is. Returns
   * whether it rested: work too short for that is added to the next time.
   */
  giveWay(spent?: number): Promise<boolean>;
}

const LONGEST_MS = 250;
/** A user whose last request is this long ago counts as absent, ms. */
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
      // First lets requests that arrived in the meantime be read from the sockets.
      await others();
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

/** Maximum working time before others get their turn, ms. */
const TURN_MS = 15;

/** Called between pieces of long work: resolves at once, or after everybody else had a turn. */
export function takeTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now();
        resolve();
      }),
    );
  };
}

/** Like `map` for a long list, with turns for everybody else in between. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  const rest = takeTurns();
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    await rest();
  }
  return results;
}

/** Working time before others come first, ms. */
const WORKED_MS = 8;

/** Lets others come first after some ms of work. */
export function breather(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < WORKED_MS) return;
    await others();
    began = performance.now();
  };
}
