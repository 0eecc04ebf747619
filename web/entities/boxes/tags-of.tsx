import { Group } from '@mantine/core';
import { useTable } from '../../lib/query/use-collection.ts';
import { TagBadge } from '../../ui/badges/tag-badge.tsx';

/** The tags of a box by their ids; where there are none, those of all boxes are not read. */
export function TagList({ ids }: { ids: readonly number[] }) {
  return ids.length === 0 ? null : <Tags ids={ids} />;
}

function Tags({ ids }: { ids: readonly number[] }) {
  const tags = useTable('tags');
  const known = ids.flatMap((id) => tags[id] ?? []);
  // Nothing, so that a card on a phone omits this column with its name.
  if (known.length === 0) return null;
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" data-wraps>
      {known.map(({ id, name, color }) => (
        <TagBadge key={id} name={name} color={color} />
      ))}
    </Group>
  );
}
