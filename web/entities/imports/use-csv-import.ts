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
  /** Whether rows of boxes that exist change them. */
  update?: boolean;
}

export type MendedCells = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface CsvImport<K extends Import = Import> {
  file: File | null;
  client: number | null;
  /** The upload in progress, and the share already sent. */
  step: { checking: boolean; share: number } | null;
  result: Answer<K> | null;
  failure: Failure | null;
  /** Cells that the user mended, by row and column, and whether some of them are not checked yet. */
  mended: MendedCells;
  isMending: boolean;
  mend: (row: number, column: string, text: string) => void;
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

/** Whether an import wrote anything. */
const wrote = (result: Answer<Import>): boolean =>
  !result.dry_run && (result.created > 0 || ('updated' in result && result.updated > 0));

const bodyOf = (file: File, cells: MendedCells) => ({
  file,
  fileName: file.name,
  ...(Object.keys(cells).length === 0 ? {} : { fields: { mended: JSON.stringify(cells) } }),
});

/** Cells that the user mended, and those not checked yet. */
function useMending() {
  const [mended, setMended] = useState<MendedCells>({});
  const [isMending, setMending] = useState(false);
  return {
    mended,
    isMending,
    mend: (row: number, column: string, text: string): void => {
      setMended((before) => ({ ...before, [row]: { ...before[row], [column]: text } }));
      setMending(true);
    },
    checked: () => setMending(false),
    forgetCells: (): void => {
      setMended({});
      setMending(false);
    },
  };
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
  const { mended, forgetCells, checked, ...mending } = useMending();
  useUnsavedGuard((step !== null && !step.checking) || Object.keys(mended).length > 0);
  const send = async (chosen: File, more: Partial<How>, cells: MendedCells): Promise<void> => {
    const query = { dry_run: true, partial: false, client, ...more };
    const onProgress = (share: number) => setStep({ checking: query.dry_run, share });
    onProgress(0);
    setFailure(null);
    const sent = await upload<Import>(key, { ...bodyOf(chosen, cells), onProgress }, { query });
    setStep(null);
    if (!sent.ok) {
      if (sent.status !== 403) setFailure(sent);
      return;
    }
    setResult(sent.data as Answer<K>);
    checked();
    if (!query.dry_run && wrote(sent.data as Answer<K>)) forgetCells();
    if (query.dry_run) onChecked?.(sent.data as Answer<K>);
  };
  const check = (more: Partial<How> = {}): void => {
    if (file !== null) void send(file, more, mended);
  };
  const begin = (chosen: File | null): void => {
    setFile(chosen);
    setResult(null);
    setFailure(null);
    forgetCells();
  };
  return {
    file,
    client,
    step,
    result,
    failure,
    mended,
    ...mending,
    done: result !== null && wrote(result),
    choose: (chosen) => {
      begin(chosen);
      void send(chosen, {}, {});
    },
    setClient: (owner, more) => {
      setClient(owner);
      check({ client: owner, ...more });
    },
    check,
    write: (more = {}) => {
      if (result !== null) check({ dry_run: false, partial: result.valid < result.rows, ...more });
    },
    again: () => begin(null),
  };
}
