import type { MakeModule } from '../../parts.ts';
import { presentJob } from './present.ts';
import { jobRoutes } from './routes.ts';
import { JOBS_CHANNEL, runNext } from './run.ts';
import { deleteJobs, expiredJobs, jobsOf } from './store.ts';

/** Jobs running at once in a process: a long import does not hold up an export. */
const LANES = 2;

/** Long-running work of users: queued in the database, done by workers, followed live, cancelled on request. */
export const jobsModule: MakeModule = (parts) => ({
  name: 'jobs',
  routes: jobRoutes(parts),
  web: () => {
    parts.events.registerLoader(
      'jobs',
      async (viewer, ids) =>
        (await jobsOf(parts.db, viewer, ids)).map((row) => presentJob(parts.config, row)),
      { perUser: true },
    );
    return () => undefined;
  },
  worker: () => {
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      parts.jobs.loop({
        name: `jobs ${lane + 1}`,
        channel: JOBS_CHANNEL,
        everyMs: 5000,
        heavy: true,
        run: (signal) => runNext(parts, parts.hooks.jobHandlers, signal),
      }),
    );
    const sweep = parts.jobs.loop({
      name: 'old jobs',
      everyMs: 3_600_000,
      run: async () => {
        const old = await expiredJobs(parts.db);
        for (const { file, params } of old)
          for (const name of [file, params.upload])
            if (typeof name === 'string') await parts.files.remove(name);
        await deleteJobs(
          parts.db,
          old.map((job) => job.id),
        );
        return old.length;
      },
    });
    return async () => {
      await Promise.all([...lanes, sweep].map((stop) => stop()));
    };
  },
});
