import { Text } from '@mantine/core';
import { useFieldText } from '../../entities/boxes/field-text.ts';
import { PreviewTable } from '../../entities/imports/preview-table.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { useText } from '../../lib/text.ts';
import { useColumnName } from './column-name.ts';

type ImportResult = Answer<'boxesImport'>;

/** `aero2_stroke_max` as the path of the field in the form of a box. */
const pathOf = (column: string): string =>
  column.replace(/^aero([12])_/, (_, position) => `aeros.${Number(position) - 1}.`);

/** What a file changes on boxes that exist: old and new value of each field. */
export function BoxChanges({ result }: { result: ImportResult }) {
  const t = useText('boxes');
  const said = useText('imports');
  const domain = useText('domain');
  const columnName = useColumnName();
  const { value } = useFieldText();
  const rows = result.changes.flatMap(({ box, serial_number, fields }) =>
    fields.map((field) => ({ ...field, box, serial_number })),
  );
  type Row = (typeof rows)[number];
  return (
    <>
      {result.unchanged > 0 ? <Text>{t('importing.unchanged', { count: result.unchanged })}</Text> : null}
      <PreviewTable<Row>
        title={said('change')}
        text={(count) => said('change_text', { count })}
        rows={rows}
        keyOf={({ box, column }) => `${box} ${column}`}
        minWidth={560}
        columns={[
          { key: 'box', title: domain('field.serial_number'), cell: ({ serial_number }) => serial_number },
          { key: 'column', title: said('field'), cell: ({ column }) => columnName(column) },
          {
            key: 'before',
            title: said('before'),
            cell: ({ column, before }) => value(pathOf(column), before),
          },
          { key: 'after', title: said('after'), cell: ({ column, after }) => value(pathOf(column), after) },
        ]}
      />
    </>
  );
}
