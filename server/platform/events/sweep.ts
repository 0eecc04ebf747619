import type { Db } from '../database/db.ts';
import { forgetOldIds } from '../database/store-taken.ts';
import { forgetOldKeys } from '../http/requests/store-idempotency.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { forgetChanges } from './store-events.ts';

/**
 * Deletes data that the platform keeps for a day: changes for streams that resume, answers of
 * Idempotency-Keys; and ids made by clients, which are kept longer.
 */
export function sweepPlatform({ db, jobs }: { db: Db; jobs: Jobs }): () => Promise<void> {
  return jobs.loop({
    name: 'sweep',
    everyMs: 3_600_000,
    run: async () => {
      await forgetChanges(db);
      await forgetOldKeys(db);
      await forgetOldIds(db);
      return 0;
    },
  });
}
