import { USERS_IMPORT_COLUMNS, type UsersImportColumn } from '@aerowatch/contracts/api/users-import';
import { LANGUAGES } from '@aerowatch/domain/languages';
import { PreviewTable } from '../../entities/imports/preview-table.tsx';
import type { CsvImport } from '../../entities/imports/use-csv-import.ts';
import { CheckedRows } from '../../forms/files/checked-rows.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { useHeader } from './use-header.ts';

type ImportResult = Answer<'usersImport'>;

const isColumn = (name: string): name is UsersImportColumn =>
  (USERS_IMPORT_COLUMNS as readonly string[]).includes(name);

/** The errors of a file, and its people as they will be created. */
export function ReadPeople({ result, steps }: { result: ImportResult; steps: CsvImport }) {
  const t = useText('users');
  const header = useHeader();
  const columnName = (field: string): string => {
    if (field === 'non_field_errors') return '–';
    return isColumn(field) ? header(field) : field;
  };
  return (
    <CheckedRows
      result={result}
      name={steps.file?.name ?? ''}
      columnName={columnName}
      empty={t('importing.no_rows')}
      mending={{ ...steps, isColumn }}
    >
      <People rows={result.preview} />
    </CheckedRows>
  );
}

function People({ rows }: { rows: ImportResult['preview'] }) {
  const said = useText('imports');
  const domain = useText('domain');
  const header = useHeader();
  const clients = useTable('clients');
  const columns = {
    email: ({ email }) => email,
    first_name: ({ first_name }) => first_name,
    last_name: ({ last_name }) => last_name,
    level: ({ level }) => domain(`level.${level}`),
    client: ({ client }) => (client === null ? '–' : (clients[client]?.name ?? '–')),
    language: ({ language }) => LANGUAGES[language].name,
  } satisfies Partial<Record<UsersImportColumn, (row: (typeof rows)[number]) => string>>;
  return (
    <PreviewTable
      title={said('preview')}
      text={(count) => said('preview_text', { count })}
      rows={rows}
      keyOf={({ row }) => row}
      minWidth={640}
      columns={Object.entries(columns).map(([key, cell]) => ({
        key,
        title: header(key as keyof typeof columns),
        cell,
      }))}
    />
  );
}
