import { useState } from 'react';
import { useUnsavedGuard } from '../../forms/saving/unsaved-guard.ts';
import type { Answer } from '../../lib/api/contract.ts';
import type { Failure } from '../../lib/api/result.ts';
import { upload } from '../../lib/query/write.ts';

export type ImportResult = Answer<'usersImport'>;

export interface UserImport {
  file: File | null;
  client: number | null;
  /** The upload in progress, and the share already sent. */
  step: { checking: boolean; share: number } | null;
  result: ImportResult | null;
  failure: Failure | null;
  /** Whether people were created. */
  done: boolean;
  choose: (file: File) => void;
  setClient: (client: number | null) => void;
  check: () => void;
  /** Creates the people of the good lines; all or nothing unless some are bad. */
  write: () => void;
  again: () => void;
}

/** The steps of an import: a file is chosen, checked without writing anything, then its people are created. */
export function useUserImport(): UserImport {
  const [file, setFile] = useState<File | null>(null);
  const [client, setClient] = useState<number | null>(null);
  const [step, setStep] = useState<UserImport['step']>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const done = result !== null && !result.dry_run && result.created > 0;
  // Links that are shown once are lost with the page.
  useUnsavedGuard((step !== null && !step.checking) || (done && result.links.length > 0));
  const send = async (
    chosen: File,
    query: { dry_run: boolean; partial?: boolean; client: number | null },
  ) => {
    const checking = query.dry_run;
    setStep({ checking, share: 0 });
    setFailure(null);
    const onProgress = (share: number) => setStep({ checking, share });
    const sent = await upload('usersImport', { file: chosen, fileName: chosen.name, onProgress }, { query });
    setStep(null);
    if (sent.ok) setResult(sent.data);
    else if (sent.status !== 403) setFailure(sent);
  };
  const check = (chosen: File | null, owner: number | null) => {
    if (chosen !== null) void send(chosen, { dry_run: true, client: owner });
  };
  return {
    file,
    client,
    step,
    result,
    failure,
    done,
    choose: (chosen) => {
      setFile(chosen);
      setResult(null);
      check(chosen, client);
    },
    setClient: (owner) => {
      setClient(owner);
      check(file, owner);
    },
    check: () => check(file, client),
    write: () => {
      if (file !== null && result !== null)
        void send(file, { dry_run: false, partial: result.valid < result.rows, client });
    },
    again: () => {
      setFile(null);
      setResult(null);
      setFailure(null);
    },
  };
}
