import { Counter, type Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import type { Hub } from '../events/hub.ts';
import { notify } from '../events/store-events.ts';
import { backoff } from '../load/backoff.ts';
import type { Log } from '../log/log.ts';

export interface Loop {
  readonly name: string;
  /** Woken by NOTIFY on this channel (see `wake`). */
  readonly channel?: string;
  /** Also checks at this interval: a lost notification delays work, but never drops it. */
  readonly everyMs: number;
  /** Writes much: pauses while there is no space on the disk. */
  readonly heavy?: boolean;
  /**
   * Does the work that is due, and returns how much it was; called again at once while it is more than zero.
   */
  readonly run: (signal: AbortSignal) => Promise<number>;
}

export interface Jobs {
  /** Starts a loop; the result stops it after the present work. */
  loop(loop: Loop): () => Promise<void>;
  /** When any loop last ran without a failure, in ms of the monotonic clock; undefined without loops. */
  lastDone(): number | undefined;
  /** Loops whose last runs all failed, with the number of failures. */
  failing(): readonly { readonly name: string; readonly times: number }[];
  /** Stops all loops. */
  stop(): Promise<void>;
}

/** Work unfinished by then is rolled back with its transaction, and claimed again. */
const LONGEST_END_MS = 3000;

/** Wakes the loops that listen on a channel, once the transaction commits. */
export async function wake(trx: Db, channel: string, payload = ''): Promise<void> {
  await notify(trx, channel, payload);
}

export function makeJobs(
  hub: Hub,
  log: Log,
  registry: Registry,
  disk: { isFull(): boolean } = { isFull: () => false },
): Jobs {
  const failures = new Counter({
    name: 'worker_failures_total',
    help: 'Runs of a worker loop that failed',
    labelNames: ['loop'],
    registers: [registry],
  });
  const stops = new Set<() => Promise<void>>();
  /** Consecutive failures. */
  const failing = new Map<string, number>();
  let lastDone = performance.now();
  return {
    failing: () => [...failing].map(([name, times]) => ({ name, times })),
    lastDone: () => (stops.size === 0 ? undefined : lastDone),
    loop(loop) {
      const run: Loop['run'] = async (signal) => {
        const done = loop.heavy === true && disk.isFull() ? 0 : await loop.run(signal);
        lastDone = performance.now();
        failing.delete(loop.name);
        return done;
      };
      const stop = start({ ...loop, run }, hub, log, () => {
        failures.inc({ loop: loop.name });
        failing.set(loop.name, (failing.get(loop.name) ?? 0) + 1);
      });
      stops.add(stop);
      return async () => {
        stops.delete(stop);
        failing.delete(loop.name);
        await stop();
      };
    },
    async stop() {
      const late = new Promise((resolve) => setTimeout(resolve, LONGEST_END_MS).unref());
      await Promise.race([Promise.all([...stops].map((stop) => stop())), late]);
      stops.clear();
    },
  };
}

function start(loop: Loop, hub: Hub, log: Log, onFailure: () => void): () => Promise<void> {
  const abort = new AbortController();
  const alarm = makeAlarm();
  const deaf = loop.channel === undefined ? undefined : hub.listen(loop.channel, alarm.ring);
  const unGap = hub.onGap(alarm.ring);
  let failures = 0;

  const failed = (error: unknown): Promise<void> => {
    failures += 1;
    onFailure();
    log[failures === 1 ? 'error' : 'warn'](
      { err: error, loop: loop.name, failures },
      'a worker failed and will try again',
    );
    alarm.reset();
    return alarm.sleep(backoff(failures, 1000, 60_000));
  };
  const work = async () => {
    while (!abort.signal.aborted) {
      alarm.reset();
      try {
        const done = await loop.run(abort.signal);
        failures = 0;
        if (done === 0 && !abort.signal.aborted) await alarm.sleep(loop.everyMs);
      } catch (error) {
        if (abort.signal.aborted) return;
        await failed(error);
      }
    }
  };
  const running = work();
  return async () => {
    abort.abort();
    deaf?.();
    unGap();
    alarm.ring();
    await running;
  };
}

/** A sleep that can be ended; a signal since the last reset ends the next one at once. */
function makeAlarm() {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring(): void {
      rung = true;
      wake?.();
    },
    reset(): void {
      rung = false;
    },
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        if (rung) return resolve();
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
