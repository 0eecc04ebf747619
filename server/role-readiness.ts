import type { Config } from './config.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { DiskWatch } from './platform/machine/disk.ts';
import type { BoxBroker } from './platform/mqtt/broker.ts';
import { makeReadiness, type Readiness } from './platform/readiness.ts';

/** Each loop checks for work within a minute or two: if none ran for longer, none is working. */
const IDLE_WORKER_MS = 3 * 60_000;

/** What the roles of a process need besides the database; their modules add their own conditions. */
export function readinessOf(
  config: Config,
  { disk, jobs, broker }: { readonly disk: DiskWatch; readonly jobs: Jobs; readonly broker: BoxBroker },
): Readiness {
  const readiness = makeReadiness(config.roles);
  const isOpen = () => (config.mqttUrl === null ? broker.port() !== null : broker.connections() > 0);
  readiness.add('ingest', () => (isOpen() ? undefined : 'boxes cannot connect'));
  readiness.add('ingest', () => (disk.isFull() ? 'no room on the disk' : undefined));
  readiness.add('worker', () => {
    const done = jobs.lastDone();
    return done !== undefined && performance.now() - done > IDLE_WORKER_MS ? 'no work is done' : undefined;
  });
  return readiness;
}
