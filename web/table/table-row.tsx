import { Checkbox, Table } from '@mantine/core';
import { memo, type ReactNode, type Ref } from 'react';
import { useText } from '../lib/text.ts';
import type { Column } from './column.ts';
import classes from './data-table.module.css';

interface Props<Row> {
  id: number;
  row: Row;
  name: (row: Row) => string;
  columns: readonly Column<Row>[];
  index: number;
  /** Measures a row's height, for a windowed list. */
  measure: Ref<HTMLTableRowElement> | undefined;
  selected: boolean;
  /** If set, the row can be selected. */
  onToggle: ((id: number) => void) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
  onClick: ((row: Row) => void) | undefined;
}

function Plain<Row>({ id, row, columns, index, selected, onToggle, actions, onClick, ...rest }: Props<Row>) {
  const t = useText('common');
  const naming = columns.find(({ names }) => names) ?? columns[0];
  return (
    <Table.Tr
      data-index={index}
      ref={rest.measure}
      bg={selected ? 'var(--aw-hover)' : undefined}
      className={onClick ? classes.clickable : undefined}
      onClick={
        onClick &&
        ((event) => {
          // Links, buttons and checkboxes in the row keep their own action.
          if ((event.target as HTMLElement).closest('a,button,input,label') === null) onClick(row);
        })
      }
    >
      {onToggle !== undefined && (
        <Table.Td className={classes.select}>
          <Checkbox
            aria-label={t('table.select_row', { name: rest.name(row) })}
            checked={selected}
            onChange={() => onToggle(id)}
          />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td
          key={column.key}
          className={[
            column.wrap ? classes.wrapped : classes.cell,
            column.align ? classes[column.align] : '',
            column === naming ? classes.naming : '',
            column.besideName ? classes.beside : '',
            column.plain ? classes.plain : '',
            column.grows ? classes.grows : '',
          ].join(' ')}
          data-label={column.label}
        >
          {column.cell(row)}
        </Table.Td>
      ))}
      {actions !== undefined && <Table.Td className={classes.actions}>{actions(row)}</Table.Td>}
    </Table.Tr>
  );
}

/** A row of a list; unchanged rows are not rendered again while the user types. */
export const TableRow = memo(Plain) as typeof Plain;
