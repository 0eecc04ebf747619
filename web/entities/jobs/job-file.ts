import type { Job } from '@aerowatch/contracts/api/jobs';
import { useState } from 'react';
import { download } from '../../lib/api/download.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/** The file name under which a job's result is saved. */
export function fileNameOf(job: Job): string {
  return String(job.result?.filename ?? `aerowatch-${job.id}`);
}

/** Saves the result of a job. */
export function useJobFile(): { busy: number | null; save: (job: Job) => Promise<void> } {
  const common = useText('common');
  const [busy, setBusy] = useState<number | null>(null);
  return {
    busy,
    save: async (job) => {
      setBusy(job.id);
      const result = await download('jobsFile', { params: { id: job.id } }, fileNameOf(job));
      setBusy(null);
      if (!result.ok) toast.failure(result, common('error.exporting'));
    },
  };
}
