import type { Job } from '@aerowatch/contracts/api/jobs';
import { useCallback, useState } from 'react';
import { useLiveChange } from '../../lib/query/live-events.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';

import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Events report each step; in case the connection is down, the job is also polled at this interval, in ms.
 */
const LOOK_EVERY = 2000;

export const isOver = (job: Pick<Job, 'state'>): boolean => job.state !== 'queued' && job.state !== 'running';

/** A job followed until it ends; undefined until known. */
export function useJob(id: number | null): { job: Job | undefined; missing: boolean } {
  const [pushed, setPushed] = useState<Job | null>(null);
  const over = pushed !== null && pushed.id === id && isOver(pushed);
  const read = useQuery(
    'jobsGet',
    { params: { id: id ?? 0 } },
    { skip: id === null || over, pollingInterval: LOOK_EVERY },
  );
  useLiveChange('jobs', (change) => {
    if (change.id === id && change.data !== null) setPushed(change.data as Job);
  });
  const known = pushed !== null && pushed.id === id ? pushed : undefined;
  const polled = read.data !== undefined && read.data.id === id ? read.data : undefined;
  // The newer of the two; a job that has ended does not resume.
  const job =
    known === undefined || (polled !== undefined && polled.updated_at > known.updated_at) ? polled : known;
  if (job !== undefined && isOver(job) && pushed !== job) setPushed(job);
  return { job: id === null ? undefined : job, missing: read.failure?.status === 404 };
}

/** Asks a job to stop. */
export function useCancelJob(): (id: number) => Promise<Job | null> {
  const common = useText('common');
  const [cancelJob] = useMutation('jobsCancel');
  return useCallback(
    async (id) => {
      const result = await cancelJob({ params: { id }, body: {} });
      if (result.ok) return result.data;
      toast.failure(result, common('error.updating'));
      return null;
    },
    [cancelJob, common],
  );
}
