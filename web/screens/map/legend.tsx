import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { BoxColumns } from '../../entities/box-map/columns.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';

/** Marks of the map with the number of boxes for each. */
export function Legend({ columns, rows }: { columns: BoxColumns; rows: readonly number[] }) {
  const t = useText('map');
  const formats = useFormats();
  const counts = useMemo(() => {
    const found = columns.levels.map(() => 0);
    for (const row of rows) found[columns.sami[row]!]! += 1;
    return found;
  }, [columns, rows]);
  return (
    <Group
      gap="md"
      component="ul"
      aria-label={t('legend')}
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
    >
      {SAMI_LEVELS.map((level) => (
        <Group key={level} component="li" gap={6} wrap="nowrap">
          <SamiBadge level={level} size={18} />
          <Text fw={600} className="aw-figures">
            {formats.number(counts[columns.levels.indexOf(level)] ?? 0)}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
