import type { Job } from '@aerowatch/contracts/api/jobs';
import { useCallback } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

/** Counts of an import, in rows; `nulled` counts values. */
export interface ImportOutcome {
  dry_run: boolean;
  rows: number;
  stored: number;
  /** Added a value to a measure that was stored without it. */
  merged: number;
  duplicates: number;
  conflicts: number;
  /** Of the conflicts, the values that were not kept because of the quota. */
  not_kept: number;
  nulled: number;
  invalid: number;
  /** `column`: its name in the file. */
  errors: { line: number; code: string; message: string; column: string | null }[];
}

/** The outcome of a finished import. */
export function outcomeOf(job: Job | undefined): ImportOutcome | null {
  return job?.kind === 'import' && job.state === 'done' ? (job.result as unknown as ImportOutcome) : null;
}

/** The result of a job in one line: rows and size of an export, counts of an import, or why it failed. */
export function useJobResult(): (job: Job) => string {
  const t = useText('jobs');
  const formats = useFormats();
  return useCallback(
    (job) => {
      if (job.state === 'failed') return job.detail ?? '';
      const outcome = outcomeOf(job);
      if (outcome !== null)
        return t(outcome.dry_run ? 'checked' : 'imported', {
          stored: formats.number(outcome.stored),
          merged: formats.number(outcome.merged),
          known: formats.number(outcome.duplicates),
          refused: formats.number(outcome.invalid),
        });
      const { rows, bytes } = job.result ?? {};
      return typeof rows === 'number' && typeof bytes === 'number'
        ? t('exported', { rows: formats.number(rows), size: formats.bytes(bytes), count: rows })
        : '';
    },
    [t, formats],
  );
}
