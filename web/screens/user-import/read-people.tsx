import { LANGUAGES } from '@aerowatch/domain/languages';
import { Table, Text, Title } from '@mantine/core';
import { CheckedRows } from '../../forms/files/checked-rows.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { COLUMNS } from './files.ts';
import { useHeader } from './use-header.ts';

type ImportResult = Answer<'usersImport'>;

const SHOWN_ROWS = 20;
const isColumn = (name: string): name is (typeof COLUMNS)[number] =>
  (COLUMNS as readonly string[]).includes(name);

/** The errors of a file, and its people as they will be created. */
export function ReadPeople({ result, name }: { result: ImportResult; name: string }) {
  const t = useText('users');
  const header = useHeader();
  const columnName = (field: string): string => {
    if (field === 'non_field_errors') return '–';
    return isColumn(field) ? header(field) : field;
  };
  return (
    <CheckedRows result={result} name={name} columnName={columnName} empty={t('importing.no_rows')}>
      {result.preview.length > 0 ? <People rows={result.preview.slice(0, SHOWN_ROWS)} /> : null}
    </CheckedRows>
  );
}

function People({ rows }: { rows: ImportResult['preview'] }) {
  const t = useText('imports');
  const domain = useText('domain');
  const clients = useTable('clients');
  return (
    <section aria-labelledby="import-preview">
      <Title order={2} size="h4" id="import-preview">
        {t('preview')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('preview_text', { count: rows.length })}
      </Text>
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{domain('person.email')}</Table.Th>
              <Table.Th>{domain('person.first_name')}</Table.Th>
              <Table.Th>{domain('person.last_name')}</Table.Th>
              <Table.Th>{domain('person.level')}</Table.Th>
              <Table.Th>{domain('field.client')}</Table.Th>
              <Table.Th>{domain('person.language')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.row}>
                <Table.Th scope="row">{row.email}</Table.Th>
                <Table.Td>{row.first_name}</Table.Td>
                <Table.Td>{row.last_name}</Table.Td>
                <Table.Td>{domain(`level.${row.level}`)}</Table.Td>
                <Table.Td>{row.client === null ? '–' : (clients[row.client]?.name ?? '–')}</Table.Td>
                <Table.Td>{LANGUAGES[row.language].name}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
