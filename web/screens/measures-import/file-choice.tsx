import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { CsvDrop } from '../../forms/files/csv-drop.tsx';
import { useText } from '../../lib/text.ts';
import { guess, type Mapping } from './guess.ts';
import { HEAD_BYTES, type Head, readHead } from './read-head.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/** A file with its beginning, and its columns guessed by name. */
export interface Chosen {
  file: File;
  head: Head;
  mapping: Mapping;
  own: boolean;
}

/** The drop zone for a file; only its beginning is read here. */
export function FileChoice({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const t = useText('jobs');
  const [problem, setProblem] = useState<'drop_reject' | 'unreadable' | null>(null);
  const choose = async (file: File): Promise<void> => {
    const head = readHead(await file.slice(0, HEAD_BYTES).text());
    setProblem(head === null ? 'unreadable' : null);
    if (head !== null) onChoose({ file, head, ...guess(head.headers) });
  };
  return (
    <>
      <CsvDrop
        label={t('importing.choose')}
        text={t('importing.drop')}
        mostBytes={MAX_BYTES}
        onChoose={(file) => void choose(file)}
        onReject={() => setProblem('drop_reject')}
      />
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {t(`importing.${problem}`)}
        </Alert>
      )}
      <Text c="dimmed">{t('importing.drop_help')}</Text>
    </>
  );
}
