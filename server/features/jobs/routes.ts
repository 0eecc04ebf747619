import { jobsCancel, jobsDownload, jobsFile, jobsGet, jobsList } from '@aerowatch/contracts/api/jobs';
import { FILE_FORMATS, fileFormatOf } from '@aerowatch/domain/file-formats';
import type { Parts } from '../../parts.ts';
import { sha256 } from '../../platform/crypto/secrets.ts';
import { transaction } from '../../platform/database/db.ts';
import { NotFound } from '../../platform/errors.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { type Answer, type Route, route, stream } from '../../platform/http/route.ts';
import { guess } from '../credentials/guesses.ts';
import { presentJob } from './present.ts';
import { dropUpload, tellOfJob } from './run.ts';
import { askCancel, type JobRow, jobOf, jobOfLink, listJobs } from './store.ts';

export const jobRoutes = ({ db, clock, files, config }: Parts): Route[] => {
  const fileOf = async (job: JobRow): Promise<Answer> => {
    const name = job.file;
    const size = name === null ? undefined : await files.size(name);
    if (name === null || size === undefined) throw new NotFound();
    const format = fileFormatOf(name);
    return stream(files.read(name), {
      type: format === undefined ? 'application/octet-stream' : FILE_FORMATS[format].type,
      filename: String(job.params.filename ?? name.split('/').at(-1)),
      headers: { 'Content-Length': String(size) },
    });
  };
  return [
    listRoute(db, jobsList, listJobs, (row) => presentJob(config, row)),
    route(jobsGet, async ({ viewer, params }) => presentJob(config, await jobOf(db, viewer, params.id))),
    route(jobsCancel, async ({ viewer, params }) => {
      const row = await transaction(db, async (trx) => {
        const job = await jobOf(trx, viewer, params.id);
        const cancelled = await askCancel(trx, job.id);
        await tellOfJob(trx, cancelled, 'updated');
        return cancelled;
      });
      // It never ran, so nobody else cleans up after it.
      if (row.state === 'cancelled') await dropUpload({ files }, row);
      return presentJob(config, row);
    }),
    route(jobsFile, async ({ viewer, params }) => fileOf(await jobOf(db, viewer, params.id))),
    route(jobsDownload, async ({ params, address }) => {
      const hash = sha256(params.token).toString('hex');
      return fileOf(await guess({ db, clock }, 'file_link', { address }, () => jobOfLink(db, hash)));
    }),
  ];
};
