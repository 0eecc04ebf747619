import { Alert, Badge, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

const SHOWN_ERRORS = 200;
interface Result {
  rows: number;
  valid: number;
  errors: readonly {
    row: number;
    errors: Readonly<Record<string, readonly string[]>>;
    /** What stands in the row, by column. */
    cells: Readonly<Record<string, string>>;
  }[];
}
interface Mending {
  /** Cells typed in place of those of the file, by row and column. */
  mended: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether some of them are not checked yet. */
  isMending: boolean;
  mend: (row: number, column: string, text: string) => void;
  check: () => void;
  /** Whether the field of an error is a cell. */
  isColumn: (field: string) => boolean;
}
interface Props {
  result: Result;
  /** The name of the file. */
  name: string;
  columnName: (field: string) => string;
  /** Shown for a file without a row. */
  empty: string;
  mending: Mending;
  /** How the good rows were read. */
  children: ReactNode;
}

/** The result of a check: how many lines are good, and the errors in the others. */
export function CheckedRows({ result, name, columnName, empty, mending, children }: Props) {
  const t = useText('imports');
  const formats = useFormats();
  return (
    <Stack gap="lg">
      <Group gap="sm" role="status">
        <Text>{t('rows', { rows: formats.number(result.rows), count: result.rows, name })}</Text>
        <Badge color="teal" size="lg" leftSection={<IconCheck size={14} aria-hidden />}>
          {t('valid', { count: result.valid })}
        </Badge>
        {result.errors.length > 0 ? (
          <Badge color="red" size="lg" leftSection={<IconX size={14} aria-hidden />}>
            {t('wrong', { count: result.rows - result.valid })}
          </Badge>
        ) : null}
      </Group>
      {result.rows === 0 ? <Alert color="gray">{empty}</Alert> : null}
      <Problems errors={result.errors} columnName={columnName} mending={mending} />
      {children}
    </Stack>
  );
}

type ProblemProps = Pick<Result, 'errors'> & Pick<Props, 'columnName' | 'mending'>;

function Problems({ errors, columnName, mending }: ProblemProps) {
  const t = useText('imports');
  const formats = useFormats();
  const problems = errors.flatMap(({ row, errors: found, cells }) =>
    Object.entries(found).map(([field, messages]) => ({ row, field, cells, text: messages.join(' ') })),
  );
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="import-errors">
      <Title order={2} size="h4" id="import-errors">
        {t('errors')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('mend_text')}
      </Text>
      <Table.ScrollContainer minWidth={300} mah={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('row')}</Table.Th>
              <Table.Th>{t('field')}</Table.Th>
              <Table.Th>{t('problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.slice(0, SHOWN_ERRORS).map(({ row, field, cells, text }) => (
              <Table.Tr key={`${row} ${field}`}>
                <Table.Td>{formats.number(row)}</Table.Td>
                <Table.Td>{columnName(field)}</Table.Td>
                <Table.Td>
                  {mending.isColumn(field) ? (
                    <TextInput
                      maw={420}
                      aria-label={t('cell_of', { row: formats.number(row), column: columnName(field) })}
                      error={text}
                      value={mending.mended[row]?.[field] ?? cells[field] ?? ''}
                      onChange={(event) => mending.mend(row, field, event.currentTarget.value)}
                    />
                  ) : (
                    <Text c="var(--mantine-color-error)">{text}</Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {problems.length > SHOWN_ERRORS ? (
        <Text c="dimmed" mt="xs">
          {t('more', { count: problems.length - SHOWN_ERRORS })}
        </Text>
      ) : null}
      {mending.isMending ? (
        <Button mt="sm" onClick={() => mending.check()}>
          {t('check_mended')}
        </Button>
      ) : null}
    </section>
  );
}
