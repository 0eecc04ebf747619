import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** Connections of the pool, and who waits for one: the first figure to look at when everything is slow. */
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
