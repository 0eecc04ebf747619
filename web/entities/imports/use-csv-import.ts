import { useState } from 'react';
import { useUnsavedGuard } from '../../forms/saving/unsaved-guard.ts';
import type { Answer } from '../../lib/api/contract.ts';
import type { Failure } from '../../lib/api/result.ts';
import { upload } from '../../lib/query/write.ts';

type Import = 'boxesImport' | 'usersImport';

interface How {
  dry_run: boolean;
  partial: boolean;
  client: number | null;
  /** What the user says columns mean, as JSON. */
  columns?: string;
}

export interface CsvImport<K extends Import = Import> {
  file: File | null;
  client: number | null;
  /** The upload in progress, and the share already sent. */
  step: { checking: boolean; share: number } | null;
  result: Answer<K> | null;
  failure: Failure | null;
  /** Whether rows were imported. */
  done: boolean;
  choose: (file: File) => void;
  /** Checks again: what is valid depends on the client. */
  setClient: (client: number | null, more?: Partial<How>) => void;
  check: (more?: Partial<How>) => void;
  /** Imports the good lines; all or nothing unless some are bad. */
  write: (more?: Partial<How>) => void;
  again: () => void;
}

/** The steps of an import: a file is chosen, checked without writing anything, then imported. */
export function useCsvImport<K extends Import>(
  key: K,
  onChecked?: (result: Answer<K>) => void,
): CsvImport<K> {
  const [file, setFile] = useState<File | null>(null);
  const [client, setClient] = useState<number | null>(null);
  const [step, setStep] = useState<CsvImport['step']>(null);
  const [result, setResult] = useState<Answer<K> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useUnsavedGuard(step !== null && !step.checking);
  const send = async (chosen: File, more: Partial<How>): Promise<void> => {
    const query = { dry_run: true, partial: false, client, ...more };
    const onProgress = (share: number) => setStep({ checking: query.dry_run, share });
    onProgress(0);
    setFailure(null);
    const sent = await upload<Import>(key, { file: chosen, fileName: chosen.name, onProgress }, { query });
    setStep(null);
    if (!sent.ok) {
      if (sent.status !== 403) setFailure(sent);
      return;
    }
    setResult(sent.data as Answer<K>);
    if (query.dry_run) onChecked?.(sent.data as Answer<K>);
  };
  const check = (more: Partial<How> = {}): void => {
    if (file !== null) void send(file, more);
  };
  return {
    file,
    client,
    step,
    result,
    failure,
    done: result !== null && !result.dry_run && result.created > 0,
    choose: (chosen) => {
      setFile(chosen);
      setResult(null);
      void send(chosen, {});
    },
    setClient: (owner, more) => {
      setClient(owner);
      check({ client: owner, ...more });
    },
    check,
    write: (more = {}) => {
      if (result !== null) check({ dry_run: false, partial: result.valid < result.rows, ...more });
    },
    again: () => {
      setFile(null);
      setResult(null);
      setFailure(null);
    },
  };
}
