import { Button, Group, Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SHAPE_PATHS } from '../../ui/badges/sami.ts';
import type { ForecastLayer } from './forecast-layer.ts';

/** Marks of the forecast with the number of boxes for each. */
export function ForecastLegend({ layer }: { layer: ForecastLayer }) {
  const t = useText('map');
  const common = useText('common');
  const formats = useFormats();
  if (layer.state !== 'known')
    return (
      <Group gap="xs" role="status">
        <Text>{t(`layer.${layer.state}`)}</Text>
        {layer.state === 'failed' ? (
          <Button size="compact-sm" variant="default" onClick={layer.retry}>
            {common('action.retry')}
          </Button>
        ) : null}
      </Group>
    );
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
          <Text>{label}</Text>
          <Text fw={600} className="aw-figures">
            {formats.number(layer.counts[index] ?? 0)}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
