import type { Icon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states/states.tsx';
import { DataTable } from './data-table.tsx';

type Table<Row> = ComponentProps<typeof DataTable<Row>>;
interface Props<Row>
  extends Omit<Table<Row>, 'label' | 'rowId' | 'empty' | 'isLoading' | 'failure' | 'onRetry'> {
  title: string;
  /** The purpose of the screen. Without a header the list is a tab, and its buttons are in its toolbar. */
  header?: { description?: string; breadcrumbs?: ReactNode; actions?: ReactNode } | null;
  /** Between header and table. */
  notice?: ReactNode;
  /** The request that provides the rows. */
  read: { isLoading: boolean; failure: Table<Row>['failure']; refetch: () => void };
  /** By default the row's `id`. */
  rowId?: (row: Row) => number;
  /** For an empty list: what the items are, and what to do. */
  empty: { title: string; advice?: string | undefined; icon: Icon; action?: ReactNode };
  /** Shown below the table; also dialogs of its actions. */
  children?: ReactNode;
}
const idOf = (row: unknown): number => (row as { id: number }).id;

/**
 * A screen, or a tab, that is a list: header, search, filters, columns, selection and pages, cards on a
 * phone, in each state from loading to empty.
 */
export function ListScreen<Row>(props: Props<Row>) {
  const { title, header = null, notice, read, rowId = idOf, empty, children, ...table } = props;
  return (
    <>
      {header !== null && <PageHeader title={title} compact {...header} />}
      {notice}
      <DataTable
        label={title}
        rowId={rowId}
        isLoading={read.isLoading}
        failure={read.failure}
        onRetry={read.refetch}
        empty={<EmptyState title={empty.title} icon={empty.icon} action={empty.action} text={empty.advice} />}
        {...table}
      />
      {children}
    </>
  );
}
