import type { Tag } from '@aerowatch/contracts/api/tags';
import { Anchor } from '@mantine/core';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DeleteDialog } from '../../entities/delete-dialog.tsx';
import { useCollection, useCollectionState, useTable } from '../../entities/use-collection.ts';
import { useDelete } from '../../entities/use-delete.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TagBadge } from '../../ui/tag-badge.tsx';

const rowId = (tag: Tag): number => tag.id;
const rowName = (tag: Tag): string => tag.name;

export default function TagsTab() {
  const t = useText('settings');
  const domain = useText('domain');
  const formats = useFormats();
  const tags = useCollection('tags');
  const clients = useTable('clients');
  const state = useCollectionState('tags');
  const deletion = useDelete('tagsDelete', 'tags');
  const columns = useMemo(
    (): Column<Tag>[] => [
      {
        key: 'name',
        label: domain('field.name'),
        fixed: true,
        value: rowName,
        cell: (tag) => (
          <Anchor component={Link} to={paths.tagEdit(tag.id)} aria-label={tag.name}>
            <TagBadge name={tag.name} color={tag.color} />
          </Anchor>
        ),
      },
      {
        key: 'boxes',
        label: t('tags.boxes'),
        align: 'right',
        value: (tag) => tag.boxes.length,
        cell: (tag) => (
          <Anchor component={Link} to={paths.boxes({ tag: tag.id })}>
            {formats.number(tag.boxes.length)}
          </Anchor>
        ),
      },
      {
        key: 'client',
        label: domain('field.client'),
        value: (tag) => clients[tag.client]?.name,
        cell: (tag) => clients[tag.client]?.name ?? '–',
      },
      {
        key: 'created_at',
        label: domain('field.created_at'),
        value: (tag) => tag.created_at,
        searched: () => '',
        cell: (tag) => formats.date(tag.created_at),
      },
    ],
    [t, domain, clients, formats],
  );
  const create = (
    <LinkButton to={paths.tagCreate()} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('tags.create')}
    </LinkButton>
  );
  return (
    <>
      <DataTable
        label={t('tab.tags')}
        rows={tags}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        {...state}
        initialSort="name"
        actions={create}
        rowActions={(tag) => (
          <RowActions name={tag.name} editTo={paths.tagEdit(tag.id)} onDelete={() => deletion.ask(tag)} />
        )}
        empty={
          <EmptyState title={t('tags.empty')} icon={<IconTags size={28} aria-hidden />}>
            {t('tags.empty_advice')}
          </EmptyState>
        }
      />
      <DeleteDialog deletion={deletion}>{t('tags.delete_explain')}</DeleteDialog>
    </>
  );
}
