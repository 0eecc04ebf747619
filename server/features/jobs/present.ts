import type { Job } from '@aerowatch/contracts/api/jobs';
import type { Config } from '../../config.ts';
import { basePathOf } from '../../platform/http/console/base-path.ts';
import type { JobRow } from './store.ts';

/** A job as the API returns it: `file` is the path to download it while it is kept, below that of PUBLIC_URL. */
export function presentJob({ publicUrl }: Pick<Config, 'publicUrl'>, row: JobRow): Job {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    kind: row.kind as Job['kind'],
    state: row.state as Job['state'],
    progress: Number(row.progress.toFixed(4)),
    total: row.total,
    detail: row.detail,
    file: row.file === null ? null : `${basePathOf(publicUrl)}/api/jobs/${row.id}/file/`,
    result: row.result,
  };
}
