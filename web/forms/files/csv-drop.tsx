import { FILE_FORMATS } from '@aerowatch/domain/file-formats';
import { Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileTypeCsv } from '@tabler/icons-react';

const ACCEPTED = {
  'text/csv': ['.csv'],
  'text/plain': ['.csv', '.txt', '.tsv'],
  'application/vnd.ms-excel': ['.csv'],
};
/** Every format that exports are written in. */
const TABLES = Object.fromEntries(
  Object.entries(FILE_FORMATS).map(([extension, { type }]) => [type.split(';')[0], [`.${extension}`]]),
);
interface Props {
  /** Name of the field, and the text in the drop zone. */
  label: string;
  text: string;
  mostBytes: number;
  /** Whether it may also be a workbook. */
  takesWorkbooks?: boolean;
  onChoose: (file: File) => void;
  /** The file is of another kind, or too large. */
  onReject: () => void;
}

/** Takes a CSV file, or a workbook where that is read, dropped or chosen by the user. */
export function CsvDrop({ label, text, mostBytes, takesWorkbooks = false, onChoose, onReject }: Props) {
  return (
    <Dropzone
      multiple={false}
      accept={takesWorkbooks ? { ...TABLES, ...ACCEPTED } : ACCEPTED}
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
