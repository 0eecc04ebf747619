import { Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import type { useView } from './use-view.ts';

/** On paper: whose curves they are, of which time, and when they were printed. */
export function PrintedFacts({
  aeros,
  range,
}: {
  aeros: number[];
  range: ReturnType<typeof useView>['range'];
}) {
  const t = useText('visualization');
  const formats = useFormats();
  const known = useTable('aeros');
  const boxes = useTable('boxes');
  const clients = useTable('clients');
  const owners = aeros.flatMap((id) => {
    const client = boxes[known[id]?.box ?? -1]?.client ?? -1;
    return clients[client]?.name ?? [];
  });
  return (
    <Text className="aw-print-only" mb="xs">
      {[
        ...new Set(owners),
        `${formats.dateTime(range.from)} – ${formats.dateTime(range.to)}`,
        t('printed', { date: formats.date(Date.now()) }),
      ].join(' · ')}
    </Text>
  );
}
