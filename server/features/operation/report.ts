import { hostname, totalmem } from 'node:os';
import type { Parts } from '../../parts.ts';
import type { ProcessReport } from './process-report.ts';
import { databaseClock } from './store-operation.ts';

const STARTED = Date.now();

export async function makeReport(parts: Parts, version: string): Promise<ProcessReport> {
  await parts.disk.look();
  const boxes = parts.boxClocks.middle();
  return {
    host: hostname(),
    roles: parts.config.roles,
    version,
    started_at: STARTED,
    disks: parts.disk.states().map(({ name, free, size, floor }) => ({ name, free, size, floor })),
    full: parts.disk.isFull(),
    database_ahead: await databaseAhead(parts),
    boxes_ahead: boxes?.seconds ?? null,
    boxes_heard: boxes?.peers ?? 0,
    memory: memory(),
    pool_waiting: parts.pool.secondsWaiting(),
    loops_failing: parts.jobs.failing(),
    connections_refused: parts.room.refusedLately(),
    certificate_expires_at: parts.broker.certificateExpiry()?.getTime() ?? null,
  };
}

/** Free memory is what can be had without swapping, within the limit of a container. */
function memory(): { used: number; free: number; size: number } {
  // Without a limit of the container it is 0, or more than the machine's memory.
  const limit = process.constrainedMemory();
  const size = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { used: process.memoryUsage.rss(), free: Math.min(process.availableMemory(), size), size };
}

/** The database read its clock at some time between request and answer: the middle is assumed. */
async function databaseAhead({ db, clock }: Parts): Promise<number | null> {
  const before = clock.now();
  const there = await databaseClock(db).catch(() => null);
  const after = clock.now();
  return there === null ? null : (there - (before + after) / 2) / 1000;
}
