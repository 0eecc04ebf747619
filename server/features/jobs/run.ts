import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { JobHandler } from '../../hooks.ts';
import type { Parts } from '../../parts.ts';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';
import { withGuard } from '../../platform/database/guard.ts';
import { recordChange } from '../../platform/events/events.ts';
import { isOther } from '../../platform/http/callers/standing.ts';
import { holdRights } from '../../platform/http/callers/store-rights.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { type KeyViewer, type Language, languageOfViewer, type UserViewer } from '../../platform/viewer.ts';
import { JobFailed, JobStopped } from './job.ts';
import { beat, claimJob, endJob, insertJob, type JobKind, type JobRow, viewerOfJob } from './store.ts';

export const JOBS_CHANNEL = 'aerowatch_jobs';
/** Progress is written, and cancellation checked, at most this often, in ms. */
const BEAT_MS = 400;

/** Queues a job and wakes the workers. */
export function queueJob(
  db: Db,
  viewer: UserViewer | KeyViewer,
  job: { kind: JobKind; total: number | null; params: Record<string, unknown> },
): Promise<JobRow> {
  return transaction(db, async (trx) => {
    const row = await insertJob(trx, viewer, job);
    await tellOfJob(trx, row, 'added');
    await wake(trx, JOBS_CHANNEL);
    return row;
  });
}

/** Notifies the user who started it; a program with a key polls. */
export async function tellOfJob(trx: Trx, job: JobRow, type: 'added' | 'updated'): Promise<void> {
  if (job.user_id === null) return;
  await recordChange(trx, { entity: 'jobs', type, id: job.id, clientId: job.client_id, userId: job.user_id });
}

/** Runs the next waiting job; returns the number run (0 or 1). */
export async function runNext(
  parts: Parts,
  handlers: ReadonlyMap<string, JobHandler>,
  signal: AbortSignal,
): Promise<number> {
  const job = await transaction(parts.db, claimJob);
  if (job === undefined) return 0;
  const end = (how: JobEnd) =>
    transaction(parts.db, async (trx) => {
      await endJob(trx, job.id, how);
      await tellOfJob(trx, job, 'updated');
    });
  let viewer: UserViewer | KeyViewer | undefined;
  try {
    viewer = await viewerOfJob(parts.db, job, parts.clock.date());
    const handler = handlers.get(job.kind);
    if (viewer === undefined || handler === undefined) throw new JobFailed('forbidden');
    const context = { parts, job, viewer, progress: progressOf(parts, job, signal) };
    const { file, result } = await withGuard(stillOf(parts, job, viewer), () => handler(context));
    await end({ state: 'done', file: file ?? null, result: result ?? null });
    return 1;
  } catch (error) {
    const how = endOf(parts, job, error, viewer === undefined ? 'en' : languageOfViewer(viewer));
    // A job that stops with its process continues elsewhere and needs its file; any other end releases it.
    if (how === undefined) return 0;
    await dropUpload(parts, job);
    await end(how);
    return how.state === 'cancelled' ? 0 : 1;
  }
}

/** Each transaction of a job checks that its user still has the rights they began with. */
const stillOf = (parts: Parts, job: JobRow, viewer: UserViewer | KeyViewer) => async (trx: Trx) => {
  await holdRights(trx, viewer, false);
  const now = await viewerOfJob(trx, job, parts.clock.date());
  if (now === undefined || isOther(viewer, now)) throw new JobFailed('forbidden');
};

/** The final state of a job after an error; undefined if it only stops with its process. */
function endOf(parts: Parts, job: JobRow, error: unknown, language: Language): JobEnd | undefined {
  if (error instanceof JobStopped) return error.message === 'cancelled' ? { state: 'cancelled' } : undefined;
  const known = error instanceof JobFailed;
  if (!known) parts.log.error({ err: error, job: job.id }, 'a job failed');
  return { state: 'failed', detail: translateMessage(known ? error.message : 'job_failed', language) };
}

type JobEnd = Parameters<typeof endJob>[2];

/** Records the progress of a job, now and then; throws when it has to stop. */
function progressOf(parts: Parts, job: JobRow, signal: AbortSignal) {
  let last = 0;
  return async (share: number, total: number | null = job.total): Promise<void> => {
    // The process stops: the job stays `running` and is taken over by another, or after the restart.
    if (signal.aborted) throw new JobStopped('process');
    if (Date.now() - last < BEAT_MS) return;
    last = Date.now();
    const { goOn } = await transaction(parts.db, async (trx) => {
      const answer = await beat(trx, job.id, Math.min(1, Math.max(0, share)), total);
      await tellOfJob(trx, job, 'updated');
      return answer;
    });
    if (!goOn) throw new JobStopped('cancelled');
  };
}

/** Removes the uploaded file of a job that no longer needs it. */
export async function dropUpload(parts: Pick<Parts, 'files'>, job: Pick<JobRow, 'params'>): Promise<void> {
  if (typeof job.params.upload === 'string') await parts.files.remove(job.params.upload);
}
