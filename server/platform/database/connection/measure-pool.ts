import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

const LOOK_MS = 1000;
const WINDOW_MS = 10 * 60_000;

export interface PoolWatch {
  /** Seconds of the last ten minutes in which somebody waited for a connection because all were in use. */
  secondsWaiting(): number;
  stop(): void;
}

/**
 * Checks every second whether somebody waits: a pool that is too small makes everything slow without logging
 * anything.
 */
export function watchPool(pool: Pick<Pool, 'waitingCount'>, now = () => performance.now()): PoolWatch {
  const waits: number[] = [];
  const timer = setInterval(() => {
    if (pool.waitingCount > 0) waits.push(now());
  }, LOOK_MS).unref();
  return {
    secondsWaiting() {
      const since = now() - WINDOW_MS;
      while (waits[0] !== undefined && waits[0] <= since) waits.shift();
      return waits.length;
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Metrics of the pool's connections and waiting requests: the first figures to look at when everything is
 * slow.
 */
export function measurePool(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database of this process, by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
