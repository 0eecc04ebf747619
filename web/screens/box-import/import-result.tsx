import { Alert, Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { useColumnName } from './column-name.ts';

export type ImportResult = Answer<'boxesImport'>;
const SHOWN_ERRORS = 200;
const SHOWN_ROWS = 20;

/** The result of a check: how many lines are good, the errors in the others, and how the good ones were read. */
export function ImportPreview({ result, name }: { result: ImportResult; name: string }) {
  const t = useText('boxes');
  const formats = useFormats();
  const columnName = useColumnName();
  const problems = result.errors.flatMap(({ row, errors }) =>
    Object.entries(errors).map(([field, messages]) => ({ row, field, text: messages.join(' ') })),
  );
  return (
    <Stack gap="lg">
      <Group gap="sm" role="status">
        <Text>{t('importing.rows', { rows: formats.number(result.rows), count: result.rows, name })}</Text>
        <Badge color="teal" size="lg" leftSection={<IconCheck size={14} aria-hidden />}>
          {t('importing.valid', { count: result.valid })}
        </Badge>
        {result.errors.length > 0 ? (
          <Badge color="red" size="lg" leftSection={<IconX size={14} aria-hidden />}>
            {t('importing.wrong', { count: result.rows - result.valid })}
          </Badge>
        ) : null}
      </Group>
      {result.rows === 0 ? <Alert color="gray">{t('importing.no_rows')}</Alert> : null}
      {problems.length > 0 ? (
        <section aria-labelledby="import-errors">
          <Title order={2} size="h4" id="import-errors" mb="xs">
            {t('importing.errors')}
          </Title>
          <Table.ScrollContainer minWidth={420} mah={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('importing.row')}</Table.Th>
                  <Table.Th>{t('importing.field')}</Table.Th>
                  <Table.Th>{t('importing.problem')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {problems.slice(0, SHOWN_ERRORS).map(({ row, field, text }) => (
                  <Table.Tr key={`${row} ${field}`}>
                    <Table.Td>{formats.number(row)}</Table.Td>
                    <Table.Td>{columnName(field)}</Table.Td>
                    <Table.Td c="var(--mantine-color-error)">{text}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {problems.length > SHOWN_ERRORS ? (
            <Text c="dimmed" mt="xs">
              {t('importing.more', { count: problems.length - SHOWN_ERRORS })}
            </Text>
          ) : null}
        </section>
      ) : null}
      {result.preview.length > 0 ? <PreviewTable rows={result.preview.slice(0, SHOWN_ROWS)} /> : null}
    </Stack>
  );
}

function PreviewTable({ rows }: { rows: ImportResult['preview'] }) {
  const t = useText('boxes');
  const domain = useText('domain');
  const formats = useFormats();
  const clients = useTable('clients');
  const number = (value: unknown) => (typeof value === 'number' ? formats.number(value) : '–');
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : '–');
  return (
    <section aria-labelledby="import-preview">
      <Title order={2} size="h4" id="import-preview">
        {t('importing.preview')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('importing.preview_text', { count: rows.length })}
      </Text>
      <Table.ScrollContainer minWidth={760}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {(
                [
                  'serial_number',
                  'name',
                  'client',
                  'line',
                  'kilometer_point',
                  'pole',
                  'latitude',
                  'longitude',
                ] as const
              ).map((field) => (
                <Table.Th key={field}>{domain(`field.${field}`)}</Table.Th>
              ))}
              <Table.Th>{t('column.aeros')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={String(row.serial_number)}>
                <Table.Th scope="row">{text(row.serial_number)}</Table.Th>
                <Table.Td>{text(row.name)}</Table.Td>
                <Table.Td>{clients[Number(row.client)]?.name ?? '–'}</Table.Td>
                <Table.Td>{text(row.line)}</Table.Td>
                <Table.Td>
                  {typeof row.kilometer_point === 'number'
                    ? formats.kilometerPoint(row.kilometer_point)
                    : '–'}
                </Table.Td>
                <Table.Td>{text(row.pole)}</Table.Td>
                <Table.Td>{number(row.latitude)}</Table.Td>
                <Table.Td>{number(row.longitude)}</Table.Td>
                <Table.Td>{formats.number(Array.isArray(row.aeros) ? row.aeros.length : 0)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
