import { Table, Text, Title } from '@mantine/core';
import { CheckedRows } from '../../forms/files/checked-rows.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { useColumnName } from './column-name.ts';

type ImportResult = Answer<'boxesImport'>;
const SHOWN_ROWS = 20;

/** The result of a check: how many lines are good, the errors in the others, and how the good ones were read. */
export function ImportPreview({ result, name }: { result: ImportResult; name: string }) {
  const t = useText('boxes');
  const columnName = useColumnName();
  return (
    <CheckedRows result={result} name={name} columnName={columnName} empty={t('importing.no_rows')}>
      {result.preview.length > 0 ? <PreviewTable rows={result.preview.slice(0, SHOWN_ROWS)} /> : null}
    </CheckedRows>
  );
}

const FIELDS = [
  'serial_number',
  'name',
  'client',
  'line',
  'kilometer_point',
  'pole',
  'latitude',
  'longitude',
] as const;
function PreviewTable({ rows }: { rows: ImportResult['preview'] }) {
  const t = useText('imports');
  const boxes = useText('boxes');
  const domain = useText('domain');
  const formats = useFormats();
  const clients = useTable('clients');
  const number = (value: unknown) => (typeof value === 'number' ? formats.number(value) : '–');
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : '–');
  return (
    <section aria-labelledby="import-preview">
      <Title order={2} size="h4" id="import-preview">
        {t('preview')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('preview_text', { count: rows.length })}
      </Text>
      <Table.ScrollContainer minWidth={760}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {FIELDS.map((field) => (
                <Table.Th key={field}>{domain(`field.${field}`)}</Table.Th>
              ))}
              <Table.Th>{boxes('column.aeros')}</Table.Th>
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
