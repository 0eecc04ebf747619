import { Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileTypeCsv } from '@tabler/icons-react';

const ACCEPTED = {
  'text/csv': ['.csv'],
  'text/plain': ['.csv', '.txt', '.tsv'],
  'application/vnd.ms-excel': ['.csv'],
};
interface Props {
  /** Name of the field, and the text in the drop zone. */
  label: string;
  text: string;
  mostBytes: number;
  onChoose: (file: File) => void;
  /** The file is not a CSV, or too large. */
  onReject: () => void;
}

/** Takes a CSV file dropped or chosen by the user. */
export function CsvDrop({ label, text, mostBytes, onChoose, onReject }: Props) {
  return (
    <Dropzone
      multiple={false}
      accept={ACCEPTED}
      maxSize={mostBytes}
      onDrop={([first]) => first && onChoose(first)}
      onReject={onReject}
      inputProps={{ 'aria-label': label }}
      aria-label={text}
      py="xl"
    >
      <Stack align="center" gap="xs" style={{ pointerEvents: 'none' }}>
        <IconFileTypeCsv size={40} stroke={1.4} aria-hidden />
        <Text size="md" ta="center">
          {text}
        </Text>
      </Stack>
    </Dropzone>
  );
}
