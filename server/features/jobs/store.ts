import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type ListQuery, listPage } from '../../platform/database/list.ts';
import { found, NotFound } from '../../platform/errors.ts';
import { keyOfId } from '../../platform/http/callers/store-credentials.ts';
import { type KeyViewer, type UserViewer, type Viewer, viewerOf } from '../../platform/viewer.ts';
import type { JobsTable } from './schema.ts';

export type JobRow = Selectable<JobsTable>;
export type JobKind = 'export' | 'import';
/** A running job without an update for this long, in seconds, belongs to a process that died. */
const STALE_SECONDS = 60;
/** Files of jobs are kept this long. */
export const FILE_RETENTION_DAYS = 7;

// A user who moved to another client no longer sees the files of the former one.
const own = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('jobs')
    .where(viewer.kind === 'key' ? 'key_id' : 'user_id', '=', 'id' in viewer ? viewer.id : -1)
    .where('client_id', 'is not distinct from', 'id' in viewer ? viewer.clientId : -1);

export function listJobs(db: Db, viewer: Viewer, query: ListQuery) {
  return listPage(own(db, viewer).selectAll(), query, '-id');
}

/** A job of the viewer; somebody else's looks like a missing one. */
export async function jobOf(db: Db, viewer: Viewer, id: number): Promise<JobRow> {
  return own(db, viewer)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow(() => new NotFound());
}

export async function jobsOf(db: Db, viewer: Viewer, ids: readonly number[]): Promise<JobRow[]> {
  if (ids.length === 0) return [];
  return own(db, viewer).where('id', 'in', ids).selectAll().execute();
}

export function insertJob(
  trx: Trx,
  viewer: UserViewer | KeyViewer,
  job: { kind: JobKind; total: number | null; params: Record<string, unknown> },
): Promise<JobRow> {
  return trx
    .insertInto('jobs')
    .values({
      kind: job.kind,
      ...(viewer.kind === 'key' ? { key_id: viewer.id } : { user_id: viewer.id }),
      client_id: viewer.clientId,
      total: job.total,
      params: JSON.stringify(job.params),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Takes the oldest job that is waiting, or that a dead process left; undefined when there is none. Users with
 * a running job come after all others.
 */
export async function claimJob(trx: Trx): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update jobs set state = 'running', heartbeat_at = now(), updated_at = now(), progress = 0, detail = null
    where id = (
      select id from jobs where state = 'queued'
        or (state = 'running' and heartbeat_at < now() - make_interval(secs => ${STALE_SECONDS}))
      order by exists (select from jobs other where (other.user_id = jobs.user_id or other.key_id = jobs.key_id) and other.state = 'running'
        and other.heartbeat_at >= now() - make_interval(secs => ${STALE_SECONDS})), id limit 1 for update skip locked)
    returning *`.execute(trx);
  return rows[0];
}

/** Records the progress of a job; returns whether it should continue. */
export async function beat(
  trx: Trx,
  id: number,
  progress: number,
  total: number | null,
): Promise<{ goOn: boolean }> {
  const row = await trx
    .updateTable('jobs')
    .set({ progress, total, heartbeat_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('cancel_asked')
    .executeTakeFirst();
  return { goOn: row !== undefined && !row.cancel_asked };
}

export async function endJob(
  trx: Trx,
  id: number,
  end: {
    state: 'done' | 'failed' | 'cancelled';
    detail?: string | null;
    file?: string | null;
    result?: Record<string, unknown> | null;
  },
): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({
      state: end.state,
      detail: end.detail ?? null,
      file: end.file ?? null,
      result: end.result === undefined || end.result === null ? null : JSON.stringify(end.result),
      updated_at: sql`now()`,
      ...(end.state === 'done' ? { progress: 1 } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** A waiting job is cancelled at once, a running one at its next progress report; one that ended stays as it is. */
export async function askCancel(trx: Trx, id: number): Promise<JobRow> {
  return trx
    .updateTable('jobs')
    .set({
      cancel_asked: true,
      state: sql`case when state = 'queued' then 'cancelled' else state end`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()
    .then((row) => row ?? trx.selectFrom('jobs').where('id', '=', id).selectAll().executeTakeFirstOrThrow());
}

/** Stores the hash of the link's secret in an e-mail. */
export async function setLink(trx: Trx, id: number, hash: string): Promise<void> {
  await sql`update jobs set params = params || jsonb_build_object('link', ${hash}::text) where id = ${id}`.execute(
    trx,
  );
}
/** The finished job of a link, if its user may still sign in and belongs to the same client. */
export async function jobOfLink(db: Db, hash: string): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    select jobs.* from jobs join users on users.id = jobs.user_id
    where jobs.params->>'link' = ${hash} and jobs.state = 'done' and users.is_active
      and users.client_id is not distinct from jobs.client_id`.execute(db);
  return found(rows);
}

/** Jobs that ended so long ago that their files expire. */
export function expiredJobs(
  db: Db,
): Promise<{ id: number; file: string | null; params: Record<string, unknown> }[]> {
  return db
    .selectFrom('jobs')
    .where('state', 'in', ['done', 'failed', 'cancelled'])
    .where('updated_at', '<', sql<Date>`now() - make_interval(days => ${FILE_RETENTION_DAYS})`)
    .select(['id', 'file', 'params'])
    .limit(100)
    .execute();
}
export async function deleteJobs(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('jobs').where('id', 'in', ids).execute();
}

/** The user a job works for, with their current rights; undefined when they may no longer sign in. */
export function viewerOfJob(
  db: Db,
  job: Pick<JobRow, 'user_id' | 'key_id'>,
  now: Date,
): Promise<UserViewer | KeyViewer | undefined> {
  if (job.user_id !== null) return viewerOfUser(db, job.user_id);
  return keyOfId(db, job.key_id ?? -1, now);
}

async function viewerOfUser(db: Db, id: number): Promise<UserViewer | undefined> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .selectAll()
    .select(sql<number[]>`array(select group_id from user_groups where user_id = users.id)`.as('groups'))
    .executeTakeFirst();
  return row === undefined ? undefined : viewerOf(row, null);
}
