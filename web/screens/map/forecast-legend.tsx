import { Group, Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SHAPE_PATHS } from '../../ui/sami.ts';
import type { ForecastLayer } from './forecast-layer.ts';

/** Marks of the forecast with how many boxes stand behind each. */
export function ForecastLegend({ layer }: { layer: ForecastLayer }) {
  const t = useText('map');
  const formats = useFormats();
  return (
    <Group
      gap="md"
      component="ul"
      aria-label={t('layer.week')}
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
    >
      {layer.kinds.map(({ label, color, shape }, index) => (
        <Group key={label} component="li" gap={6} wrap="nowrap">
          <svg width={16} height={16} viewBox="0 0 20 20" aria-hidden>
            <path d={SHAPE_PATHS[shape]} fill={color} />
          </svg>
          <Text size="sm">{label}</Text>
          <Text size="sm" fw={600} className="aw-figures">
            {formats.number(layer.counts[index] ?? 0)}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
