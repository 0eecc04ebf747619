import { useState } from 'react';
import { type CsvImport, useCsvImport } from '../../entities/imports/use-csv-import.ts';

interface BoxImport {
  steps: CsvImport<'boxesImport'>;
  /** Headers that match no column, the user's mapping of them ('' for none), and those not mapped yet. */
  unknown: readonly string[];
  mapping: Readonly<Record<string, string>>;
  open: readonly string[];
  setMapping: (mapping: Record<string, string>) => void;
  /** Whether lines of boxes that exist change them. */
  update: boolean;
  setUpdate: (update: boolean) => void;
}

const sent = (columns: Readonly<Record<string, string>>, update: boolean) => ({
  ...(Object.keys(columns).length === 0 ? {} : { columns: JSON.stringify(columns) }),
  ...(update ? { update } : {}),
});

/** The steps of an import of boxes, whose columns the user may name. */
export function useBoxImport(): BoxImport {
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [update, setUpdate] = useState(false);
  const steps = useCsvImport('boxesImport', ({ unknown_columns }) =>
    setUnknown((before) => [...new Set([...before, ...unknown_columns])]),
  );
  const forget = (): void => {
    setUnknown([]);
    setMapping({});
    setUpdate(false);
  };
  return {
    steps: {
      ...steps,
      check: (more) => steps.check({ ...sent(mapping, update), ...more }),
      write: (more) => steps.write({ ...sent(mapping, update), ...more }),
      setClient: (client) => steps.setClient(client, sent(mapping, update)),
      choose: (file) => {
        forget();
        steps.choose(file);
      },
      again: () => {
        forget();
        steps.again();
      },
    },
    unknown,
    mapping,
    open: unknown.filter((name) => mapping[name] === undefined),
    setMapping: (columns) => {
      setMapping(columns);
      steps.check(sent(columns, update));
    },
    update,
    setUpdate: (wanted) => {
      setUpdate(wanted);
      steps.check(sent(mapping, wanted));
    },
  };
}
