import { useEffect, useEffectEvent, useState } from 'react';
import { useJob } from '../../entities/jobs/use-job.ts';
import { useUnsavedGuard } from '../../forms/saving/unsaved-guard.ts';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { upload } from '../../lib/query/write.ts';
import { firstChoice, type ImportChoice, queryOf } from './choice.ts';
import type { Chosen } from './file-choice.tsx';

export interface MeasuresImport {
  file: Chosen | null;
  choice: ImportChoice;
  change: (part: Partial<ImportChoice>) => void;
  /** Share of the file already sent; null when none is being sent. */
  sent: number | null;
  /** The running job only checks, without writing. */
  checking: boolean;
  failure: Failure | null;
  /** The job that checks or writes, from the address. */
  id: number | null;
  job: ReturnType<typeof useJob>['job'];
  choose: (file: Chosen) => void;
  send: (checking: boolean) => Promise<void>;
  /** Back to the column mapping of the same file. */
  back: () => void;
  again: () => void;
}

/** The steps of an import: columns are mapped, every row is checked, then a job writes them. */
export function useMeasuresImport(): MeasuresImport {
  const formats = useFormats();
  const [search, setAddress] = useAddress();
  const [file, setFile] = useState<Chosen | null>(null);
  const [choice, setChoice] = useState<ImportChoice>(() => firstChoice(search, formats));
  const [sent, setSent] = useState<number | null>(null);
  const [checking, setChecking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // The job is in the address: after a reload the import is still followed.
  const id = Number(search.get('job')) || null;
  const { job, missing } = useJob(id);
  useUnsavedGuard(sent !== null);
  const follow = (next: number | null): void => setAddress({ job: next === null ? null : String(next) });
  const forget = useEffectEvent(() => follow(null));
  useEffect(() => {
    if (missing) forget();
  }, [missing]);
  const change = (part: Partial<ImportChoice>) => setChoice((before) => ({ ...before, ...part }));
  const send = async (dryRun: boolean): Promise<void> => {
    if (file === null) return;
    setFailure(null);
    setSent(0);
    setChecking(dryRun);
    const answer = await upload(
      'measuresImport',
      { file: file.file, fileName: file.file.name, onProgress: setSent },
      { query: { dry_run: dryRun, ...queryOf(choice) } },
    );
    setSent(null);
    if (answer.ok) follow(answer.data.id);
    else if (answer.status !== 403) setFailure(answer);
  };
  return {
    file,
    choice,
    change,
    sent,
    checking,
    failure,
    id,
    job,
    choose: (chosen) => {
      setFile(chosen);
      change({ mapping: chosen.mapping, ...(chosen.own ? { one: false } : {}) });
    },
    send,
    back: () => follow(null),
    again: () => {
      setFile(null);
      setFailure(null);
      follow(null);
    },
  };
}
