import { DAY, HOUR } from '@aerowatch/domain/durations';
import type { MakeModule } from '../../parts.ts';
import type { Db } from '../../platform/database/db.ts';
import { PURGED, type PurgedKind, purgeStep } from './store-retention.ts';

/** Pause between two steps, so that others can use the disk. */
const PAUSE_MS = 50;

/** Deletes what is older than RETENTION allows, some rows at a time. */
export const retentionModule: MakeModule = ({ db, clock, jobs, config, log }) => ({
  name: 'retention',
  worker: () =>
    jobs.loop({
      name: 'retention',
      everyMs: 6 * HOUR,
      run: async (signal) => {
        for (const kind of PURGED) {
          const days = config.retention[kind];
          if (days === null) continue;
          const before = new Date(clock.now() - days * DAY);
          const rows = await purge(db, kind, before, signal);
          if (rows > 0) log.info({ kind, rows, before: before.toISOString() }, 'old rows were removed');
        }
        return 0;
      },
    }),
});

/** Deletes older rows, step by step with pauses, until nothing is left or the process stops; returns how many. */
async function purge(db: Db, kind: PurgedKind, before: Date, signal: AbortSignal): Promise<number> {
  let gone = 0;
  for (let step = 1; step > 0 && !signal.aborted; ) {
    step = await purgeStep(db, kind, before);
    gone += step;
    if (step > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return gone;
}
