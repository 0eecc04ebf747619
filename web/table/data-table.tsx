import { Box, Center, Checkbox, Paper, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef } from 'react';
import type { Failure } from '../lib/api/result.ts';
import { useFormats } from '../lib/format.ts';
import { useText } from '../lib/text.ts';
import { useTyped } from '../lib/use-typed.ts';
import { EmptyState, ErrorState, LoadingLines } from '../ui/states.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { TableFooter } from './table-footer.tsx';
import { TableRow } from './table-row.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { type RowModel, useRows } from './use-rows.ts';
import { type TableState, useTableState } from './use-table-state.ts';

interface Props<Row> {
  /** Name for screen readers, and the prefix of its state in the URL when several stand on a screen. */
  label: string;
  urlPrefix?: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => number;
  rowName: (row: Row) => string;
  isLoading?: boolean;
  failure?: Failure;
  onRetry?: () => void;
  /** Shown when there is no row at all. */
  empty: ReactNode;
  /** Own filter controls; the screen filters `rows` itself and tells how many are on. */
  filters?: ReactNode;
  filterCount?: number;
  onClearFilters?: () => void;
  /** Buttons at the right of the toolbar: export, create … */
  actions?: ReactNode;
  /** With it rows can be selected; drawn above the table while some are. */
  bulk?: (ids: number[], clear: () => void) => ReactNode;
  /** Last cell of each row. */
  rowActions?: (row: Row) => ReactNode;
  onRowClick?: (row: Row) => void;
  initialSort?: string;
  /** Server-paged lists: total and what the URL state asks for is read by the screen with useTableState. */
  total?: number;
  manual?: boolean;
}
const ROW = 45;
const COMPACT_ROW = 36;

/** Rows beyond which only those in sight are drawn. */
const ALL_DRAWN = 60;

/** A list with search, sort, column choice, selection and pages; its state stands in the URL. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, columns, rowId, initialSort, failure } = props;
  const { compare } = useFormats();
  const state = useTableState({ prefix: props.urlPrefix, initialSort, columns });
  const search = useTyped(state.search, state.setSearch);
  const model = useRows({
    rows,
    columns,
    rowId,
    state,
    search: search.typed,
    manual: props.manual === true,
    total: props.total,
    compare,
  });
  const none = rows.length === 0;
  if (failure !== undefined && none)
    return (
      <Paper>
        <ErrorState failure={failure} onRetry={props.onRetry} />
      </Paper>
    );
  const waiting = props.isLoading === true && none;
  const unfiltered = search.typed === '' && state.search === '' && !props.filterCount;
  const nothingAtAll = !props.isLoading && none && unfiltered;
  return (
    <Paper style={{ overflow: 'clip' }}>
      <TableToolbar
        label={label}
        state={state}
        search={search}
        columns={columns}
        filters={props.filters}
        filterCount={props.filterCount ?? 0}
        onClearFilters={props.onClearFilters}
        actions={props.actions}
      />
      {props.bulk !== undefined && model.selected.length > 0 && <BulkBar model={model} bulk={props.bulk} />}
      {waiting && (
        <Box p="lg">
          <LoadingLines lines={8} />
        </Box>
      )}
      {nothingAtAll && props.empty}
      {!nothingAtAll && !waiting && (
        <>
          <Rows table={props} state={state} model={model} />
          <TableFooter state={state} matching={model.matching} total={props.total ?? rows.length} />
        </>
      )}
    </Paper>
  );
}

/** What can be done with the selected rows. */
function BulkBar<Row>({ model, bulk }: { model: RowModel<Row>; bulk: NonNullable<Props<Row>['bulk']> }) {
  const t = useText('common');
  const label = t('table.selected', { count: model.selected.length });
  return (
    <Box px="md" py="xs" className={classes.bulk} role="region" aria-label={label}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {bulk(model.selected, model.clearSelection)}
    </Box>
  );
}

interface RowsProps<Row> {
  table: Props<Row>;
  state: TableState;
  model: RowModel<Row>;
}
/** Headings and rows; of many rows those in sight only. */
function Rows<Row>({ table, state, model }: RowsProps<Row>) {
  const { label, columns, rowId, rowName, bulk, rowActions, onRowClick } = table;
  const t = useText('common');
  const scroller = useRef<HTMLDivElement>(null);
  const windowed = model.page.length > ALL_DRAWN;
  const virtual = useVirtualizer({
    count: model.page.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (state.compact ? COMPACT_ROW : ROW),
    overscan: 12,
    enabled: windowed,
  });
  const items = windowed
    ? virtual.getVirtualItems()
    : model.page.map((_, index) => ({ index, start: 0, end: 0 }));
  const visible = useMemo(
    () => columns.filter((column) => !state.hidden.has(column.key)),
    [columns, state.hidden],
  );
  const span = visible.length + (bulk ? 1 : 0) + (rowActions ? 1 : 0);
  const after = windowed ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <div ref={scroller} className={classes.scroller}>
      <Table
        highlightOnHover
        aria-label={label}
        aria-rowcount={model.matching}
        className={classes.table}
        data-compact={state.compact || undefined}
      >
        <Head table={table} columns={visible} state={state} model={model} />
        <Table.Tbody>
          <Gap height={items[0]?.start ?? 0} span={span} />
          {items.map(({ index }) => {
            const row = model.page[index];
            if (row === undefined) return null;
            const id = rowId(row);
            return (
              <TableRow
                key={id}
                id={id}
                row={row}
                name={rowName}
                columns={visible}
                index={index}
                measure={windowed ? virtual.measureElement : undefined}
                selected={model.isSelected(id)}
                onToggle={bulk === undefined ? undefined : model.toggle}
                actions={rowActions}
                onClick={onRowClick}
              />
            );
          })}
          <Gap height={after} span={span} />
        </Table.Tbody>
      </Table>
      {model.matching === 0 && (
        <Center py="xl">
          <EmptyState title={t('table.no_match')}>{t('table.no_match_advice')}</EmptyState>
        </Center>
      )}
    </div>
  );
}

/** Stands for rows out of sight. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}

function Head<Row>({ table, columns, state, model }: RowsProps<Row> & { columns: readonly Column<Row>[] }) {
  const t = useText('common');
  return (
    <Table.Thead className={classes.head}>
      <Table.Tr>
        {table.bulk !== undefined && (
          <Table.Th w={44}>
            <Checkbox
              aria-label={t('table.select_all')}
              checked={model.allSelected}
              indeterminate={model.selected.length > 0 && !model.allSelected}
              onChange={model.toggleAll}
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Heading key={column.key} column={column} state={state} />
        ))}
        {table.rowActions !== undefined && (
          <Table.Th ta="right">
            <span className={classes.hidden}>{t('table.actions')}</span>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
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
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      {column.value === undefined ? (
        <span className={classes.headLabel}>{column.label}</span>
      ) : (
        <UnstyledButton
          className={classes.sort}
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
