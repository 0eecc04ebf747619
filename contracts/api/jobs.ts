import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byChange, integer, listQuery, page, stamps } from '../fields.ts';

export const job = z.object({
  id: integer,
  ...stamps,
  kind: z.enum(['export', 'import']),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** 0 to 1. */
  progress: z.number(),
  /** Number of rows, when it is known. */
  total: integer.nullable(),
  detail: z.string().nullable(),
  file: z.string().nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
});
export type Job = z.infer<typeof job>;
const jobs = { tag: 'Jobs', level: 'member' } as const;
export const jobsList = endpoint({
  ...jobs,
  name: 'jobs.list',
  method: 'GET',
  path: '/jobs/',
  summary: 'Your long-running work',
  query: listQuery(['id', 'created_at'], byChange),
  response: page(job),
});
export const jobsGet = endpoint({
  ...jobs,
  // A key can follow the imports it started.
  apiKey: 'measures:write',
  name: 'jobs.get',
  method: 'GET',
  path: '/jobs/{id}/',
  resource: 'job',
  summary: 'One job',
  response: job,
});
export const jobsCancel = endpoint({
  ...jobs,
  name: 'jobs.cancel',
  confirm: 'ends',
  method: 'POST',
  path: '/jobs/{id}/cancel/',
  level: 'observer',
  resource: 'job',
  summary: 'Cancel a job',
  body: z.strictObject({}).optional(),
  response: job,
});
export const jobsFile = endpoint({
  ...jobs,
  name: 'jobs.file',
  recorded: 'export',
  method: 'GET',
  path: '/jobs/{id}/file/',
  resource: 'job',
  answers: 'file',
  summary: 'The file a job made',
});
/** The link in an e-mail: whoever has it can fetch that one file for as long as it is kept. */
export const jobsDownload = endpoint({
  tag: 'Jobs',
  level: 'visitor',
  name: 'jobs.download',
  recorded: 'export',
  method: 'GET',
  path: '/jobs/download/{token}/',
  answers: 'file',
  summary: 'The file a job made, by the secret link of its e-mail',
  params: z.object({ token: z.string().min(20).max(200) }),
});
