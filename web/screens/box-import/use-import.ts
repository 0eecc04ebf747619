import { useState } from 'react';
import { useUnsavedGuard } from '../../forms/saving/unsaved-guard.ts';
import type { Failure } from '../../lib/api/result.ts';
import { upload } from '../../lib/query/write.ts';

import type { ImportResult } from './import-result.tsx';

export interface BoxImport {
  file: File | null;
  client: number | null;
  /** The upload in progress, and the share already sent. */
  step: { checking: boolean; share: number } | null;
  result: ImportResult | null;
  failure: Failure | null;
  /** Whether boxes were imported. */
  done: boolean;
  choose: (file: File) => void;
  setClient: (client: number | null) => void;
  check: () => void;
  /** Imports the good lines; all or nothing unless some are bad. */
  write: () => void;
  again: () => void;
  /** Headers that match no column, the user's mapping of them ('' for none), and those not mapped yet. */
  unknown: readonly string[];
  mapping: Readonly<Record<string, string>>;
  open: readonly string[];
  setMapping: (mapping: Record<string, string>) => void;
}

interface How {
  checking: boolean;
  partial?: boolean;
  owner: number | null;
  columns: Record<string, string>;
}

/** Sends the file for checking or importing, and holds the result. */
function useSending() {
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const [step, setStep] = useState<BoxImport['step']>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useUnsavedGuard(step !== null && !step.checking);
  const send = async (chosen: File, how: How): Promise<void> => {
    const { checking, partial = false, owner, columns } = how;
    const mapped = Object.keys(columns).length === 0 ? {} : { columns: JSON.stringify(columns) };
    setStep({ checking, share: 0 });
    setFailure(null);
    const sent = await upload(
      'boxesImport',
      { file: chosen, fileName: chosen.name, onProgress: (share) => setStep({ checking, share }) },
      { query: { dry_run: checking, partial, client: owner, ...mapped } },
    );
    setStep(null);
    if (!sent.ok) {
      if (sent.status !== 403) setFailure(sent);
      return;
    }
    setResult(sent.data);
    if (checking) setUnknown((before) => [...new Set([...before, ...sent.data.unknown_columns])]);
  };
  const forget = (): void => {
    setResult(null);
    setUnknown([]);
  };
  return { step, result, failure, setFailure, unknown, send, forget };
}

/** The steps of an import: a file is chosen, checked without importing, then imported. */
export function useBoxImport(): BoxImport {
  const [file, setFile] = useState<File | null>(null);
  const [client, setClient] = useState<number | null>(null);
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const { step, result, failure, setFailure, unknown, send, forget } = useSending();
  const check = (changes: Partial<How> = {}): void => {
    if (file !== null) void send(file, { checking: true, owner: client, columns: mapping, ...changes });
  };
  return {
    file,
    client,
    step,
    result,
    failure,
    done: result !== null && !result.dry_run && result.created > 0,
    unknown,
    mapping,
    open: unknown.filter((name) => mapping[name] === undefined),
    setMapping: (columns) => {
      setMapping(columns);
      check({ columns });
    },
    choose: (chosen) => {
      setFile(chosen);
      forget();
      setMapping({});
      void send(chosen, { checking: true, owner: client, columns: {} });
    },
    setClient: (owner) => {
      setClient(owner);
      // Tags and lines are valid or not depending on the client.
      check({ owner });
    },
    check: () => check(),
    write: () => {
      if (result) check({ checking: false, partial: result.valid < result.rows });
    },
    again: () => {
      setFile(null);
      forget();
      setFailure(null);
      setMapping({});
    },
  };
}
