import { Alert, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { guess, type Mapping } from './guess.ts';
import { HEAD_BYTES, type Head, readHead } from './read-head.ts';

const MOST_BYTES = 512 * 1024 * 1024;
const ACCEPTED = {
  'text/csv': ['.csv'],
  'text/plain': ['.csv', '.txt', '.tsv'],
  'application/vnd.ms-excel': ['.csv'],
};

/** A file with its beginning, and what its columns are by their names. */
export interface Chosen {
  file: File;
  head: Head;
  mapping: Mapping;
  own: boolean;
}

/** Where a file is dropped; only its beginning is read here. */
export function FileChoice({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const t = useText('jobs');
  const [problem, setProblem] = useState<'drop_reject' | 'unreadable' | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const head = readHead(await file.slice(0, HEAD_BYTES).text());
    setProblem(head === null ? 'unreadable' : null);
    if (head !== null) onChoose({ file, head, ...guess(head.headers) });
  };
  return (
    <>
      <Dropzone
        multiple={false}
        accept={ACCEPTED}
        maxSize={MOST_BYTES}
        onDrop={([first]) => void choose(first)}
        onReject={() => setProblem('drop_reject')}
        inputProps={{ 'aria-label': t('importing.choose') }}
        aria-label={t('importing.drop')}
        py="xl"
      >
        <Stack align="center" gap="xs" style={{ pointerEvents: 'none' }}>
          <IconFileTypeCsv size={40} stroke={1.4} aria-hidden />
          <Text ta="center">{t('importing.drop')}</Text>
        </Stack>
      </Dropzone>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {t(`importing.${problem}`)}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('importing.drop_help')}
      </Text>
    </>
  );
}
