import { Box, Center, Paper, Table } from '@mantine/core';
import { Fragment, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import type { Failure } from '../lib/api/result.ts';
import { useFormats } from '../lib/format.ts';
import { useTyped } from '../lib/hooks/use-typed.ts';
import { useText } from '../lib/text.ts';
import { EmptyState, ErrorState, LoadingLines } from '../ui/states/states.tsx';
import { type AllThatMatch, BulkBar, type Selection } from './bulk-bar.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { MoreCards, useCards } from './more-cards.tsx';
import { TableFooter } from './table-footer.tsx';
import { CardsHead, TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { usePhone, useRowWindow } from './use-row-window.ts';
import { type RowModel, useRows } from './use-rows.ts';
import { type TableState, useTableState } from './use-table-state.ts';

interface Props<Row> {
  /** Name for screen readers, and the prefix of its state in the URL if there are several on a screen. */
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
  /**
   * The screen's own filter controls; the screen filters `rows` itself and passes the number of active
   * filters.
   */
  filters?: ReactNode;
  filterCount?: number;
  onClearFilters?: () => void;
  /** Buttons on the right of the toolbar: export, create … */
  actions?: ReactNode;
  /** With it rows can be selected; drawn above the table while some are. */
  bulk?: (selection: Selection) => ReactNode;
  /** Last cell of each row. */
  rowActions?: (row: Row) => ReactNode;
  onRowClick?: (row: Row) => void;
  initialSort?: string;
  /** For lists paged by the server: the total; the screen loads the requested page with useTableState. */
  total?: number | undefined;
  manual?: boolean;
  /** For such lists: reads the ids of all that match; `key` names what is searched and filtered for. */
  all?: AllThatMatch | undefined;
  /** One-line rows, unless the user chose higher ones. */
  dense?: boolean;
}

/** A list with search, sort, column choice, selection and pages; its state is in the URL. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, columns, rowId, initialSort, failure } = props;
  const { compare } = useFormats();
  const state = useTableState({ prefix: props.urlPrefix, initialSort, columns, dense: props.dense });
  const search = useTyped(state.search, state.setSearch);
  const model = useRows({
    rows,
    columns,
    rowId,
    state,
    search: search.typed,
    manual: props.manual === true,
    total: props.total,
    of: props.all?.key,
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
      {props.bulk !== undefined && model.selected.length > 0 && (
        <BulkBar model={model} bulk={props.bulk} all={props.all} />
      )}
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

interface RowsProps<Row> {
  table: Props<Row>;
  state: TableState;
  model: RowModel<Row>;
}
/** Headings and rows; on a phone the first cards, and a button for more. */
function Rows<Row>({ table, state, model }: RowsProps<Row>) {
  const { label, columns, bulk, rowActions } = table;
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const cards = useCards(model.page.length, phone && !state.sizeChosen);
  const visible = useMemo(
    () => columns.filter((column) => !state.hidden.has(column.key)),
    [columns, state.hidden],
  );
  const head = { columns: visible, state, model, canSelect: bulk !== undefined };
  return (
    <div ref={scroller} className={classes.scroller}>
      {phone && <CardsHead {...head} columns={columns} />}
      <Table
        highlightOnHover
        aria-label={label}
        aria-rowcount={model.matching}
        className={classes.table}
        data-compact={state.compact || undefined}
      >
        {!phone && <TableHead {...head} hasActions={rowActions !== undefined} />}
        <Body table={table} state={state} model={model} {...{ scroller, visible, count: cards.count }} />
      </Table>
      {model.matching === 0 && <NoMatch />}
      <MoreCards {...cards} />
    </div>
  );
}

interface BodyProps<Row> extends RowsProps<Row> {
  scroller: RefObject<HTMLDivElement | null>;
  visible: readonly Column<Row>[];
  /** Rows of the page that are shown. */
  count: number;
}
/** The rows; in a long list only the visible ones. */
function Body<Row>({ table, state, model, scroller, visible, count }: BodyProps<Row>) {
  const { rowId, rowName, bulk, rowActions, onRowClick } = table;
  const shown = useRowWindow({ scroller, count, columns: visible.length, compact: state.compact });
  const span = visible.length + (bulk ? 1 : 0) + (rowActions ? 1 : 0);
  return (
    <Table.Tbody>
      {shown.drawn.map(({ index, before }) => {
        const row = model.page[index];
        if (row === undefined) return null;
        const id = rowId(row);
        return (
          <Fragment key={id}>
            <Gap height={before} span={span} />
            <TableRow
              id={id}
              row={row}
              name={rowName}
              columns={visible}
              index={index}
              measure={shown.measure}
              selected={model.isSelected(id)}
              onToggle={bulk === undefined ? undefined : model.toggle}
              actions={rowActions}
              onClick={onRowClick}
            />
          </Fragment>
        );
      })}
      <Gap height={shown.after} span={span} />
    </Table.Tbody>
  );
}

function NoMatch() {
  const t = useText('common');
  return (
    <Center py="xl">
      <EmptyState title={t('table.no_match')} text={t('table.no_match_advice')} />
    </Center>
  );
}

/** Placeholder for rows that are not rendered. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={classes.gap}>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}
