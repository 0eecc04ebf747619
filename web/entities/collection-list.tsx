import { type Icon, IconPlus } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useCollectionState } from '../lib/query/collection-state.ts';
import type { Collection } from '../lib/state/collections.ts';
import { ListScreen } from '../table/list-screen.tsx';
import { LinkButton } from '../ui/links/link-button.tsx';
import { RowActions } from '../ui/row-actions.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { type DeleteKey, useDelete } from './use-delete.ts';

type List<Row> = ComponentProps<typeof ListScreen<Row>>;
interface Props<Row>
  extends Pick<
    List<Row>,
    'rows' | 'columns' | 'rowName' | 'initialSort' | 'filters' | 'filterCount' | 'onClearFilters' | 'notice'
  > {
  collection: Collection;
  title: string;
  /** With a description the list is a screen with its own header; without one, a tab. */
  description?: string;
  /** The link to create one; missing for users who may not. */
  create?: { to: string; label: string } | undefined;
  /** Shown beside it. */
  headActions?: ReactNode;
  /** The link to edit a row; missing for users who may not. */
  editTo?: ((row: Row) => string) | undefined;
  /** Further actions of a row, before edit and delete. */
  moreActions?: (row: Row) => ReactNode;
  deletion: {
    key: DeleteKey;
    /** What is deleted with it. */
    explain?: string;
    /** Which rows may be edited; all by default. */
    may?: (row: Row) => boolean;
  };
  empty: { title: string; advice: string; icon: Icon };
}

/** A screen or tab for a collection: header, table in each of its states, create, edit and delete. */
export function CollectionList<Row extends { id: number }>(props: Props<Row>) {
  const { collection, title, description, create, headActions, deletion, empty, ...table } = props;
  const { editTo, moreActions, ...shown } = table;
  const state = useCollectionState(collection);
  const deleting = useDelete(deletion.key);
  const making = create && (
    <LinkButton to={create.to} leftSection={<IconPlus size={16} aria-hidden />}>
      {create.label}
    </LinkButton>
  );
  const actions = (
    <>
      {headActions}
      {making}
    </>
  );
  const mayDelete = deletion.may ?? (() => true);
  const acts = editTo !== undefined || moreActions !== undefined || props.rows.some(mayDelete);
  const actionsOf = (row: Row) => {
    const name = props.rowName(row);
    const onDelete = mayDelete(row) ? () => deleting.ask({ id: row.id, name }) : undefined;
    return (
      <RowActions name={name} editTo={editTo?.(row)} onDelete={onDelete}>
        {moreActions?.(row)}
      </RowActions>
    );
  };
  return (
    <ListScreen
      initialSort="name"
      {...shown}
      title={title}
      header={description === undefined ? null : { description, actions }}
      actions={description === undefined ? actions : undefined}
      read={state}
      rowActions={acts ? actionsOf : undefined}
      empty={{ ...empty, action: making }}
    >
      <DeleteDialog deletion={deleting}>{deletion.explain}</DeleteDialog>
    </ListScreen>
  );
}
