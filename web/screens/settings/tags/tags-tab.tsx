import type { Tag } from '@aerowatch/contracts/api/tags';
import { IconTags } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CollectionList } from '../../../entities/collection-list.tsx';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useCollection, useTable } from '../../../lib/query/use-collection.ts';
import { useText } from '../../../lib/text.ts';
import type { Column } from '../../../table/column.ts';
import { TagBadge } from '../../../ui/badges/tag-badge.tsx';
import { TextLink } from '../../../ui/links/text-link.tsx';

const rowName = (tag: Tag): string => tag.name;

export default function TagsTab() {
  const t = useText('settings');
  return (
    <CollectionList
      collection="tags"
      title={t('tab.tags')}
      create={{ to: paths.tagCreate(), label: t('tags.create') }}
      rows={useCollection('tags')}
      columns={useColumns()}
      rowName={rowName}
      editTo={({ id }) => paths.tagEdit(id)}
      deletion={{ key: 'tagsDelete', explain: t('tags.delete_explain') }}
      empty={{ title: t('tags.empty'), advice: t('tags.empty_advice'), icon: IconTags }}
    />
  );
}

function useColumns() {
  const t = useText('settings');
  const domain = useText('domain');
  const formats = useFormats();
  const clients = useTable('clients');
  return useMemo(
    (): Column<Tag>[] => [
      {
        key: 'name',
        label: domain('field.name'),
        fixed: true,
        value: rowName,
        cell: (tag) => (
          <TextLink to={paths.tagEdit(tag.id)} aria-label={tag.name}>
            <TagBadge name={tag.name} color={tag.color} />
          </TextLink>
        ),
      },
      {
        key: 'boxes',
        label: t('tags.boxes'),
        align: 'right',
        value: (tag) => tag.boxes.length,
        cell: (tag) => (
          <TextLink to={paths.boxes({ tag: tag.id })}>{formats.number(tag.boxes.length)}</TextLink>
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
}
