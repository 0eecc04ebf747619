import { PreviewTable } from '../../entities/imports/preview-table.tsx';
import type { CsvImport } from '../../entities/imports/use-csv-import.ts';
import { CheckedRows } from '../../forms/files/checked-rows.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { BoxChanges } from './box-changes.tsx';
import { isColumn, useColumnName } from './column-name.ts';

type ImportResult = Answer<'boxesImport'>;
type Row = ImportResult['preview'][number];

/** The result of a check: how many lines are good, the errors in the others, and how the good ones were read. */
export function ImportPreview({ result, steps }: { result: ImportResult; steps: CsvImport }) {
  const t = useText('boxes');
  const columnName = useColumnName();
  return (
    <CheckedRows
      result={result}
      name={steps.file?.name ?? ''}
      columnName={columnName}
      empty={t('importing.no_rows')}
      mending={{ ...steps, isColumn }}
    >
      <BoxChanges result={result} />
      <Boxes rows={result.preview} />
    </CheckedRows>
  );
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : '–');

function Boxes({ rows }: { rows: readonly Row[] }) {
  const t = useText('boxes');
  const said = useText('imports');
  const domain = useText('domain');
  const { number, kilometerPoint } = useFormats();
  const clients = useTable('clients');
  const amount = (write: (value: number) => string, value: unknown) =>
    typeof value === 'number' ? write(value) : '–';
  const cells = {
    serial_number: (row: Row) => text(row.serial_number),
    name: (row: Row) => text(row.name),
    client: (row: Row) => clients[Number(row.client)]?.name ?? '–',
    line: (row: Row) => text(row.line),
    kilometer_point: (row: Row) => amount(kilometerPoint, row.kilometer_point),
    pole: (row: Row) => text(row.pole),
    latitude: (row: Row) => amount(number, row.latitude),
    longitude: (row: Row) => amount(number, row.longitude),
  };
  const fields = (Object.keys(cells) as (keyof typeof cells)[]).map((key) => ({
    key,
    title: domain(`field.${key}`),
    cell: cells[key],
  }));
  const aeros = {
    key: 'aeros',
    title: t('column.aeros'),
    cell: (row: Row) => number(Array.isArray(row.aeros) ? row.aeros.length : 0),
  };
  return (
    <PreviewTable
      title={said('preview')}
      text={(count) => said('preview_text', { count })}
      rows={rows}
      keyOf={({ serial_number }) => String(serial_number)}
      minWidth={760}
      columns={[...fields, aeros]}
    />
  );
}
