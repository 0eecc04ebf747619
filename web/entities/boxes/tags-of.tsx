import { Group } from '@mantine/core';
import { TagBadge } from '../../ui/tag-badge.tsx';
import { useTable } from '../use-collection.ts';

/** The tags of a box by their ids. */
export function TagList({ ids }: { ids: readonly number[] }) {
  const tags = useTable('tags');
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {ids.map((id) => {
        const tag = tags[id];
        return tag === undefined ? null : <TagBadge key={id} name={tag.name} color={tag.color} />;
      })}
    </Group>
  );
}
