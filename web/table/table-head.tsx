import { ActionIcon, Checkbox, Group, NativeSelect, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useText } from '../lib/text.ts';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import type { RowModel } from './use-rows.ts';
import type { TableState } from './use-table-state.ts';

interface Props<Row> {
  columns: readonly Column<Row>[];
  state: TableState;
  model: RowModel<Row>;
  canSelect: boolean;
  hasActions: boolean;
}

/** The headings of a list; sortable ones are buttons. */
export function TableHead<Row>({ columns, state, model, canSelect, hasActions }: Props<Row>) {
  const t = useText('common');
  return (
    <Table.Thead className={classes.head}>
      <Table.Tr>
        {canSelect && (
          <Table.Th w={44}>
            <SelectAll model={model} />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Heading key={column.key} column={column} state={state} />
        ))}
        {hasActions && (
          <Table.Th ta="right">
            <span className={classes.hidden}>{t('table.actions')}</span>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  );
}

/**
 * Above the cards of a phone, which have no headings: sorts by any column, including hidden ones, and selects
 * all.
 */
export function CardsHead<Row>({ columns, state, model, canSelect }: Omit<Props<Row>, 'hasActions'>) {
  const t = useText('common');
  const sortable = columns.filter((column) => column.value !== undefined);
  const sorted = sortable.find(({ key }) => key === state.sort?.key);
  const down = state.sort?.direction === 'desc';
  if (!canSelect && sortable.length === 0) return null;
  return (
    <Group px="sm" py="xs" gap="xs" wrap="nowrap" className={`${classes.cardsHead} aw-no-print`}>
      {canSelect && <SelectAll model={model} />}
      {sortable.length > 0 && (
        <>
          <NativeSelect
            flex={1}
            miw={0}
            aria-label={t('table.order')}
            value={sorted?.key ?? ''}
            onChange={({ currentTarget }) => state.toggleSort(currentTarget.value)}
            data={[
              ...(sorted === undefined ? [{ value: '', label: t('table.order'), disabled: true }] : []),
              ...sortable.map(({ key, label }) => ({
                value: key,
                label: t('table.sort_by', { name: label }),
              })),
            ]}
          />
          <ActionIcon
            variant="default"
            size={44}
            disabled={sorted === undefined}
            aria-label={t(down ? 'table.ascending' : 'table.descending')}
            onClick={() => sorted !== undefined && state.toggleSort(sorted.key)}
          >
            {down ? <IconArrowDown size={18} aria-hidden /> : <IconArrowUp size={18} aria-hidden />}
          </ActionIcon>
        </>
      )}
    </Group>
  );
}

function SelectAll<Row>({ model }: Pick<Props<Row>, 'model'>) {
  const t = useText('common');
  return (
    <Checkbox
      aria-label={t('table.select_all')}
      checked={model.allSelected}
      indeterminate={model.selected.length > 0 && !model.allSelected}
      onChange={model.toggleAll}
    />
  );
}

function Heading<Row>({ column, state }: { column: Column<Row>; state: TableState }) {
  const t = useText('common');
  const direction = state.sort?.key === column.key ? state.sort.direction : null;
  const Icon = direction === null ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th
      ta={column.align}
      miw={column.minWidth}
      w={column.grows ? '100%' : undefined}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      {column.value === undefined ? (
        <span className={classes.sort}>
          <span className={classes.headLabel}>{column.label}</span>
        </span>
      ) : (
        <UnstyledButton
          className={classes.sort}
          data-idle={direction === null || undefined}
          onClick={() => state.toggleSort(column.key)}
          aria-label={t('table.sort_by', { name: column.label })}
        >
          <span className={classes.headLabel}>{column.label}</span>
          <Icon size={14} aria-hidden opacity={direction === null ? 0.45 : 1} />
        </UnstyledButton>
      )}
    </Table.Th>
  );
}
